// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs the threads of two traces by rank, or by the similarity of their calls: the weighted Jaccard index of the arc
// counts (sum of minima divided by sum of maxima). The most similar threads are paired first (greedy).
// Tests: tests/unit/analyze/align/pair_threads_test.cpp.
#include <algorithm>
#include <tuple>

#include "analyze/align/tree_pair.h"
#include "profdiff/alignment.h"

namespace profdiff {
namespace {

// The matching thread of the other trace, by thread of A and by thread of B; invalid if there is none.
struct ThreadMatches {
  std::vector<ThreadId> of_a, of_b;

  ThreadMatches(std::size_t a, std::size_t b) : of_a(a), of_b(b) {}

  bool AreFree(ThreadId a, ThreadId b) const { return !of_a[a.value].valid() && !of_b[b.value].valid(); }
  void Join(ThreadId a, ThreadId b) {
    of_a[a.value] = b;
    of_b[b.value] = a;
  }
};

// Returns the position of each thread among the threads of its rank; threads are sorted by rank.
std::vector<std::uint32_t> PlacesInRank(const Trace& trace) {
  std::vector<std::uint32_t> places;
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    const bool first = t == 0 || trace.threads[t - 1].rank != trace.threads[t].rank;
    places.push_back(first ? 0 : places.back() + 1);
  }
  return places;
}

// Merges two lists that are sorted by (rank, position in rank).
ThreadMatches PairByRank(const Trace& a, const Trace& b) {
  ThreadMatches matches(a.threads.size(), b.threads.size());
  const std::vector<std::uint32_t> a_places = PlacesInRank(a), b_places = PlacesInRank(b);
  std::size_t i = 0, j = 0;
  while (i < a.threads.size() && j < b.threads.size()) {
    const std::pair a_key(a.threads[i].rank, a_places[i]), b_key(b.threads[j].rank, b_places[j]);
    if (a_key == b_key) matches.Join(ThreadId(i), ThreadId(j));
    const bool a_next = a_key <= b_key, b_next = b_key <= a_key;
    i += a_next;
    j += b_next;
  }
  return matches;
}

// Number of calls from one function to another.
struct CallCount {
  std::uint64_t arc = 0;  // upper 32 bits: caller + 1, or 0 on the top level; lower 32 bits: callee
  std::uint64_t calls = 0;
};

// Returns the call counts of a tree's arcs, sorted by arc.
std::vector<CallCount> CountArcs(const CallTree& tree, const std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint64_t> arcs;
  std::vector<std::uint32_t> open;
  arcs.reserve(tree.size());
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    while (!open.empty() && tree.end[open.back()] <= row) open.pop_back();
    std::uint64_t caller = 0;
    if (!open.empty()) caller += std::uint64_t{1} + ranks[tree.function[open.back()].value];
    arcs.push_back(caller << 32 | ranks[tree.function[row].value]);
    open.push_back(row);
  }
  std::ranges::sort(arcs);
  std::vector<CallCount> counts;
  for (std::uint64_t arc : arcs) {
    if (counts.empty() || counts.back().arc != arc) counts.push_back({arc, 0});
    ++counts.back().calls;
  }
  return counts;
}

// Returns the weighted Jaccard index, from 0 to 1: 1 if both threads have the same arcs with the same counts, 0 if
// neither has calls.
double Similarity(const std::vector<CallCount>& a, const std::vector<CallCount>& b) {
  std::uint64_t common = 0, either = 0;
  auto i = a.begin(), j = b.begin();
  while (i != a.end() || j != b.end()) {
    const bool in_a = i != a.end() && (j == b.end() || i->arc <= j->arc);
    const bool in_b = j != b.end() && (i == a.end() || j->arc <= i->arc);
    const std::uint64_t a_calls = in_a ? (i++)->calls : 0, b_calls = in_b ? (j++)->calls : 0;
    common += std::min(a_calls, b_calls);
    either += std::max(a_calls, b_calls);
  }
  return either == 0 ? 0 : static_cast<double>(common) / static_cast<double>(either);
}

struct Candidate {
  double similarity = 0;
  ThreadId a, b;
  std::uint32_t ranks_apart = 0, places_apart = 0;

  // Returns the sort key: similarity, then distances of ranks and of positions, then threads. Exchanging the traces
  // changes only the last element of the key, and therefore only the order of the pairs (x, y) and (y, x). These two
  // pairs do not exclude each other, so the same pairs are chosen.
  auto Key() const { return std::tuple(-similarity, ranks_apart, places_apart, std::min(a, b), std::max(a, b), a); }
};

std::uint32_t Apart(std::uint32_t x, std::uint32_t y) { return x < y ? y - x : x - y; }

std::vector<Candidate> FindCandidates(const Trace& a, const Trace& b) {
  const NameRanks ranks = RankNames(a.names, b.names);
  const std::vector<std::uint32_t> a_places = PlacesInRank(a), b_places = PlacesInRank(b);
  std::vector<std::vector<CallCount>> b_counts;
  for (const ThreadTrace& thread : b.threads) b_counts.push_back(CountArcs(thread.calls, ranks.b));
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < a.threads.size(); ++i) {
    const std::vector<CallCount> a_counts = CountArcs(a.threads[i].calls, ranks.a);
    for (std::size_t j = 0; j < b.threads.size(); ++j) {
      const double similarity = Similarity(a_counts, b_counts[j]);
      if (similarity == 0) continue;
      candidates.push_back({similarity, ThreadId(i), ThreadId(j), Apart(a.threads[i].rank, b.threads[j].rank),
                            Apart(a_places[i], b_places[j])});
    }
  }
  return candidates;
}

ThreadMatches PairBySimilarity(const Trace& a, const Trace& b) {
  ThreadMatches matches(a.threads.size(), b.threads.size());
  std::vector<Candidate> candidates = FindCandidates(a, b);
  std::ranges::sort(candidates, {}, &Candidate::Key);
  for (const Candidate& candidate : candidates) {
    if (matches.AreFree(candidate.a, candidate.b)) matches.Join(candidate.a, candidate.b);
  }
  return matches;
}

}  // namespace

std::vector<std::pair<ThreadId, ThreadId>> PairThreads(const Trace& a, const Trace& b, PairBy by) {
  const ThreadMatches matches = by == PairBy::kRank ? PairByRank(a, b) : PairBySimilarity(a, b);
  std::vector<std::pair<ThreadId, ThreadId>> pairs;
  for (std::size_t i = 0; i < a.threads.size(); ++i) pairs.emplace_back(ThreadId(i), matches.of_a[i]);
  for (std::size_t j = 0; j < b.threads.size(); ++j) {
    if (!matches.of_b[j].valid()) pairs.emplace_back(ThreadId(), ThreadId(j));
  }
  return pairs;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs threads by the similarity of their calls: the weighted Jaccard index of the arc counts (sum of minima divided
// by sum of maxima). The most similar threads are paired first (greedy). Tests:
// tests/unit/analyze/align/pair_threads_test.cpp.
#include <algorithm>
#include <compare>
#include <functional>
#include <tuple>
#include <utility>

#include "analyze/align/thread_matches.h"
#include "analyze/align/tree_pair.h"

namespace profdiff {
namespace {

// Returns the position of each thread among the threads of its rank; threads are sorted by rank.
std::vector<std::uint32_t> PlacesInRank(const Trace& trace) {
  std::vector<std::uint32_t> places;
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    const bool first = t == 0 || trace.threads[t - 1].rank != trace.threads[t].rank;
    places.push_back(first ? 0 : places.back() + 1);
  }
  return places;
}

// Number of calls from one function to another.
struct CallCount {
  std::uint64_t arc = 0;  // upper 32 bits: caller + 1, or 0 on the top level; lower 32 bits: callee
  std::uint64_t calls = 0;

  friend auto operator<=>(const CallCount&,
                          const CallCount&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 bug
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

// The threads of one trace, as far as similarity needs them.
struct CountedThreads {
  const Trace& trace;
  std::vector<std::uint32_t> places;
  std::vector<std::vector<CallCount>> counts;  // by thread

  CountedThreads(const Trace& of, const std::vector<std::uint32_t>& ranks) : trace(of), places(PlacesInRank(of)) {
    for (const ThreadTrace& thread : of.threads) counts.push_back(CountArcs(thread.calls, ranks));
  }
  std::uint32_t RankOf(std::size_t thread) const { return trace.threads[thread].rank; }
};

// Compares threads by their counts and, if asked to, by rank and position.
std::strong_ordering Compare(const CountedThreads& a, std::size_t i, const CountedThreads& b, std::size_t j,
                             bool same_place) {
  const std::strong_ordering order = a.counts[i] <=> b.counts[j];
  if (order != 0 || !same_place) return order;
  return std::pair(a.RankOf(i), a.places[i]) <=> std::pair(b.RankOf(j), b.places[j]);
}

// Pairs threads with the same counts: first those of the same rank and position, then the others in order.
void PairEqualThreads(const CountedThreads& a, const CountedThreads& b, ThreadMatches& matches) {
  const auto sorted = [](const CountedThreads& threads, const std::vector<ThreadId>& partners) {
    std::vector<std::size_t> order;
    for (const ThreadId thread : Unmatched(partners)) order.push_back(thread.value);
    std::ranges::stable_sort(order, {},
                             [&](std::size_t t) -> const std::vector<CallCount>& { return threads.counts[t]; });
    return order;
  };
  for (const bool same_place : {true, false}) {
    const std::vector<std::size_t> of_a = sorted(a, matches.of_a), of_b = sorted(b, matches.of_b);
    for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
      const auto order = Compare(a, of_a[i], b, of_b[j], same_place);
      if (order == 0 && !a.counts[of_a[i]].empty()) matches.Join(ThreadId(of_a[i]), ThreadId(of_b[j]));
      i += order <= 0;
      j += order >= 0;
    }
  }
}

std::uint64_t CallsOf(const std::vector<CallCount>& counts) {
  std::uint64_t calls = 0;
  for (const CallCount& count : counts) calls += count.calls;
  return calls;
}

using ThreadPair = std::pair<std::size_t, std::size_t>;
constexpr std::size_t kNear = 16;

// Returns pairs of threads with about the same number of calls: each thread with the kNear threads of the other trace
// before and after it in the order of numbers of calls.
std::vector<ThreadPair> PairsOfSimilarSize(const CountedThreads& a, const CountedThreads& b,
                                           const ThreadMatches& matches) {
  const auto sorted = [](const CountedThreads& threads, const std::vector<ThreadId>& partners) {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (const ThreadId t : Unmatched(partners)) order.emplace_back(CallsOf(threads.counts[t.value]), t.value);
    std::ranges::sort(order);
    return order;
  };
  const auto of_a = sorted(a, matches.of_a), of_b = sorted(b, matches.of_b);
  std::vector<ThreadPair> pairs;
  const auto add = [&pairs](const auto& from, const auto& to, bool swapped) {
    for (const auto& [calls, thread] : from) {
      const std::size_t low =
          static_cast<std::size_t>(std::ranges::lower_bound(to, std::pair(calls, std::size_t{0})) - to.begin());
      for (std::size_t k = low - std::min(low, kNear); k < std::min(to.size(), low + kNear); ++k) {
        pairs.emplace_back(swapped ? to[k].second : thread, swapped ? thread : to[k].second);
      }
    }
  };
  add(of_a, of_b, false);
  add(of_b, of_a, true);
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<ThreadPair> AllPairs(const ThreadMatches& matches) {
  std::vector<ThreadPair> pairs;
  const std::vector<ThreadId> of_b = Unmatched(matches.of_b);
  for (const ThreadId i : Unmatched(matches.of_a)) {
    for (const ThreadId j : of_b) pairs.emplace_back(i.value, j.value);
  }
  return pairs;
}

std::vector<Candidate> Candidates(const CountedThreads& a, const CountedThreads& b,
                                  const std::vector<ThreadPair>& pairs) {
  std::vector<Candidate> candidates;
  for (const auto& [i, j] : pairs) {
    const double similarity = Similarity(a.counts[i], b.counts[j]);
    if (similarity == 0) continue;
    candidates.push_back(
        {similarity, ThreadId(i), ThreadId(j), Apart(a.RankOf(i), b.RankOf(j)), Apart(a.places[i], b.places[j])});
  }
  return candidates;
}

}  // namespace

// With many threads, those with the same counts are paired without a search, and the others are compared only with
// threads of about the same number of calls: 8,000 threads on each side have 64 million pairs.
ThreadMatches PairBySimilarity(const Trace& a, const Trace& b) {
  constexpr std::size_t kMostPairs = std::size_t{1} << 18;
  ThreadMatches matches(a.threads.size(), b.threads.size());
  const NameRanks ranks = RankNames(a.names, b.names);
  const CountedThreads of_a(a, ranks.a), of_b(b, ranks.b);
  const bool are_many = a.threads.size() * b.threads.size() > kMostPairs;
  if (are_many) PairEqualThreads(of_a, of_b, matches);
  std::vector<Candidate> candidates =
      Candidates(of_a, of_b, are_many ? PairsOfSimilarSize(of_a, of_b, matches) : AllPairs(matches));
  std::ranges::sort(candidates, {}, &Candidate::Key);
  for (const Candidate& candidate : candidates) {
    if (matches.AreFree(candidate.a, candidate.b)) matches.Join(candidate.a, candidate.b);
  }
  return matches;
}

}  // namespace profdiff

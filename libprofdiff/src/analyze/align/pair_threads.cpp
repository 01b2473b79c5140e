// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs the threads of two traces by rank, name and order.
// Tests: tests/unit/analyze/align/pair_threads_test.cpp.
#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include "analyze/align/thread_matches.h"
#include "profdiff/alignment.h"

namespace profdiff {
namespace {

// Returns a name with each run of digits replaced by "#": process and thread numbers in names change with each run.
std::string WithoutNumbers(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) {
      text += c;
    } else if (!text.ends_with('#')) {
      text += '#';
    }
  }
  return text;
}

// Returns a name without the numbers of the process: ranks of one run have the same streams, but other processes.
std::string WithoutProcessNumbers(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) return name;
  return WithoutNumbers(std::string_view(name).substr(0, slash)) + name.substr(slash);
}

std::uint64_t FirstTime(const ThreadTrace& thread) { return thread.calls.start.empty() ? 0 : thread.calls.start[0]; }

// Pairs threads whose ranks and keys are equal, in the order of their first calls. A thread with an empty key is left.
template <class KeyOf>
void PairByKey(const Trace& a, const Trace& b, const KeyOf& key_of, ThreadMatches& matches) {
  using Key = std::pair<std::uint32_t, std::string>;
  const auto sorted = [&](const Trace& trace, const std::vector<ThreadId>& partners) {
    std::vector<std::tuple<Key, std::uint64_t, std::size_t>> threads;
    for (std::size_t t = 0; t < trace.threads.size(); ++t) {
      const ThreadTrace& thread = trace.threads[t];
      if (partners[t].valid() || thread.name.empty()) continue;
      threads.emplace_back(Key(thread.rank, key_of(thread.name)), FirstTime(thread), t);
    }
    std::ranges::sort(threads);
    return threads;
  };
  const auto of_a = sorted(a, matches.of_a), of_b = sorted(b, matches.of_b);
  auto i = of_a.begin(), j = of_b.begin();
  while (i != of_a.end() && j != of_b.end()) {
    const Key &a_key = std::get<0>(*i), &b_key = std::get<0>(*j);
    if (a_key == b_key) matches.Join(ThreadId(std::get<2>(*i)), ThreadId(std::get<2>(*j)));
    const bool a_next = a_key <= b_key, b_next = b_key <= a_key;
    i += a_next;
    j += b_next;
  }
}

// Pairs the threads that names leave over by their order in the rank. Two threads with different names are a pair only
// if nothing else is left of their rank.
void PairInOrder(const Trace& a, const Trace& b, ThreadMatches& matches) {
  const std::vector<ThreadId> of_a = Unmatched(matches.of_a), of_b = Unmatched(matches.of_b);
  const auto end_of_rank = [](const Trace& trace, const std::vector<ThreadId>& threads, std::size_t first) {
    std::size_t end = first;
    while (end < threads.size() && trace.threads[threads[end].value].rank == trace.threads[threads[first].value].rank) {
      ++end;
    }
    return end;
  };
  for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
    const std::uint32_t a_rank = a.threads[of_a[i].value].rank, b_rank = b.threads[of_b[j].value].rank;
    const std::size_t a_end = end_of_rank(a, of_a, i), b_end = end_of_rank(b, of_b, j);
    const bool are_last = a_end - i == 1 && b_end - j == 1;
    for (std::size_t k = 0; a_rank == b_rank && k < std::min(a_end - i, b_end - j); ++k) {
      const ThreadId of_one = of_a[i + k], of_other = of_b[j + k];
      const bool named = !a.threads[of_one.value].name.empty() && !b.threads[of_other.value].name.empty();
      if (!named || are_last) matches.Join(of_one, of_other);
    }
    if (a_rank <= b_rank) i = a_end;
    if (b_rank <= a_rank) j = b_end;
  }
}

ThreadMatches PairByRank(const Trace& a, const Trace& b) {
  ThreadMatches matches(a.threads.size(), b.threads.size());
  PairByKey(
      a, b, [](const std::string& name) { return name; }, matches);
  PairByKey(a, b, WithoutProcessNumbers, matches);
  PairByKey(a, b, WithoutNumbers, matches);
  PairInOrder(a, b, matches);
  return matches;
}

}  // namespace

std::vector<ThreadId> Unmatched(const std::vector<ThreadId>& partners) {
  std::vector<ThreadId> left;
  for (std::size_t t = 0; t < partners.size(); ++t) {
    if (!partners[t].valid()) left.emplace_back(t);
  }
  return left;
}

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

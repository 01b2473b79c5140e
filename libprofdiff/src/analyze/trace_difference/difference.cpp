// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the difference of two aligned traces, one pair of threads after the other. Each pair has its own tally, so
// no locks are needed; tallies are added up in order and freed immediately.
// Tests: tests/unit/analyze/trace_difference/difference_test.cpp.
#include <algorithm>
#include <memory>

#include "analyze/trace_difference/tally.h"
#include "base/decimals.h"
#include "base/in_order.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "values/trace_changes.h"

namespace profdiff {
namespace {

class Subtraction {
 public:
  Subtraction(const Trace& a, const Trace& b, const Alignment& alignment, const TraceDifferenceOptions& options)
      : a_(a), b_(b), alignment_(alignment), options_(options), ranks_(RankNames(a.names, b.names)) {
    // Sums by function are indexed by the rank of the name. Ranks are consecutive numbers for the names of both traces
    // together.
    for (const std::vector<std::uint32_t>* ranks : {&ranks_.a, &ranks_.b}) {
      for (std::uint32_t rank : *ranks) names_ = std::max<std::size_t>(names_, rank + std::size_t{1});
    }
  }

  TraceDifference Run() {
    TraceDifference result;
    TraceTally all(names_, options_.top);
    std::vector<std::unique_ptr<TraceTally>> tallies(alignment_.threads.size());
    result.threads.reserve(tallies.size());
    auto work = [&](std::size_t i) { tallies[i] = std::make_unique<TraceTally>(Count(i)); };
    auto finish = [&](std::size_t i) {
      result.threads.push_back(tallies[i]->totals);
      AddPaths(tallies[i]->paths, result.paths);
      all += *tallies[i];
      tallies[i].reset();
    };
    // Keeps only a few tallies at a time, as each has an entry for every function.
    const unsigned threads = ThreadsFor(Calls(), std::max(1U, options_.threads));
    WorkInOrder(tallies.size(), threads, work, finish, Waiting::kFew);
    result.all = all.totals;
    result.functions = TakeFunctions(all);
    result.largest = all.largest.Take();
    return result;
  }

 private:
  std::size_t Calls() const {
    std::size_t calls = 0;
    for (const ThreadTrace& thread : a_.threads) calls += thread.calls.size();
    return calls;
  }

  static const CallTree& CallsOf(const Trace& trace, ThreadId thread, const CallTree& none) {
    if (!thread.valid()) return none;
    if (thread.value >= trace.threads.size())
      throw Error(ErrorCode::kBadArgument, "the alignment belongs to other traces");
    return trace.threads[thread.value].calls;
  }

  TraceTally Count(std::size_t thread) const {
    const CallTree none;
    const ThreadAlignment& alignment = alignment_.threads[thread];
    const TreePair trees(CallsOf(a_, alignment.a, none), CallsOf(b_, alignment.b, none), ranks_);
    const PairToSubtract pair{trees, alignment, thread, options_.top_by};
    TraceTally tally(names_, options_.top);
    CountCalls(trees, ranks_, tally);
    alignment_.flat ? CountFlatBlocks(pair, tally) : CountTreeBlocks(pair, tally);
    return tally;
  }

  static void AddPaths(std::vector<PathDifference>& of_pair, std::vector<PathDifference>& all) {
    for (PathDifference& path : of_pair) path.end += all.size();
    all.insert(all.end(), of_pair.begin(), of_pair.end());
  }

  // Moves the functions out of the sums and adds their ids. Ranks of names are in alphabetical order, and so is the
  // result.
  std::vector<FunctionDifference> TakeFunctions(TraceTally& all) const {
    for (std::size_t id = 0; id < ranks_.a.size(); ++id) all.functions[ranks_.a[id]].a = NameId(id);
    for (std::size_t id = 0; id < ranks_.b.size(); ++id) all.functions[ranks_.b[id]].b = NameId(id);
    std::erase_if(all.functions, [](const FunctionDifference& f) { return f.calls_a == 0 && f.calls_b == 0; });
    return std::move(all.functions);
  }

  const Trace &a_, &b_;
  const Alignment& alignment_;
  const TraceDifferenceOptions& options_;
  const NameRanks ranks_;
  std::size_t names_ = 0;
};

}  // namespace

TraceDifference SubtractTraces(const Trace& a, const Trace& b, const Alignment& alignment,
                               const TraceDifferenceOptions& options) {
  return Subtraction(a, b, alignment, options).Run();
}

std::uint64_t SumOfChanges(const TraceDifference& difference) {
  std::uint64_t sum = 0;
  for (const PathDifference& path : difference.paths) sum += Magnitude(path.part_a - path.part_b);
  return sum;
}

std::int64_t SelfTime(const CallTree& calls, CallId call) {
  auto self = static_cast<std::int64_t>(calls.duration[call.value]);
  for (std::uint32_t row = call.value + 1; row < calls.end[call.value]; row = calls.end[row]) {
    self -= static_cast<std::int64_t>(calls.duration[row]);
  }
  return self;
}

std::vector<CallId> CallPath(const CallTree& calls, CallId call) {
  std::vector<CallId> path;
  std::uint32_t row = 0;
  // Descends from the top level: if the subtree of a row ends at or before the call, the subtree is skipped; any other
  // row is an ancestor of the call or the call itself.
  while (row <= call.value) {
    if (calls.end[row] <= call.value) {
      row = calls.end[row];
    } else {
      path.emplace_back(std::size_t{row++});
    }
  }
  return path;
}

}  // namespace profdiff

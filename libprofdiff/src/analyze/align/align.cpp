// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns two executions: pairs their threads, and aligns the calls of each pair.
// Tests: tests/unit/analyze/align/align_test.cpp.
#include <algorithm>

#include "analyze/align/lists.h"
#include "analyze/align/tree_aligner.h"
#include "base/in_order.h"
#include "profdiff/alignment.h"

namespace profdiff {
namespace {

class TraceAligner {
 public:
  TraceAligner(const Trace& a, const Trace& b, const AlignOptions& options)
      : a_(a), b_(b), options_(options), ranks_(RankNames(a.names, b.names)) {
    CostsOf(options.scores);  // throws for invalid scores, before any work is done
  }

  Alignment Run() {
    Alignment alignment;
    alignment.flat = options_.flat;
    const std::vector<std::pair<ThreadId, ThreadId>> pairs = PairThreads(a_, b_, options_.pair);
    alignment.threads.reserve(pairs.size());
    for (const auto& [a, b] : pairs) alignment.threads.push_back({a, b, {}, 0, 0});
    std::uint64_t calls = 0;
    for (const ThreadTrace& thread : a_.threads) calls += thread.calls.size();
    for (const ThreadTrace& thread : b_.threads) calls += thread.calls.size();
    // Divides the maximum number of steps among lists in proportion to their numbers of calls. If lists simply used up
    // the steps one after another, the result would depend on the order in which they are aligned.
    steps_per_call_ = static_cast<double>(options_.effort) / static_cast<double>(std::max<std::uint64_t>(calls, 1));
    AlignThreads(alignment.threads, ThreadsFor(calls, std::max(1U, options_.threads)));
    return alignment;
  }

 private:
  void AlignThreads(std::vector<ThreadAlignment>& pairs, unsigned threads) const {
    // Aligns pairs of recorded threads in parallel. If there are more worker threads than pairs, several workers align
    // the lists of each pair.
    const auto together = static_cast<unsigned>(std::clamp<std::size_t>(pairs.size(), 1, threads));
    auto work = [&](std::size_t i) { AlignPair(pairs[i], threads / together); };
    WorkInOrder(pairs.size(), together, work, [](std::size_t) {});
  }

  void AlignPair(ThreadAlignment& pair, unsigned threads) const {
    const CallTree none;
    const TreePair trees(pair.a.valid() ? a_.threads[pair.a.value].calls : none,
                         pair.b.valid() ? b_.threads[pair.b.value].calls : none, ranks_);
    if (options_.flat) {
      AlignFlat(trees, pair);
    } else {
      AlignTrees(trees, options_, steps_per_call_, threads, pair);
    }
  }

  // Aligns whole sequences of activations. A call has about two activations, so each activation gets half the steps of
  // a call.
  void AlignFlat(const TreePair& trees, ThreadAlignment& pair) const {
    std::vector<std::uint32_t> a, b;
    for (CallId call : ActivationSequence(trees.a())) a.push_back(trees.SymbolA(call.value));
    for (CallId call : ActivationSequence(trees.b())) b.push_back(trees.SymbolB(call.value));
    const double steps = steps_per_call_ * static_cast<double>(a.size() + b.size()) / 2;
    ThreadAlignment flat = AlignSequences(a, b, options_.scores, static_cast<std::uint64_t>(std::min(steps, 1e18)));
    flat.a = pair.a;
    flat.b = pair.b;
    pair = std::move(flat);
  }

  const Trace &a_, &b_;
  const AlignOptions& options_;
  const NameRanks ranks_;
  double steps_per_call_ = 0;
};

}  // namespace

Alignment Align(const Trace& a, const Trace& b, const AlignOptions& options) {
  return TraceAligner(a, b, options).Run();
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Compares threads by pairs of entries with their frequencies: of the six kinds of attributes, these describe a trace
// in most detail.
#include "analyze/ranking/run_finder.h"

#include "values/thread_attributes.h"

namespace profdiff {

const AttributeSet* FindSet(const FoldedTraces& folded, const ThreadAttributes& attributes, std::size_t run,
                            ThreadKey id) {
  const FoldedThread* thread = folded.Find(run, id);
  if (thread == nullptr) return nullptr;
  return &attributes.runs[run][static_cast<std::size_t>(thread - folded.runs[run].data())];
}

RunFinder::RunFinder(const FoldedTraces& folded, std::size_t good_runs)
    : folded_(folded),
      good_runs_(good_runs),
      attributes_(FindAttributes(folded, {AttributeOf::kPairs, AttributeFrequency::kActual})) {}

std::optional<std::size_t> RunFinder::Find(std::size_t bad_run, ThreadKey a, ThreadKey b) const {
  const auto set_of = [&](std::size_t run, ThreadKey id) { return FindSet(folded_, attributes_, run, id); };
  const AttributeSet *bad_a = set_of(bad_run, a), *bad_b = set_of(bad_run, b);
  if (bad_a == nullptr || bad_b == nullptr) return {};
  std::optional<std::size_t> best;
  double most = -1;
  for (std::size_t run = 0; run < good_runs_; ++run) {
    const AttributeSet *good_a = set_of(run, a), *good_b = set_of(run, b);
    if (good_a == nullptr || good_b == nullptr) continue;
    const double similarity = Similarity(*bad_a, *good_a) + Similarity(*bad_b, *good_b);
    if (similarity <= most) continue;
    most = similarity;
    best = run;
  }
  return best;
}

}  // namespace profdiff

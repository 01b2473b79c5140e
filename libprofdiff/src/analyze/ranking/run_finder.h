// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the good run in which threads are most similar to the same threads of a bad run.
// Tests: tests/unit/analyze/ranking/diff_nlr_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_RUN_FINDER_H_
#define PROFDIFF_ANALYZE_RANKING_RUN_FINDER_H_

#include <cstddef>
#include <optional>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

// Returns the attributes of a thread in a run; null if the run lacks the thread.
const AttributeSet* FindSet(const FoldedTraces& folded, const ThreadAttributes& attributes, std::size_t run,
                            ThreadKey id);

class RunFinder {
 public:
  RunFinder(const FoldedTraces& folded, std::size_t good_runs);

  // Returns the good run in which the threads `a` and `b`, which may be equal, are most similar to the same threads of
  // the bad run. If several runs are equally similar, returns the first one. Returns nullopt if no good run has both
  // threads.
  std::optional<std::size_t> Find(std::size_t bad_run, ThreadKey a, ThreadKey b) const;

 private:
  const FoldedTraces& folded_;
  const std::size_t good_runs_;
  const ThreadAttributes attributes_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_RUN_FINDER_H_

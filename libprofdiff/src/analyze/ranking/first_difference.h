// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the first call of a thread in a bad run that differs from the good runs.
// Tests: tests/unit/analyze/ranking/rank_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_FIRST_DIFFERENCE_H_
#define PROFDIFF_ANALYZE_RANKING_FIRST_DIFFERENCE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "analyze/loops/fold.h"
#include "analyze/loops/folded_cursor.h"
#include "analyze/ranking/call_counts.h"
#include "analyze/ranking/run_finder.h"
#include "profdiff/ranking.h"

namespace profdiff {

class DifferenceFinder {
 public:
  // `good_runs` is the number of good runs, which come first in `folded`. `counts` must come from the same runs.
  DifferenceFinder(std::size_t good_runs, const FoldedTraces& folded, const CallCounts& counts)
      : good_runs_(good_runs),
        folded_(folded),
        counts_(counts),
        finder_(folded, good_runs),
        lengths_(LoopLengths(folded)),
        returns_(FindReturns(folded)) {}

  // Returns the difference in the first bad run that has one; FirstDifference::time is not set.
  std::optional<FirstDifference> Find(ThreadKey id) const;

 private:
  std::optional<FirstDifference> FindInRun(std::size_t bad_run, ThreadKey id) const;
  std::optional<FirstDifference> FindPlace(const FoldedThread& bad, const FoldedThread& good,
                                           std::uint64_t& position) const;
  void Locate(std::uint64_t position, const FoldedThread& thread, FirstDifference& first) const;
  std::uint64_t LengthOf(const FoldedEntry& entry) const;
  bool SetRounds(const FoldedEntry& bad, const FoldedEntry& good, ThreadKey id, std::size_t number,
                 FirstDifference& first) const;

  const std::size_t good_runs_;
  const FoldedTraces& folded_;
  const CallCounts& counts_;
  const RunFinder finder_;
  const std::vector<std::uint64_t> lengths_;  // indexed by LoopId
  const NameId returns_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_FIRST_DIFFERENCE_H_

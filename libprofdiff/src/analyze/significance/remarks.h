// SPDX-License-Identifier: GPL-3.0-or-later
// Writes sentences for readers of a report: the limits of verdicts, and the data on which they are based.
// Test: tests/unit/analyze/significance/judge_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "analyze/significance/observed_times.h"
#include "profdiff/significance.h"

namespace profdiff {

// The variation between several runs of one program.
struct RunsRemark {
  bool is_known = false;
  double variation = 0;  // coefficient of variation between runs of one program
  bool is_poor = false;  // true if the variation is estimated from too few functions
};

// Adds remarks if there are too few samples or none, and if each side has only one run. `judged` is the number of
// functions that are tested, and `unit` is the unit of their times.
void RemarkOnTimes(const ObservedSides& sides, std::size_t judged, std::string_view unit, Significance& result);

// Adds remarks about how much runs differ, and stores the variation in result.run_variation.
void RemarkOnRuns(const RunsRemark& runs, Significance& result);

// Explains why an interval can exclude 0 although the verdict is "not significant": intervals are not corrected for
// multiple tests. `kind` is put before "difference": a word with a trailing space, or an empty string.
void RemarkOnMany(std::span<const Verdict> verdicts, std::size_t judged, std::string_view kind, Significance& result);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_

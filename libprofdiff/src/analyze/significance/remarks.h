// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences for the reader of a report: the limits of verdicts, and the data that they are based on.
// Test: tests/unit/analyze/significance/judge_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "analyze/significance/observed_times.h"
#include "profdiff/significance.h"

namespace profdiff {

// How much several runs of one program differ.
struct RunsRemark {
  bool is_known = false;
  double variation = 0;  // coefficient of variation between runs of one program
  bool is_poor = false;  // estimated from too few functions
};

// Reports too few samples or none, and a single run on each side. `judged` is the number of functions that are tested,
// `unit` the unit of their times.
void RemarkOnTimes(const ObservedSides& sides, std::size_t judged, std::string_view unit, Significance& result);

// Reports how much runs differ, and stores that in result.run_variation.
void RemarkOnRuns(const RunsRemark& runs, Significance& result);

// Explains why an interval can exclude 0 although the verdict is "not significant": intervals are not corrected for
// many tests. `kind` is a word before "difference", followed by a blank, or empty.
void RemarkOnMany(std::span<const Verdict> verdicts, std::size_t judged, std::string_view kind, Significance& result);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_

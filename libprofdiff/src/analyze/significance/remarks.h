// SPDX-License-Identifier: GPL-3.0-or-later
// Lines for people: what limits verdicts, and what they rest on.
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
  bool is_poor = false;  // of too few functions
};

// Too few samples, or none, or one run a side. `judged` is the number of functions, `unit` that of the times.
void RemarkOnTimes(const ObservedSides& sides, std::size_t judged, std::string_view unit, Significance& result);

// Sets the variation as well.
void RemarkOnRuns(const RunsRemark& runs, Significance& result);

// Says why an interval can leave out 0 where noise is said to explain the difference. `kind` is a word before
// "difference", with a blank, or nothing.
void RemarkOnMany(std::span<const Verdict> verdicts, std::size_t judged, std::string_view kind, Significance& result);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_REMARKS_H_

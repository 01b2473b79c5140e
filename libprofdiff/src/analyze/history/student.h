// SPDX-License-Identifier: GPL-3.0-or-later
// Student's t for splits of few values, whose noise is taken to be normally distributed.
// Test: tests/unit/analyze/history/steps_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_STUDENT_H_
#define PROFDIFF_ANALYZE_HISTORY_STUDENT_H_

#include <span>

#include "analyze/history/splits.h"

namespace profdiff {

inline constexpr std::size_t kFewestOfStudent = 2;  // values on each side of a split

// Returns the two-sided probability of Student's t with 2 or 3 degrees of freedom.
double StudentProbability(double t, int degrees);

// Returns the quantile of 97.5 % of Student's t.
double StudentQuantile(std::size_t degrees);

struct StudentSplit {
  std::size_t place = 0;   // 0: no split
  double probability = 1;  // multiplied by the number of splits
};
// Finds the split within parts with the least probability. At most 3 degrees of freedom are used, since the noise of
// few trials is often far from normal.
StudentSplit BestStudentSplit(std::span<const double> values, std::span<const Part> parts, double floor);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_STUDENT_H_

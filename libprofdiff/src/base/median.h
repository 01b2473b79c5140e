// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/base/median_test.cpp.
#ifndef PROFDIFF_BASE_MEDIAN_H_
#define PROFDIFF_BASE_MEDIAN_H_

#include <vector>

namespace profdiff {

// Returns the median: the mean of the two middle values if the number of values is even, and 0 if there are none.
double Median(std::vector<double> values);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_MEDIAN_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/base/median_test.cpp.
#ifndef PROFDIFF_BASE_MEDIAN_H_
#define PROFDIFF_BASE_MEDIAN_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profdiff {

// Returns the median: the mean of the two middle values if the number of values is even, and 0 if there are none.
inline double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  // nth_element leaves the lower half unsorted before `middle`; its largest value is the other middle value.
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_MEDIAN_H_

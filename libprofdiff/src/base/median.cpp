// SPDX-License-Identifier: GPL-3.0-or-later
// Not inline: where the list is made and freed in the same function, GCC 14 warns about an invalid pointer.
#include "base/median.h"

#include <algorithm>
#include <cstddef>

namespace profdiff {

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  // nth_element leaves the lower half unsorted before `middle`; its largest value is the other middle value.
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/addresses/phase_counts.h"

#include <utility>

namespace profdiff {

PhaseCounts PlacedCounts::Take(std::uint64_t first, std::uint64_t last) {
  const auto begin = counts_.lower_bound(first), end = counts_.upper_bound(last);
  if (begin == end) return std::move(none_);
  PhaseCounts sum = std::move(begin->second);
  for (auto place = std::next(begin); place != end; ++place) {
    sum.sums.Add(place->second.sums);
    if (sum.histogram) sum.histogram->Add(*place->second.histogram);
  }
  counts_.clear();
  last_ = nullptr;
  return sum;
}

}  // namespace profdiff

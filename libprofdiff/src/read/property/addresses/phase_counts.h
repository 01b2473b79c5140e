// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of the references in an address trace that are made while its phase runs.
// Tests: tests/unit/read/property/address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_PHASE_COUNTS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_PHASE_COUNTS_H_

#include <cstdint>
#include <map>
#include <optional>

#include "read/property/addresses/address_histogram.h"
#include "read/property/addresses/address_sums.h"

namespace profdiff {

struct PhaseCounts {
  AddressSums sums;
  std::optional<AddressHistogram> histogram;  // only if requested
};

// Counts by place. If the phase is a loop, the place is the last executed instruction of the loop's function; during a
// call from this function, it is the call instruction. Counts must be kept by instruction, because loops are known only
// at the end of a trace, and a pipe cannot be read twice. If the phase is not a loop, there is only one place.
class PlacedCounts {
 public:
  // `none`: empty counts, copied for each place.
  explicit PlacedCounts(PhaseCounts none) : none_(std::move(none)) {}

  // Returns the counts of a place; valid until the next call.
  PhaseCounts& At(std::uint64_t place) {
    if (last_ == nullptr || place != last_place_) last_ = &counts_.try_emplace(place, none_).first->second;
    last_place_ = place;
    return *last_;
  }
  // Removes and returns the sum of the counts of the places from `first` to `last`.
  PhaseCounts Take(std::uint64_t first, std::uint64_t last);

 private:
  PhaseCounts none_;
  std::map<std::uint64_t, PhaseCounts> counts_;  // by place
  PhaseCounts* last_ = nullptr;
  std::uint64_t last_place_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_PHASE_COUNTS_H_

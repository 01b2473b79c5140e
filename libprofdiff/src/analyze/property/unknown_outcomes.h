// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the regions in which properties are not applicable, with the reasons.
// Tests: tests/unit/analyze/property/unknown_outcomes_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_UNKNOWN_OUTCOMES_H_
#define PROFDIFF_ANALYZE_PROPERTY_UNKNOWN_OUTCOMES_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// The regions in which properties are not applicable. They are stored as ranges of adjacent regions, since a reason
// usually applies to many regions: with one entry for each region, 400,000 regions took 1.9 GB.
class UnknownOutcomes {
 public:
  void StartRegion(RegionId region) { regions_.push_back(region); }
  // Adds a property, given by its index, that is not applicable in the latest region passed to StartRegion.
  void Add(std::size_t property, std::string_view reason);

  // Returns entries sorted as described for Findings. If a property is not applicable in any region, always for the
  // same reason, it has a single entry without a region. `names` is indexed by property.
  std::vector<NotApplicable> Find(const std::vector<std::string_view>& names) const;
  // Returns the names of properties that are not applicable in any region, each with its reason in the first region.
  std::map<std::string, std::string> FindEverywhere(const std::vector<std::string_view>& names) const;

 private:
  struct Reason {
    std::string_view text;
    // Ranges [begin, end) of indices into regions_.
    std::vector<std::pair<std::size_t, std::size_t>> runs = {};
  };

  std::vector<RegionId> regions_;
  std::vector<std::vector<Reason>> of_property_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_UNKNOWN_OUTCOMES_H_

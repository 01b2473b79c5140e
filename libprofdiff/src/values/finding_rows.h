// SPDX-License-Identifier: GPL-3.0-or-later
// Adds findings to a stored trial, whose lists contain each region and each property only once.
// Tests: tests/unit/read/store/store_test.cpp.
#ifndef PROFDIFF_VALUES_FINDING_ROWS_H_
#define PROFDIFF_VALUES_FINDING_ROWS_H_

#include <cstdint>
#include <map>

#include "profdiff/store.h"

namespace profdiff {

class FindingRows {
 public:
  // Keeps the regions and properties that the trial already has.
  explicit FindingRows(StoredTrial& trial);

  // Appends a finding to the run, and sets the indices of its region and its property.
  void Add(StoredRun& run, const StoredRegion& region, const StoredProperty& property, StoredFinding finding);

 private:
  StoredTrial& trial_;
  std::map<StoredRegion, std::uint32_t> regions_;
  std::map<StoredProperty, std::uint32_t> properties_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_FINDING_ROWS_H_

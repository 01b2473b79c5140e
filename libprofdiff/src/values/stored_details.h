// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and kinds of functions in stored trials. Tests: tests/unit/read/store/store_test.cpp.
#ifndef PROFDIFF_VALUES_STORED_DETAILS_H_
#define PROFDIFF_VALUES_STORED_DETAILS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profdiff/store.h"

namespace profdiff {

// Sets what a trial knows about a function.
inline void SetDetails(StoredTrial& trial, std::uint32_t function, StoredDetails details) {
  if (details == StoredDetails()) return;
  if (trial.details.size() <= function) trial.details.resize(std::size_t{function} + 1);
  trial.details[function] = details;
}

// Stores and exports of earlier versions have details as metrics. Returns false for values of other metrics.
inline bool TakeOldDetail(StoredTrial& trial, std::uint32_t function, std::string_view metric, double value) {
  if (metric != "line" && metric != "kind") return false;
  StoredDetails details = function < trial.details.size() ? trial.details[function] : StoredDetails();
  // Limits the value, as a value from a damaged store may be too large for an integer.
  (metric == "line" ? details.line : details.kind) = static_cast<std::uint32_t>(std::clamp(value, 0.0, 4e9));
  SetDetails(trial, function, details);
  return true;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STORED_DETAILS_H_

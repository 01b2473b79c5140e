// SPDX-License-Identifier: GPL-3.0-or-later
// Times that were read from a listing of gprof, which prints them with two decimals.
// Tests: tests/unit/analyze/significance/judge_test.cpp.
#ifndef PROFDIFF_VALUES_LISTED_TIMES_H_
#define PROFDIFF_VALUES_LISTED_TIMES_H_

#include <optional>

#include "profdiff/profile.h"

namespace profdiff {

inline constexpr const char* kListingFormat = "listing";  // name of the format

// Returns the largest error of a time that rounding has caused, in its unit.
inline double RoundingOf(const std::optional<ProfileOrigin>& origin) {
  constexpr double kHalfDigit = 0.005;
  return origin && origin->format == kListingFormat ? kHalfDigit : 0;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LISTED_TIMES_H_

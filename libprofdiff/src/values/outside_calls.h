// SPDX-License-Identifier: GPL-3.0-or-later
// Calls from code outside of an image, which profiles of libraries have.
// Tests: tests/unit/analyze/profile/profile_test.cpp.
#ifndef PROFDIFF_VALUES_OUTSIDE_CALLS_H_
#define PROFDIFF_VALUES_OUTSIDE_CALLS_H_

#include <cstdint>

namespace profdiff {

// ArcRecord::from of a call from outside of the image. No instruction has this address.
inline constexpr std::uint64_t kOutsideCaller = ~std::uint64_t{0};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_OUTSIDE_CALLS_H_

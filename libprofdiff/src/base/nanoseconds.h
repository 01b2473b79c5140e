// SPDX-License-Identifier: GPL-3.0-or-later
// Times for comparison.
#ifndef PROFDIFF_BASE_NANOSECONDS_H_
#define PROFDIFF_BASE_NANOSECONDS_H_

#include <cmath>

namespace profdiff {

// The size of a time in whole nanoseconds, as no integer holds all of them. What is no number is smaller than any.
inline double WholeNanoseconds(double seconds) {
  return std::isfinite(seconds) ? std::round(std::abs(seconds) * 1e9) : -1;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NANOSECONDS_H_

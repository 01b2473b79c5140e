// SPDX-License-Identifier: GPL-3.0-or-later
// Times rounded for comparison.
#ifndef PROFDIFF_BASE_NANOSECONDS_H_
#define PROFDIFF_BASE_NANOSECONDS_H_

#include <cmath>

namespace profdiff {

// The absolute value of a time in whole nanoseconds, as a double because no integer type holds every time. NaN and
// infinity become -1, below every other time.
inline double WholeNanoseconds(double seconds) {
  return std::isfinite(seconds) ? std::round(std::abs(seconds) * 1e9) : -1;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NANOSECONDS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Times that are rounded so that they can be compared.
#ifndef PROFDIFF_BASE_NANOSECONDS_H_
#define PROFDIFF_BASE_NANOSECONDS_H_

#include <cmath>

namespace profdiff {

// Returns the absolute value of a time in whole nanoseconds. It is a double because no integer type can hold every
// time. NaN and infinity become -1, which is less than all other times.
inline double WholeNanoseconds(double seconds) {
  return std::isfinite(seconds) ? std::round(std::abs(seconds) * 1e9) : -1;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NANOSECONDS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of symbols in stores, and conversions of stored numbers.
#ifndef PROFDIFF_ANALYZE_STORE_METRICS_H_
#define PROFDIFF_ANALYZE_STORE_METRICS_H_

#include <cmath>
#include <cstdint>
#include <string_view>

#include "values/store_metrics.h"

namespace profdiff {

// Bits of StoredDetails::kind. They are part of the file format and must not change.
inline constexpr std::uint32_t kStaticKind = 1, kLabelKind = 2, kFileKind = 4, kExtraKind = 8;

// Returns the rate for a period. A rate close to a whole number is rounded to it: most rates are whole numbers, but 1 /
// (1 / rate) may differ from the rate because of rounding.
inline double RateOf(double period) {
  if (period <= 0) return 0;
  const double rate = 1 / period, whole = std::round(rate);
  return std::abs(rate - whole) <= 1e-12 * rate ? whole : rate;
}

// Returns the ticks for stored seconds. A number close to a multiple of 1/4096 is rounded to it, as attribution gives
// most functions whole, half or quarter ticks.
inline double TicksOf(double seconds, double period) {
  const double ticks = period > 0 ? seconds * RateOf(period) : seconds;
  const double near = std::round(ticks * 4096) / 4096;
  return std::abs(ticks - near) <= 1e-12 * std::abs(ticks) ? near : ticks;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_STORE_METRICS_H_

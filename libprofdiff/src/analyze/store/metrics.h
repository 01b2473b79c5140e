// SPDX-License-Identifier: GPL-3.0-or-later
// Names of metrics in stores, and numbers that follow from others.
#ifndef PROFDIFF_ANALYZE_STORE_METRICS_H_
#define PROFDIFF_ANALYZE_STORE_METRICS_H_

#include <cmath>
#include <string_view>

#include "values/store_metrics.h"

namespace profdiff {

// Bits of the metric `kind`, the kind of a symbol.
inline constexpr int kStaticKind = 1, kLabelKind = 2, kFileKind = 4, kExtraKind = 8;

// Rounds to a whole number if 1 / period nearly is one: rates nearly always are.
inline double RateOf(double period) {
  if (period <= 0) return 0;
  const double rate = 1 / period, whole = std::round(rate);
  return std::abs(rate - whole) <= 1e-12 * rate ? whole : rate;
}

// Rounds to 1/4096 of a sample if the number nearly is a multiple of it: most credits are whole, half or quarter
// samples.
inline double TicksOf(double seconds, double period) {
  const double ticks = period > 0 ? seconds * RateOf(period) : seconds;
  const double near = std::round(ticks * 4096) / 4096;
  return std::abs(ticks - near) <= 1e-12 * std::abs(ticks) ? near : ticks;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_STORE_METRICS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of symbols in stores, and numbers that are derived from stored ones.
#ifndef PROFDIFF_ANALYZE_STORE_METRICS_H_
#define PROFDIFF_ANALYZE_STORE_METRICS_H_

#include <cmath>
#include <string_view>

#include "values/store_metrics.h"

namespace profdiff {

// Bits of the metric `kind` of a symbol. Part of the file format: must not change.
inline constexpr int kStaticKind = 1, kLabelKind = 2, kFileKind = 4, kExtraKind = 8;

// The rate of a period: rounded to a whole number if it nearly is one, as rates mostly are, and 1 / (1 / rate) need not
// be the rate.
inline double RateOf(double period) {
  if (period <= 0) return 0;
  const double rate = 1 / period, whole = std::round(rate);
  return std::abs(rate - whole) <= 1e-12 * rate ? whole : rate;
}

// Ticks from stored seconds: rounded to 1/4096 of a sample if the number nearly is a multiple of that, as most credits
// are whole, half or quarter samples.
inline double TicksOf(double seconds, double period) {
  const double ticks = period > 0 ? seconds * RateOf(period) : seconds;
  const double near = std::round(ticks * 4096) / 4096;
  return std::abs(ticks - near) <= 1e-12 * std::abs(ticks) ? near : ticks;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_STORE_METRICS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements of one program by several monitors.
// Tests: tests/unit/analyze/property/search_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_
#define PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

#include <cstddef>
#include <limits>
#include <string>

#include "profdiff/properties.h"

namespace profdiff {

// The value of a metric that a recording lacks.
inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// Returns the index of a metric, which is added if it is new.
std::size_t AddMetric(Measurements& all, const std::string& name, const std::string& unit);

// Adds the regions and metrics of another recording. Known values are kept, and ids of known regions stay valid. If
// `is_sample` is set, the run of `more` did less work: its counts are scaled to those of `all` by the ratios of memory
// references in known regions.
void AddMeasurements(Measurements& all, Measurements more, bool is_sample = false);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

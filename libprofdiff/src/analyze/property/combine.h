// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements of one program by several monitors.
// Tests: tests/unit/analyze/property/search_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_
#define PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

#include "profdiff/properties.h"

namespace profdiff {

// Adds the regions and metrics of another recording. Known values are kept, and ids of known regions stay valid. If
// `is_sample` is set, the other run had less to do: its counts are scaled to the references of known regions.
void AddMeasurements(Measurements& all, Measurements more, bool is_sample = false);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

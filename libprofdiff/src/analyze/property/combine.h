// SPDX-License-Identifier: GPL-3.0-or-later
// What several monitors recorded of one program.
// Tests: tests/unit/analyze/property/search_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_
#define PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

#include "profdiff/properties.h"

namespace profdiff {

// Adds the regions and metrics of another recording; what is known already stays. Ids of regions that are there keep
// their meaning. Instances are not taken over.
void AddMeasurements(Measurements& all, Measurements more);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_COMBINE_H_

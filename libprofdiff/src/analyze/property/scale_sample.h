// SPDX-License-Identifier: GPL-3.0-or-later
// Scales the counts of a smaller run, so that they can be combined with those of the whole run.
// Tests: tests/unit/analyze/property/combine_test.cpp, tests/cli/search/passed_on.py.
#ifndef PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_
#define PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_

#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// `ids` has the region of `all` that matches each region of `sample`; invalid if there is none. If `all` has counts of
// references, the contexts of regions that only the sample executed are dropped, and a remark names their functions.
void ScaleSample(const Measurements& all, const std::vector<RegionId>& ids, Measurements& sample);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_

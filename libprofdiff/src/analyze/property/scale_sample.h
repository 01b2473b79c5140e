// SPDX-License-Identifier: GPL-3.0-or-later
// Scales the counts of a run that had less to do, so that they can be combined with those of the whole run.
// Tests: tests/unit/analyze/property/combine_test.cpp, tests/cli/search/passed_on.py.
#ifndef PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_
#define PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_

#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// `ids` are the regions of `all` that are the same as those of `sample`; invalid for others. If `all` was
// counted, regions that only the sample executed lose their contexts, which a remark states.
void ScaleSample(const Measurements& all, const std::vector<RegionId>& ids, Measurements& sample);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_SCALE_SAMPLE_H_

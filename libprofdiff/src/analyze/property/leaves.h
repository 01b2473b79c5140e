// SPDX-License-Identifier: GPL-3.0-or-later
// Marks findings that are not explained further by a finding of a nested region or by a refinement.
// Tests: tests/unit/analyze/property/find_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_LEAVES_H_
#define PROFDIFF_ANALYZE_PROPERTY_LEAVES_H_

#include "profdiff/properties.h"

namespace profdiff {

// Sets Finding::leaf of all findings.
void MarkLeaves(const Measurements& measurements, const PropertySet& set, Findings& findings);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_LEAVES_H_

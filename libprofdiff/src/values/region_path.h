// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of regions as text.
// Tests: tests/unit/report/property/texts_test.cpp.
#ifndef PROFDIFF_VALUES_REGION_PATH_H_
#define PROFDIFF_VALUES_REGION_PATH_H_

#include <string>

#include "profdiff/properties.h"

namespace profdiff {

// "main;solve;solve.c:12": the regions around it and itself, separated by semicolons; lines, and constructs whose line
// is known, by their place.
std::string RegionPath(const Measurements& measurements, RegionId region);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_REGION_PATH_H_

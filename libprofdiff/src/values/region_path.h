// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of regions as text.
// Tests: tests/unit/report/property/texts_test.cpp.
#ifndef PROFDIFF_VALUES_REGION_PATH_H_
#define PROFDIFF_VALUES_REGION_PATH_H_

#include <string>

#include "profdiff/properties.h"

namespace profdiff {

// Returns the names of the enclosing regions and of the region itself, separated by semicolons, for example
// "main;solve;solve.c:12". Lines, and constructs whose line is known, are named by their source position.
std::string RegionPath(const Measurements& measurements, RegionId region);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_REGION_PATH_H_

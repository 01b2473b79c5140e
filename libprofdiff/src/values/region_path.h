// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of regions as text.
// Tests: tests/unit/report/property/texts_test.cpp.
#ifndef PROFDIFF_VALUES_REGION_PATH_H_
#define PROFDIFF_VALUES_REGION_PATH_H_

#include <string>

#include "profdiff/properties.h"

namespace profdiff {

// Returns the enclosing regions and the region itself, separated by semicolons: "main;solve;solve.c:12". Lines, and
// constructs with a known line, are given by their source position.
std::string RegionPath(const Measurements& measurements, RegionId region);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_REGION_PATH_H_

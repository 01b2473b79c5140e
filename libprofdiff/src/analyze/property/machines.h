// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses recordings that cannot be compared.
// Tests: tests/unit/analyze/property/join_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_
#define PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_

#include "profdiff/properties.h"

namespace profdiff {

// Errors: kIncompatible if only one of the two recordings was made with a simulation of caches.
void RequireCaches(const Measurements& a, const Measurements& b);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_

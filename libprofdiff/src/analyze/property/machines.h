// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses recordings that cannot be compared.
// Tests: tests/unit/analyze/property/join_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_
#define PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_

#include "profdiff/properties.h"

namespace profdiff {

// True if the two recordings were made with different simulated caches; false if this is unknown for one of them.
// Errors: kIncompatible if only one of them was made with a simulation of caches.
bool HaveOtherCaches(const Measurements& a, const Measurements& b);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_MACHINES_H_

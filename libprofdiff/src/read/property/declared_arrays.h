// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the arrays of regions, from the debug information of their images.
// Tests: tests/cli/check/memory.py.
#ifndef PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_
#define PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_

#include "profdiff/properties.h"

namespace profdiff {

// Sets the arrays of functions to the arrays that they declare. The phase (Measurements::phase) also gets all arrays
// declared outside functions. Regions that have arrays already are unchanged; missing images are skipped.
void AddDeclaredArrays(Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of regions, from the debugging information of their images.
// Tests: tests/cli/check/memory.py.
#ifndef PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_
#define PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_

#include "profdiff/properties.h"

namespace profdiff {

// Adds to functions the arrays that they declare, and to the phase those outside of functions. Regions with arrays are
// unchanged, as are regions whose image is unknown or not there.
void AddDeclaredArrays(Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_DECLARED_ARRAYS_H_

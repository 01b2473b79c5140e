// SPDX-License-Identifier: GPL-3.0-or-later
// What this build can read of a program's structure.
#ifndef PROFDIFF_READ_PROPERTY_STRUCTURE_H_
#define PROFDIFF_READ_PROPERTY_STRUCTURE_H_

#include "profdiff/properties.h"

namespace profdiff {

// True if this build can read structure files (XML), which requires pugixml at compile time.
bool CanReadStructure();

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_STRUCTURE_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that an image's debug information declares.
// Tests: tests/unit/read/image/dwarf/variables_test.cpp, tests/cli/check/memory.py.
#ifndef PROFDIFF_READ_IMAGE_VARIABLES_H_
#define PROFDIFF_READ_IMAGE_VARIABLES_H_

#include <string>
#include <vector>

#include "read/image/dwarf/variables.h"

namespace profdiff {

// Returns an empty list if there is no debug information, or if it is in another file. Errors: as for ReadImage.
std::vector<DeclaredVariable> ReadDeclaredVariables(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_VARIABLES_H_

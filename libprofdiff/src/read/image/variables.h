// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that an image's debug information declares.
// Tests: tests/unit/read/image/dwarf/variables_test.cpp, tests/cli/check/memory.py.
#ifndef PROFDIFF_READ_IMAGE_VARIABLES_H_
#define PROFDIFF_READ_IMAGE_VARIABLES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profdiff {

// Like DwarfVariable, but owns its names.
struct DeclaredVariable {
  std::string function, name;
  bool is_array = false;
  std::optional<std::uint64_t> address;
  std::uint64_t bytes = 0;
};

// Returns an empty list if there is no debug information, or if it is in another file. Errors: as for ReadImage.
std::vector<DeclaredVariable> ReadDeclaredVariables(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_VARIABLES_H_

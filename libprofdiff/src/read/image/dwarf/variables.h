// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that a program declares: names, addresses and sizes. The symbol table contains neither the members of
// Fortran's common blocks nor the arrays of functions.
// Source: DWARF 5, sections 4.1, 4.2, 5.5 and 5.13. Tests: tests/unit/read/image/dwarf/variables_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_
#define PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "read/image/dwarf/sections.h"

namespace profdiff {

struct DwarfVariable {
  std::string_view function;  // linkage name or, if there is none, name; empty outside functions
  std::string_view name;
  bool is_array = false;
  std::optional<std::uint64_t> address;  // nullopt for variables in registers and on the stack
  std::uint64_t bytes = 0;               // 0 if unknown
};

// Returns the variables in the order of the sections; a common block is listed for each function that declares it.
// Stops at damage in a unit, and continues with the next unit. Parameters are included if they are arrays.
std::vector<DwarfVariable> ReadVariables(const DwarfSections& sections);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_

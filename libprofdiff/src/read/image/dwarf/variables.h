// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that a program declares: names, addresses and sizes. The symbol table contains neither the members of
// Fortran's common blocks nor the arrays of functions.
// Source: DWARF 5, sections 4.1, 4.2, 5.5 and 5.13. Tests: tests/unit/read/image/dwarf/variables_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_
#define PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/image/dwarf/sections.h"

namespace profdiff {

// A variable with its own copies of names, because it outlives the sections.
struct DeclaredVariable {
  std::string function;  // linkage name or, if there is none, name; empty outside functions
  std::string name;
  bool is_array = false;
  std::optional<std::uint64_t> address;  // nullopt for variables in registers and on the stack
  std::uint64_t bytes = 0;               // 0 if unknown
  // For variables in the frame of a call: the address of the function's code, and the distance of the variable from the
  // canonical frame address (CFA), which is the stack pointer before the call.
  std::optional<std::uint64_t> code = {};
  std::optional<std::int64_t> frame_offset = {};
};

// Returns the variables in section order; a common block is listed once for each function that declares it. Skips the
// rest of a damaged unit. Parameters are included only if they are arrays.
std::vector<DeclaredVariable> ReadVariables(const DwarfSections& sections);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_VARIABLES_H_

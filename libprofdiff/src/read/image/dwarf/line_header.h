// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a line program: parameters of its opcodes, and names of source files.
// Source: DWARF 5, section 6.2.4. Tests: tests/unit/read/image/dwarf/lines_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_LINE_HEADER_H_
#define PROFDIFF_READ_IMAGE_DWARF_LINE_HEADER_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/image/dwarf/cursor.h"
#include "read/image/dwarf/unit.h"

namespace profdiff {

struct LineHeader {
  struct File {
    std::string_view name;
    std::uint64_t folder = 0;
  };

  unsigned version = 0;
  std::uint8_t min_instruction_bytes = 1;
  std::uint8_t max_operations = 1;  // operations per instruction; above 1 only for VLIW machines
  std::int8_t line_base = 0;
  std::uint8_t line_range = 0;
  std::uint8_t opcode_base = 0;
  std::array<std::uint8_t, 256> operands{};  // number of LEB128 operands of each standard opcode
  std::string_view unit_folder;              // compilation directory of the unit
  std::vector<std::string_view> folders;
  std::vector<File> files;

  // Returns the path of the program's file `number`; "<unknown>" if there is no such file, or if the path is longer
  // than `budget`. Subtracts the length of the path from the budget.
  std::string Path(std::uint64_t number, std::uint64_t& budget) const;
};

// Reads the header, except for `unit_folder`, which the caller sets. The cursor must be at the version, and is left at
// the first opcode. Returns false if the header is damaged.
bool ReadLineHeader(DwarfCursor& cursor, const DwarfSections& sections, const DwarfUnit& unit, unsigned offset_bytes,
                    LineHeader& header);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_LINE_HEADER_H_

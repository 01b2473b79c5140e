// SPDX-License-Identifier: GPL-3.0-or-later
// What stands before a line program: how its opcodes count, and the names of the source files.
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
  std::uint8_t max_operations = 1;  // per instruction; above 1 for VLIW machines alone
  std::int8_t line_base = 0;
  std::uint8_t line_range = 0;
  std::uint8_t opcode_base = 0;
  std::array<std::uint8_t, 256> operands{};  // of standard opcodes: how many LEB128 numbers follow
  std::string_view unit_folder;              // where the compiler ran
  std::vector<std::string_view> folders;
  std::vector<File> files;

  // The path of the file that a program calls `number`; "<unknown>" if there is no such file, or the path is longer
  // than `budget`, which its length is taken from.
  std::string Path(std::uint64_t number, std::uint64_t& budget) const;
};

// Reads the header (all but the unit's folder) at the cursor, which stands at the version, and leaves the cursor at the
// first opcode. False if it is damaged.
bool ReadLineHeader(DwarfCursor& cursor, const DwarfSections& sections, const DwarfUnit& unit, unsigned offset_bytes,
                    LineHeader& header);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_LINE_HEADER_H_

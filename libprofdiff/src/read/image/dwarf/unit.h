// SPDX-License-Identifier: GPL-3.0-or-later
// The units of .debug_info.
// Source: DWARF 5, section 7.5.1. Tests: tests/unit/read/image/dwarf/unit_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_UNIT_H_
#define PROFDIFF_READ_IMAGE_DWARF_UNIT_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "read/image/dwarf/abbrev.h"
#include "read/image/dwarf/attribute.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

struct AddressRange {
  std::uint64_t low = 0, high = 0;  // [low, high)
};

// One unit and the attributes of its first entry. Offsets refer to .debug_info.
struct DwarfUnit {
  DwarfFormat format;
  std::size_t begin = 0;    // offset of the header
  std::size_t entries = 0;  // offset of the entries after the first one
  std::size_t end = 0;
  bool has_children = false;
  std::shared_ptr<const AbbrevTable> abbrevs;
  bool has_lines = false;
  std::uint64_t line_offset = 0;   // offset of the line program in .debug_line
  std::uint64_t base_address = 0;  // base of relative addresses in range lists
  std::uint64_t language = 0;
  std::string_view folder;  // compilation directory (DW_AT_comp_dir), without the name of the machine
  std::vector<AddressRange> ranges;
};

// Returns all units in order, up to the first damaged one: the data after it cannot be trusted.
std::vector<DwarfUnit> ReadUnits(const DwarfSections& sections);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_UNIT_H_

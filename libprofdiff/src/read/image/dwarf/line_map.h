// SPDX-License-Identifier: GPL-3.0-or-later
// Line and innermost function of every address, from all units of an image.
// Tests: tests/unit/read/image/dwarf/line_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_
#define PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "read/image/dwarf/blocks.h"
#include "read/image/dwarf/functions.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

// Shape: changes ascend by address.
struct DwarfLineMap {
  std::vector<LineChange> changes;
  std::vector<DwarfFunction> functions;
  std::vector<std::string> paths;
  bool is_sound = true;  // false: there is debug information that could not be read
};

// Addresses outside [low, high) are left out. Damaged units are left out.
// Cost: linear in the debug information, but for one sort.
DwarfLineMap MakeLineMap(const DwarfSections& sections, std::uint64_t low, std::uint64_t high, unsigned threads = 1);

// Right for these addresses, which ascend, and of no meaning for others. Units that say they have none of them are not
// read: libbfd does not read them either.
DwarfLineMap MakeLineMapOf(const DwarfSections& sections, const std::vector<std::uint64_t>& addresses,
                           unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_

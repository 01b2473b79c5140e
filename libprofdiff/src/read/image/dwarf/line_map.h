// SPDX-License-Identifier: GPL-3.0-or-later
// The line and the innermost function of every address, from all units of an image.
// Tests: tests/unit/read/image/dwarf/line_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_
#define PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_

#include <cstdint>
#include <vector>

#include "read/image/dwarf/blocks.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

// Returns the lines of the addresses in [low, high). Omits damaged units.
// Cost: linear in the debug information, plus one sort.
DwarfLineMap MakeLineMap(const DwarfSections& sections, std::uint64_t low, std::uint64_t high, unsigned threads = 1);

// Returns a map that is valid only for `addresses`, which must ascend. Units whose ranges contain none of them are not
// read, as in libbfd.
DwarfLineMap MakeLineMapOf(const DwarfSections& sections, const std::vector<std::uint64_t>& addresses,
                           unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_LINE_MAP_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Line and innermost function of every address, unit by unit: line programs and functions put together.
// Tests: tests/unit/read/dwarf/line_map_test.cpp.
#ifndef PROFDIFF_READ_DWARF_BLOCKS_H_
#define PROFDIFF_READ_DWARF_BLOCKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "read/dwarf/functions.h"
#include "read/dwarf/lines.h"
#include "read/dwarf/sections.h"

namespace profdiff {

// From `address` to the next change, code is of this line. Without a file, the line is not known.
struct LineChange {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint64_t address = 0;
  std::uint32_t file = kNone;      // index into the paths
  std::uint32_t line = 0;          // 0 if the compiler made the code up
  std::uint32_t function = kNone;  // index into the functions; none for code of assembler files
};

// A stretch of code that one unit knows a line or a function for, from its first byte to its last.
struct LineBlock {
  std::uint64_t low = 0, high = 0;   // [low, high)
  std::size_t first = 0, count = 0;  // of LineBlocks::changes
  std::uint64_t order = 0;           // where blocks overlap, the lowest wins
};

struct LineBlocks {
  std::vector<LineBlock> blocks;
  std::vector<LineChange> changes;
  std::vector<DwarfFunction> functions;
  std::vector<std::string> paths;
  std::vector<std::uint64_t> lost;  // addresses where libbfd 2.40 sees none of the blocks; ascending
  bool is_sound = true;             // false: a unit could not be read
};

// Blocks outside [low, high) are left out. Damaged units are left out. Of blocks that different units describe alike,
// the first one is kept.
LineBlocks CollectBlocks(const DwarfSections& sections, std::uint64_t low, std::uint64_t high);

}  // namespace profdiff

#endif  // PROFDIFF_READ_DWARF_BLOCKS_H_

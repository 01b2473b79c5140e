// SPDX-License-Identifier: GPL-3.0-or-later
// Line and innermost function of every address, unit by unit: line programs and functions put together.
// Tests: tests/unit/read/image/dwarf/line_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_
#define PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "read/image/dwarf/changes.h"
#include "read/image/dwarf/functions.h"
#include "read/image/dwarf/lines.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

// A stretch of code that one unit knows a line or a function for, from its first byte to its last.
struct LineBlock {
  std::uint64_t low = 0, high = 0;   // [low, high)
  std::size_t first = 0, count = 0;  // of LineBlocks::changes
  std::uint64_t order = 0;           // where blocks overlap, the lowest wins
};

struct LineBlocks {
  std::vector<LineBlock> blocks;
  // A gap that begins at 0; then the changes of the blocks, and behind those of each block the gap that begins there.
  std::vector<LineChange> changes;
  std::vector<DwarfFunction> functions;
  std::vector<std::string> paths;
  bool is_sound = true;  // false: a unit could not be read
};

// What is asked about: [low, high), and of that nothing but the addresses in `only`, which ascend, if there is one.
struct LineQuestions {
  std::uint64_t low = 0, high = 0;
  const std::vector<std::uint64_t>* only = nullptr;
};

// Blocks that nobody asks about are left out, and so are changes, where only some addresses are asked about. Damaged
// units are left out. Of blocks that different units describe alike, the first one is kept.
LineBlocks CollectBlocks(const DwarfSections& sections, const LineQuestions& questions, unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_

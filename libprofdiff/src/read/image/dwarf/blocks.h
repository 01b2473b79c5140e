// SPDX-License-Identifier: GPL-3.0-or-later
// The line and the innermost function of every address, unit by unit, found in line programs and in the entries of
// functions. Tests: tests/unit/read/image/dwarf/line_map_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_
#define PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "read/image/dwarf/changes.h"
#include "read/image/dwarf/functions.h"
#include "read/image/dwarf/sections.h"

namespace profdiff {

// A range of code for which one unit has lines or functions without a gap.
struct LineBlock {
  std::uint64_t low = 0, high = 0;   // [low, high)
  std::size_t first = 0, count = 0;  // the block's part of LineBlocks::changes
  std::uint64_t order = 0;           // if several blocks contain an address, the one with the lowest order is used
};

// The lines and functions of code. Shape: `changes` ascend by address.
struct DwarfLineMap {
  std::vector<LineChange> changes;
  std::vector<DwarfFunction> functions;
  std::vector<std::string> paths;
  bool is_sound = true;  // false if some debug information could not be read
};

// A line map whose blocks are not joined yet. `changes` begins with a gap from address 0. The changes of each block
// follow, with a gap after each block.
struct LineBlocks : DwarfLineMap {
  std::vector<LineBlock> blocks;
};

// The queried addresses: those in the ascending list `only`, or [low, high) if `only` is null.
struct LineQuestions {
  std::uint64_t low = 0, high = 0;
  const std::vector<std::uint64_t>* only = nullptr;
};

// Collects the blocks of all units. Omits damaged units, blocks without queried addresses and, with
// LineQuestions::only, changes without queried addresses. If several units have equal blocks, only the first is kept.
LineBlocks CollectBlocks(const DwarfSections& sections, const LineQuestions& questions, unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_BLOCKS_H_

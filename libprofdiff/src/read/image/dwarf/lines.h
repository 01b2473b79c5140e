// SPDX-License-Identifier: GPL-3.0-or-later
// Line programs of .debug_line: the source file and line of each address.
// Source: DWARF 5, section 6.2; file names, rows out of order, and overlaps are treated as in libbfd 2.40 or 2.44.
// Tests: tests/unit/read/image/dwarf/lines_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_LINES_H_
#define PROFDIFF_READ_IMAGE_DWARF_LINES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "read/image/dwarf/unit.h"

namespace profdiff {

// Distinct strings, such as the paths of source files, in the order of first use.
class DistinctTexts {
 public:
  // Returns the index of a string, which is copied if it is new.
  std::uint32_t Add(std::string_view text);
  // Returns the strings. No string may be added afterwards.
  std::vector<std::string> Take() { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
  HashMap<std::string, std::uint32_t> known_;
  std::uint32_t last_ = 0;  // result of the last Add; adjacent lines usually share a file
};

struct LineRow {
  static constexpr std::uint32_t kNoFile = 0xffffffff;

  std::uint64_t address = 0;
  std::uint32_t file = kNoFile;  // index into the distinct paths
  std::uint32_t line = 0;
};

// A range of code without a gap, from one sequence of the line program.
struct LineSequence {
  std::uint64_t low = 0, high = 0;   // [low, high)
  std::size_t first = 0, count = 0;  // ascending rows in UnitLines::rows; the first may begin below `low`
};

// The result of a line program. Shape: sequences ascend and are disjoint; adjacent rows have different lines.
struct UnitLines {
  std::vector<LineRow> rows;
  std::vector<LineSequence> sequences;
};

class LineReader {
 public:
  // Keeps references to both arguments.
  LineReader(const DwarfSections& sections, DistinctTexts& paths);

  // Runs the line program of a unit; relative paths are relative to `folder`. Returns false, with an invalid result, if
  // the program is damaged or the unit has none.
  bool Read(const DwarfUnit& unit, std::string_view folder, UnitLines& lines);

 private:
  const DwarfSections& sections_;
  DistinctTexts& paths_;
  std::uint64_t budget_;       // bytes of programs that may still be run: damaged units could share one long program
  std::uint64_t path_budget_;  // bytes of paths that may still be created (kMostPathGrowth in lines.cpp)
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_LINES_H_

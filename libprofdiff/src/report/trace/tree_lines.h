// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a tree of differences, folded while they are added.
// Tests: tests/unit/report/trace/tree_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TREE_LINES_H_
#define PROFDIFF_REPORT_TRACE_TREE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/alignment.h"

namespace profdiff {

// Units: nanoseconds of inclusive time.
struct TreeLine {
  enum class Kind : std::uint8_t { kCall, kEqualCalls, kLoop };

  Kind kind = Kind::kCall;
  Mark mark = Mark::kEqual;
  std::uint32_t depth = 0;
  NameId a, b;                             // of kCall
  std::uint64_t calls_a = 0, calls_b = 0;  // not shown: of folded rows and of deeper ones
  std::uint64_t times = 1;                 // how often it was repeated
  std::int64_t time_a = 0, time_b = 0;
};

// Lines below lines. What is added below one caller is held against what was added before: repeated lines are folded.
class TreeLines {
 public:
  TreeLines() { open_.push_back({}); }

  // A line that others may follow below it.
  void Open(TreeLine line);
  void Close();
  void Add(TreeLine line) {
    Open(line);
    Close();
  }
  // Equal calls; neighbours are one line. `line` is as for one call with `calls_a` below it.
  void AddEqual(const TreeLine& line);

  // All lines, when none is open.
  const std::vector<TreeLine>& Finish();

 private:
  // Lines that are folded as one: a line with all below it, or a loop. A loop's body has `period` such.
  struct Unit {
    std::size_t first = 0;  // in lines_
    std::uint64_t hash = 0;
    std::uint64_t body_hash = 0;  // of a loop
    std::size_t period = 0;       // 0: no loop
  };
  struct Caller {
    std::size_t line = 0;        // its own
    std::size_t first_unit = 0;  // below it
    TreeLine equal;
    std::uint64_t equal_calls = 0;  // of one caller; what `equal` is of
  };

  static constexpr std::size_t kLongestBody = 8;

  void AddUnit(const Unit& unit);
  bool FoldOnce();
  bool ExtendLoop(std::size_t period);
  bool BeginLoop(std::size_t period);
  std::uint64_t HashUnits(std::size_t first, std::size_t count) const;
  void DropUnits(std::size_t count, std::size_t into_line);
  void WrapLoop(std::size_t first_unit, std::size_t period);
  void FlushEqual();

  std::vector<TreeLine> lines_;
  std::vector<Unit> units_;  // of all callers that are open, one's behind the other's
  std::vector<Caller> open_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TREE_LINES_H_

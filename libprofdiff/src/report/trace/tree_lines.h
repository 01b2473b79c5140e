// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a tree of differences, which are folded while they are added.
// Tests: tests/unit/report/trace/tree_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TREE_LINES_H_
#define PROFDIFF_REPORT_TRACE_TREE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/alignment.h"

namespace profdiff {

// A line of the tree. Units: nanoseconds of inclusive time.
struct TreeLine {
  enum class Kind : std::uint8_t { kCall, kEqualCalls, kLoop };

  Kind kind = Kind::kCall;
  Mark mark = Mark::kEqual;
  std::uint32_t depth = 0;
  NameId a, b;  // functions; valid only for kCall
  // Numbers of calls that are not shown, because they are below the line or folded into it.
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t times = 1;  // number of times the line is repeated, or rounds of a loop
  std::int64_t time_a = 0, time_b = 0;
};

// A tree of lines. Lines that are added below one caller are compared with the lines before them, and repeated lines
// are folded.
class TreeLines {
 public:
  TreeLines() { open_.push_back({}); }

  // Adds a line. Lines that are added before the matching Close are below it.
  void Open(TreeLine line);
  void Close();
  void Add(TreeLine line) {
    Open(line);
    Close();
  }
  // Adds a call that is equal on both sides. Successive equal calls become one line. `line` is the line of the call,
  // with the number of calls below it in `calls_a`.
  void AddEqual(const TreeLine& line);

  // Returns all lines. No line may be open.
  const std::vector<TreeLine>& Finish();

 private:
  // A unit of folding: a line with all lines below it, or a loop with `period` units in its body.
  struct Unit {
    std::size_t first = 0;  // index of its first line in lines_
    std::uint64_t hash = 0;
    std::uint64_t body_hash = 0;  // hash of one round; only for a loop
    std::size_t period = 0;       // number of units in a round; 0 if the unit is not a loop
  };
  struct Caller {
    std::size_t line = 0;        // index of the caller's own line in lines_
    std::size_t first_unit = 0;  // index in units_ of the first unit below the caller's line
    TreeLine equal;
    std::uint64_t equal_calls = 0;  // number of calls that `equal` represents
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
  std::vector<Unit> units_;  // units of all open callers, one after the other
  std::vector<Caller> open_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TREE_LINES_H_

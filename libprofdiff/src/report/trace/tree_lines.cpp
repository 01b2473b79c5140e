// SPDX-License-Identifier: GPL-3.0-or-later
// Folds repeated lines as they are added. A unit is a line with all lines below it, or a loop. After each unit, two
// cases are tested: the last units can be one more round of the loop before them, or they can equal the units before
// them, in which case both become a new loop. Repetitions are thus never stored twice, and nested loops arise
// automatically. This is the folding of NLR (Ketterlin and Clauss) applied to lines. Units are compared by a hash of
// everything that their lines show, except for times.
//
// Tests: tests/unit/report/trace/tree_test.cpp.
#include "report/trace/tree_lines.h"

#include "values/shape.h"

namespace profdiff {
namespace {

std::uint64_t HashLine(const TreeLine& line) {
  std::uint64_t hash = Mix(static_cast<std::uint64_t>(line.kind) << 8 | static_cast<std::uint64_t>(line.mark));
  for (std::uint64_t part : {std::uint64_t{line.a.value}, std::uint64_t{line.b.value}, line.calls_a, line.calls_b}) {
    hash = AddShape(hash, Mix(part));
  }
  return hash;
}

std::uint64_t HashLoop(std::uint64_t body_hash, std::uint64_t times) { return Mix(AddShape(body_hash, Mix(times))); }

void AddTimes(TreeLine& line, const TreeLine& more) {
  line.time_a += more.time_a;
  line.time_b += more.time_b;
}

}  // namespace

void TreeLines::Open(TreeLine line) {
  FlushEqual();
  line.depth = static_cast<std::uint32_t>(open_.size() - 1);
  open_.push_back({lines_.size(), units_.size(), {}, 0});
  lines_.push_back(line);
}

// Makes one unit of the callee's line and the lines below it. The hash of the unit covers all these lines.
void TreeLines::Close() {
  FlushEqual();
  const Caller closed = open_.back();
  const std::uint64_t below = HashUnits(closed.first_unit, units_.size() - closed.first_unit);
  units_.resize(closed.first_unit);
  open_.pop_back();
  AddUnit({closed.line, EndShape(AddShape(HashLine(lines_[closed.line]), below)), 0, 0});
}

void TreeLines::AddEqual(const TreeLine& line) {
  Caller& caller = open_.back();
  if (caller.equal_calls++ == 0) {
    caller.equal = line;
    return;
  }
  // If a second equal call follows, the line of the first call becomes a line that counts calls.
  if (caller.equal.kind == TreeLine::Kind::kCall) {
    caller.equal.kind = TreeLine::Kind::kEqualCalls;
    caller.equal.a = caller.equal.b = NameId();
    ++caller.equal.calls_a;
  }
  caller.equal.calls_a += line.calls_a + 1;
  AddTimes(caller.equal, line);
}

void TreeLines::FlushEqual() {
  if (open_.back().equal_calls == 0) return;
  TreeLine line = open_.back().equal;
  open_.back().equal_calls = 0;
  line.depth = static_cast<std::uint32_t>(open_.size() - 1);
  lines_.push_back(line);
  AddUnit({lines_.size() - 1, EndShape(HashLine(line)), 0, 0});
}

const std::vector<TreeLine>& TreeLines::Finish() {
  FlushEqual();
  return lines_;
}

void TreeLines::AddUnit(const Unit& unit) {
  units_.push_back(unit);
  while (FoldOnce()) {
  }
}

// Extending a loop is tried first: after a loop of "a b", another "a b" is a round of that loop, not the start of a new
// one.
bool TreeLines::FoldOnce() {
  for (std::size_t period = 1; period <= kLongestBody; ++period) {
    if (ExtendLoop(period)) return true;
  }
  for (std::size_t period = 1; period <= kLongestBody; ++period) {
    if (BeginLoop(period)) return true;
  }
  return false;
}

std::uint64_t TreeLines::HashUnits(std::size_t first, std::size_t count) const {
  std::uint64_t hash = 0;
  for (std::size_t i = first; i < first + count; ++i) hash = AddShape(hash, units_[i].hash);
  return hash;
}

// Removes the last `count` units. The times of their lines are added to the same number of lines from `into_line` on.
void TreeLines::DropUnits(std::size_t count, std::size_t into_line) {
  const std::size_t first = units_[units_.size() - count].first;
  for (std::size_t i = first; i < lines_.size(); ++i) AddTimes(lines_[into_line + i - first], lines_[i]);
  lines_.resize(first);
  units_.resize(units_.size() - count);
}

// Tries to add the last `period` units as one more round to the loop before them.
bool TreeLines::ExtendLoop(std::size_t period) {
  if (units_.size() - open_.back().first_unit < period + 1) return false;
  const std::size_t first = units_.size() - period, loop = first - 1;
  if (units_[loop].period != period || units_[loop].body_hash != HashUnits(first, period)) return false;
  // If the body is a single unit, its own line shows the number of rounds. A longer body has a line "loop" above it.
  const std::size_t header = units_[loop].first, body = header + (period > 1 ? 1 : 0);
  // Hashes can collide, so the numbers of lines are compared as well.
  if (units_[first].first - body != lines_.size() - units_[first].first) return false;
  if (period > 1) {
    for (std::size_t i = first; i < units_.size(); ++i) AddTimes(lines_[header], lines_[units_[i].first]);
  }
  DropUnits(period, body);
  units_[loop].hash = HashLoop(units_[loop].body_hash, ++lines_[header].times);
  return true;
}

// Tries to make a loop of the last `period` units and the `period` units before them, if both are equal.
bool TreeLines::BeginLoop(std::size_t period) {
  if (units_.size() - open_.back().first_unit < 2 * period) return false;
  const std::size_t second = units_.size() - period, first = second - period;
  // A loop is not folded with an equal loop before it, because a line can show only one number of rounds.
  if (period == 1 && units_[first].period != 0) return false;
  const std::uint64_t hash = HashUnits(first, period);
  if (hash != HashUnits(second, period)) return false;
  if (units_[second].first - units_[first].first != lines_.size() - units_[second].first) return false;
  DropUnits(period, units_[first].first);
  if (period > 1) WrapLoop(first, period);
  lines_[units_[first].first].times = 2;
  units_[first].body_hash = hash;
  units_[first].period = period;
  units_[first].hash = HashLoop(hash, 2);
  return true;
}

// Inserts a line "loop" above the last `period` units, indents their lines, and makes all of them one unit.
void TreeLines::WrapLoop(std::size_t first_unit, std::size_t period) {
  const std::size_t first_line = units_[first_unit].first;
  TreeLine header;
  header.kind = TreeLine::Kind::kLoop;
  header.depth = lines_[first_line].depth;
  for (std::size_t i = first_unit; i < first_unit + period; ++i) AddTimes(header, lines_[units_[i].first]);
  for (std::size_t i = first_line; i < lines_.size(); ++i) ++lines_[i].depth;
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(first_line), header);
  units_.resize(first_unit + 1);
}

}  // namespace profdiff

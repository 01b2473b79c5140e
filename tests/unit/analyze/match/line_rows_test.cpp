// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for lines as rows: the address ranges of a line are joined, and the lines of two builds are matched.
#include "values/line_rows.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "profdiff/match.h"
#include "support/profile_builder.h"
#include "values/row_order.h"

namespace profdiff::line_rows_test {
namespace {

// Makes an execution by line: functions and lines have the same names, and only lines have a source file.
TestExecution ByLine(TestExecution run) {
  run.functions.by_line = true;
  for (Function& row : run.functions.functions) row.is_function = !row.file.valid();
  return run;
}

// f has two address ranges of line 3 of a.c, one of line 4 of a.c, and one of line 3 of a.h. It calls g from both
// ranges of line 3 of a.c.
TestExecution Scattered() {
  return ByLine(ProfileBuilder()
                    .Function("f", 1)
                    .Static("f", "", 2)
                    .At("/src/a.c", 3)
                    .Static("f", "", 3)
                    .At("/src/a.c", 4)
                    .Static("f", "", 4)
                    .At("/src/a.c", 3)
                    .Static("f", "", 5)
                    .At("/src/a.h", 3)
                    .Function("g", 6)
                    .CallById(1, 5, 10)
                    .CallById(2, 5, 20)
                    .CallById(3, 5, 40)
                    .Build());
}

std::string RowName(const FunctionTable& table, FunctionId id) {
  std::string name(table[id].name);
  if (table[id].file.valid()) name.append(":").append(table.FilePath(id)).append(std::to_string(table[id].line));
  return name;
}

TEST_CASE("the address ranges of a line are one row, functions are rows of their own", "[lines]") {
  TestExecution run = Scattered();
  LineRows rows = JoinLines(run.functions);
  std::string names;
  for (std::size_t i = 0; i < rows.functions.size(); ++i) names += RowName(rows.functions, FunctionId(i)) + " ";
  CHECK(names == "f f:/src/a.c3 f:/src/a.c4 f:/src/a.h3 g ");
  Profile joined = JoinLines(run.profile, rows);
  CHECK(joined.self_ticks == std::vector<double>{100, 600, 300, 500, 600});
  CHECK(joined.calls == std::vector<std::uint64_t>{0, 0, 0, 0, 70});
  REQUIRE(joined.arcs.size() == 2);
  CHECK(joined.arcs[0].count == 50);
  CHECK(joined.arcs[1].count == 20);
  CHECK(joined.total_ticks == run.profile.total_ticks);
}

TEST_CASE("a row is selected if one of its address ranges is", "[lines]") {
  TestExecution run = Scattered();
  run.selection.bits[3] = 4;
  run.selection.active = 4;
  Selection joined = JoinLines(run.selection, JoinLines(run.functions));
  CHECK(joined.bits == std::vector<std::uint16_t>{0, 4, 0, 0, 0});
  CHECK(joined.active == 4);
}

TEST_CASE("lines match by function, file and line", "[lines]") {
  LineRows base = JoinLines(Scattered().functions);
  TestExecution run = ByLine(ProfileBuilder()
                                 .Function("g")
                                 .Function("f")
                                 .Static("f", "")
                                 .At("/other/a.c", 3)
                                 .Static("f", "")
                                 .At("/other/a.c", 5)
                                 .Static("h", "")
                                 .At("/src/a.h", 3)
                                 .Build());
  LineRows other = JoinLines(run.functions);
  auto describe = [](const Match& match, const FunctionTable& a, const FunctionTable& b) {
    std::string text;
    for (const Match::Pair& pair : match.pairs) {
      text += (pair.base.valid() ? RowName(a, pair.base) : "-") + " = " +
              (pair.other.valid() ? RowName(b, pair.other) : "-") + (pair.rule == MatchRule::kLine ? " line\n" : "\n");
    }
    return text;
  };
  Match match = MatchFunctions(base.functions, other.functions, false);
  CHECK(describe(match, base.functions, other.functions) ==
        "f = f\nf:/src/a.c3 = f:/other/a.c3 line\nf:/src/a.c4 = -\n- = f:/other/a.c5\nf:/src/a.h3 = -\ng = g\n"
        "- = h:/src/a.h3\n");
  CHECK(match.functions.by_line);
  CHECK_FALSE(match.functions.has_addresses);
  Match mirrored = MatchFunctions(other.functions, base.functions, false);
  for (Match::Pair& pair : mirrored.pairs) std::swap(pair.base, pair.other);
  CHECK(describe(mirrored, base.functions, other.functions) == describe(match, base.functions, other.functions));
}

TEST_CASE("a difference by line has entries for functions only", "[lines]") {
  TestExecution run = Scattered();
  LineRows rows = JoinLines(run.functions);
  TestExecution joined{rows.functions, JoinLines(run.profile, rows), JoinLines(run.selection, rows)};
  Difference difference = SubtractTests(joined, joined);
  CHECK(OrderFlatRows(difference, false).size() == 5);
  std::string entries;
  for (const DifferenceEntry& entry : OrderEntries(difference, false)) {
    entries += RowName(difference.match.functions, entry.function) + " ";
  }
  CHECK(entries == "f g ");
  for (const Difference::Row& row : difference.functions) CHECK(row.base.self == row.other.self);
}

TEST_CASE("lines without time and calls are left out", "[lines]") {
  TestExecution run = ByLine(ProfileBuilder()
                                 .Function("f")
                                 .Static("f", "")
                                 .At("/src/a.c", 3)
                                 .Static("f", "")
                                 .At("/src/a.c", 4)
                                 .Static("f", "", 1)
                                 .At("/src/a.c", 5)
                                 .Static("f", "")
                                 .At("/src/a.h", 5)
                                 .Static("f", "")
                                 .At("/src/a.c", 6)
                                 .Function("g")
                                 .CallById(2, 6, 10)
                                 .Build());
  UsedLines used(run.functions.size());
  used.Add(run.functions, run.profile);
  const LineRows rows = JoinLines(run.functions, &used);
  std::string names;
  for (std::size_t i = 0; i < rows.functions.size(); ++i) names += RowName(rows.functions, FunctionId(i)) + " ";
  CHECK(names == "f f:/src/a.c4 f:/src/a.c5 f:/src/a.h5 g ");
  CHECK_FALSE(rows.row_of[1].valid());
  CHECK_FALSE(rows.row_of[5].valid());
  const Profile joined = JoinLines(run.profile, rows);
  CHECK(joined.self_ticks == std::vector<double>{0, 0, 100, 0, 0});
  REQUIRE(joined.arcs.size() == 1);
  CHECK(joined.arcs[0].caller == FunctionId(1));
  CHECK(joined.arcs[0].callee == FunctionId(4));
  CHECK(JoinLines(run.selection, rows).bits.size() == 5);
}

// Returns functions of a few lines in two files; most ranges have no time, and some lines are only on one side.
TestExecution RandomLines(std::mt19937& random) {
  const auto below = [&random](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  ProfileBuilder builder;
  std::size_t rows = 0;
  for (const char* name : {"f", "g", "h"}) {
    builder.Function(name, below(2));
    for (unsigned stretch = below(12); stretch > 0; --stretch, ++rows) {
      builder.Static(name, "", below(4) == 0 ? below(3) : 0).At(below(3) == 0 ? "/src/a.h" : "/src/a.c", 1 + below(8));
    }
    ++rows;
  }
  for (unsigned calls = below(6); calls > 0; --calls) builder.CallById(below(static_cast<unsigned>(rows)), 0, 1);
  return ByLine(builder.Build());
}

std::string FlatRowsOf(const TestExecution& base, const TestExecution& other, const UsedLines* used) {
  const auto join = [used](const TestExecution& run) {
    const LineRows rows = JoinLines(run.functions, used);
    return TestExecution{rows.functions, JoinLines(run.profile, rows), JoinLines(run.selection, rows)};
  };
  const Difference difference = SubtractTests(join(base), join(other));
  std::string text;
  for (FunctionId f : OrderFlatRows(difference, false)) {
    const Difference::Row& row = difference.functions[f.value];
    text += RowName(difference.match.functions, f);
    for (const SideNumbers* side : {&row.base, &row.other}) {
      text += ' ' + std::to_string(side->self) + (side->present ? "+" : "-") + std::to_string(side->calls) + ' ' +
              std::to_string(side->total);
    }
    text += '\n';
  }
  return text + std::to_string(difference.arcs.size()) + ' ' + std::to_string(difference.function_presence.both);
}

TEST_CASE("a difference is the same without the lines that have neither time nor calls", "[lines]") {
  std::mt19937 random(1);
  std::size_t left_out = 0;
  for (int round = 0; round < 200; ++round) {
    const TestExecution base = RandomLines(random), other = RandomLines(random);
    UsedLines used(base.functions.size() + other.functions.size());
    used.Add(base.functions, base.profile);
    used.Add(other.functions, other.profile);
    CHECK(FlatRowsOf(base, other, &used) == FlatRowsOf(base, other, nullptr));
    left_out += JoinLines(base.functions).functions.size() - JoinLines(base.functions, &used).functions.size();
  }
  CHECK(left_out > 200);
}

}  // namespace
}  // namespace profdiff::line_rows_test

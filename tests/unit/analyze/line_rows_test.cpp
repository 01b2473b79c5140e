// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as rows: stretches of one line joined, and lines of two builds matched.
#include "profdiff/line_rows.h"

#include <catch2/catch.hpp>
#include <string>

#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff {
namespace {

// One execution by line: functions and lines are named alike, lines have `line` set.
TestExecution ByLine(TestExecution run) {
  run.functions.by_line = true;
  for (Function& row : run.functions.functions) row.is_function = !row.file.valid();
  return run;
}

// f has two stretches of line 3, one each of lines 4 of a.c and 3 of a.h; it calls g from both stretches of line 3.
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

TEST_CASE("stretches of a line are one row, functions are rows of their own", "[lines]") {
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

TEST_CASE("a row is selected if a stretch of it is", "[lines]") {
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

TEST_CASE("a difference by line has entries for functions alone", "[lines]") {
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

}  // namespace
}  // namespace profdiff

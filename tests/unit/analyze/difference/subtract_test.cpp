// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for base minus other: the numbers, the cycles of the joined graph, and the mistakes of other difference tools.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "support/example_runs.h"
#include "tests/support/messages.h"

namespace profdiff::subtract_test {
namespace {

const Difference::Row& RowOf(const Difference& difference, const std::string& name) {
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    if (difference.match.functions.functions[f].name == name) return difference.functions[f];
  }
  FAIL("no row for " << name);
  return difference.functions[0];
}

const Difference::ArcRow& ArcOf(const Difference& difference, const std::string& caller, const std::string& callee) {
  for (const Difference::ArcRow& arc : difference.arcs) {
    const FunctionTable& functions = difference.match.functions;
    if (functions[arc.caller].name == caller && functions[arc.callee].name == callee) return arc;
  }
  FAIL("no arc " << caller << " -> " << callee);
  return difference.arcs[0];
}

double SelfDifference(const Difference::Row& row) { return SecondsDifference(row.base.self, row.other.self); }
double TotalDifference(const Difference::Row& row) { return SecondsDifference(row.base.total, row.other.total); }

TEST_CASE("the paper's example") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  CHECK(SelfDifference(RowOf(difference, "f_d")) == Approx(3.47));
  CHECK(SelfDifference(RowOf(difference, "main")) == Approx(-1.93));
  CHECK(SelfDifference(RowOf(difference, "f_c")) == Approx(1.28));
  CHECK(SelfDifference(RowOf(difference, "f_b")) == Approx(-0.61));
  CHECK(difference.sum_abs_self == Approx(7.29));
  CHECK(RowOf(difference, "f_c").base.total == Approx(3.19 + 5.51 * 30 / 31));
  CHECK(TotalDifference(RowOf(difference, "f_c")) == Approx(4.76).margin(0.005));
  CHECK(TotalDifference(RowOf(difference, "f_b")) == Approx(-0.62).margin(0.005));
  CHECK(TotalDifference(RowOf(difference, "main")) == Approx(2.21));
  CHECK(ArcOf(difference, "f_c", "f_d").base.count - ArcOf(difference, "f_c", "f_d").other.count == 10);
  CHECK(ArcOf(difference, "f_c", "f_d").base.self == Approx(5.51 * 30 / 31));
  CHECK(difference.base.seconds == Approx(10.94));
  CHECK(difference.other.seconds == Approx(8.73));
  CHECK(difference.function_presence.both == 4);
  CHECK(difference.arc_presence.both == 4);
  CHECK(difference.joined_cycles.empty());
}

TEST_CASE("differences below half a nanosecond do not count") {
  CHECK(SecondsDifference(0.3, 0.1 + 0.2) == 0);
  CHECK(SecondsDifference(1e-9, 0) == 1e-9);
  CHECK(SecondsDifference(0, 1e-9) == -1e-9);
  CHECK_FALSE(std::signbit(SecondsDifference(0.3, 0.1 + 0.2)));
}

TEST_CASE("a run against itself is zero everywhere") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    TestExecution run = RandomPair(seed).base;
    Difference difference = SubtractTests(run, run);
    for (const Difference::Row& row : difference.functions) {
      REQUIRE(SelfDifference(row) == 0);
      REQUIRE(TotalDifference(row) == 0);
      REQUIRE(row.base.KeptTotal() == row.other.KeptTotal());
      REQUIRE(row.base.calls == row.other.calls);
    }
    for (const Difference::ArcRow& arc : difference.arcs) {
      REQUIRE(arc.base.Total() == arc.other.Total());
      REQUIRE(arc.base.count == arc.other.count);
    }
    REQUIRE(difference.sum_abs_self == 0);
    REQUIRE(difference.joined_cycles.empty());
    REQUIRE(difference.function_presence.only_base + difference.function_presence.only_other == 0);
    REQUIRE(difference.arc_presence.only_base + difference.arc_presence.only_other == 0);
  }
}

void RequireSame(const SideNumbers& a, const SideNumbers& b) {
  REQUIRE(a.present == b.present);
  REQUIRE(a.selected == b.selected);
  REQUIRE(a.shown == b.shown);
  REQUIRE(a.self == b.self);
  REQUIRE(a.total == b.total);
  REQUIRE(a.kept_self == b.kept_self);
  REQUIRE(a.kept_child == b.kept_child);
  REQUIRE(a.calls == b.calls);
  REQUIRE(a.self_calls == b.self_calls);
}

void RequireMirrored(const std::vector<Difference::Row>& rows, const std::vector<Difference::Row>& mirrored) {
  REQUIRE(rows.size() == mirrored.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RequireSame(rows[i].base, mirrored[i].other);
    RequireSame(rows[i].other, mirrored[i].base);
  }
}

TEST_CASE("A-B mirrors B-A to the last bit") {
  std::size_t with_joined_cycles = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Difference difference = SubtractTests(runs.base, runs.other);
    Difference mirrored = SubtractTests(runs.other, runs.base);
    RequireMirrored(difference.functions, mirrored.functions);
    RequireMirrored(difference.cycles, mirrored.cycles);
    REQUIRE(difference.components.number == mirrored.components.number);
    REQUIRE(difference.arcs.size() == mirrored.arcs.size());
    for (std::size_t i = 0; i < difference.arcs.size(); ++i) {
      REQUIRE(difference.arcs[i].caller == mirrored.arcs[i].caller);
      REQUIRE(difference.arcs[i].callee == mirrored.arcs[i].callee);
      REQUIRE(difference.arcs[i].base.self == mirrored.arcs[i].other.self);
      REQUIRE(difference.arcs[i].base.child == mirrored.arcs[i].other.child);
      REQUIRE(difference.arcs[i].base.count == mirrored.arcs[i].other.count);
    }
    REQUIRE(difference.sum_abs_self == mirrored.sum_abs_self);
    REQUIRE(difference.function_presence.only_base == mirrored.function_presence.only_other);
    REQUIRE(difference.arc_presence.only_base == mirrored.arc_presence.only_other);
    REQUIRE(difference.joined_cycles.size() == mirrored.joined_cycles.size());
    with_joined_cycles += difference.joined_cycles.empty() ? 0 : 1;
  }
  CHECK(with_joined_cycles > 50);
  CHECK(with_joined_cycles < 350);
}

// Checks that each function and arc of a side has exactly the numbers of the side's own listing.
void RequireOwnNumbers(const TestExecution& run, const Difference& difference, const std::vector<FunctionId>& joined,
                       SideNumbers Difference::Row::*side, SideArc Difference::ArcRow::*arc_side) {
  CallGraph own = MakeCallGraph(run.profile, run.selection);
  for (std::size_t f = 0; f < run.functions.size(); ++f) {
    const SideNumbers& numbers = difference.functions[joined[f].value].*side;
    REQUIRE(numbers.self == run.profile.self_ticks[f] / run.profile.rate);
    REQUIRE(numbers.total == (run.profile.self_ticks[f] + own.functions[f].child_ticks) / run.profile.rate);
    REQUIRE(numbers.kept_child == own.functions[f].child / run.profile.rate);
  }
  std::size_t found = 0;
  for (const Difference::ArcRow& row : difference.arcs) {
    for (std::size_t a = 0; a < run.profile.arcs.size(); ++a) {
      const Arc& arc = run.profile.arcs[a];
      if (joined[arc.caller.value] != row.caller || joined[arc.callee.value] != row.callee) continue;
      REQUIRE((row.*arc_side).self == own.TimeOf(arc).self / run.profile.rate);
      REQUIRE((row.*arc_side).child == own.TimeOf(arc).child / run.profile.rate);
      ++found;
    }
  }
  REQUIRE(found == run.profile.arcs.size());
}

TEST_CASE("without cycles that only the joined graph has, each side has the numbers of its own listing") {
  std::size_t compared = 0, with_cycles = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Difference difference = SubtractTests(runs.base, runs.other);
    if (!difference.joined_cycles.empty()) continue;
    RequireOwnNumbers(runs.base, difference, difference.match.from_base, &Difference::Row::base,
                      &Difference::ArcRow::base);
    RequireOwnNumbers(runs.other, difference, difference.match.from_other, &Difference::Row::other,
                      &Difference::ArcRow::other);
    ++compared;
    with_cycles += difference.cycles.empty() ? 0 : 1;
  }
  CHECK(compared > 100);
  CHECK(with_cycles > 10);
}

// Time is neither gained nor lost: in every random graph, the inclusive times of the functions and cycles without
// callers add up to all self time.
TEST_CASE("propagation over joined cycles keeps all time") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Difference difference = SubtractTests(runs.base, runs.other);
    double top = 0;
    for (std::size_t f = 0; f < difference.functions.size(); ++f) {
      const SideNumbers& numbers = difference.functions[f].base;
      if (!difference.components.cycle[f].valid() && numbers.calls == 0) top += numbers.total;
    }
    for (const Difference::Row& cycle : difference.cycles) {
      if (cycle.base.calls == 0) top += cycle.base.total;
    }
    REQUIRE(top == Approx(difference.base.seconds).margin(1e-9));
  }
}

// a calls b in the base; b calls a in the other execution.
TestExecution CallsDown() {
  return ProfileBuilder()
      .Function("main", 1)
      .Function("a", 2)
      .Function("b", 4)
      .Call("main", "a", 1)
      .Call("a", "b", 3)
      .Build();
}
TestExecution CallsUp() {
  return ProfileBuilder()
      .Function("main", 1)
      .Function("a", 2)
      .Function("b", 4)
      .Call("main", "b", 1)
      .Call("b", "a", 3)
      .Build();
}

TEST_CASE("a cycle that only both executions together form") {
  Difference difference = SubtractTests(CallsDown(), CallsUp());
  REQUIRE(difference.cycles.size() == 1);
  CHECK(difference.joined_cycles == std::vector<std::string>{"cycle 1 (a, b) exists only in the joined call graph; "
                                                             "inclusive times of both sides treat it as one function"});
  CHECK(difference.cycles[0].base.total == 6);
  CHECK(difference.cycles[0].base.calls == 1);
  CHECK(difference.cycles[0].base.self_calls == 3);
  CHECK(difference.cycles[0].other.total == 6);
  CHECK(RowOf(difference, "main").base.total == 7);
  CHECK(RowOf(difference, "main").other.total == 7);
  CHECK(ArcOf(difference, "a", "b").base.Total() == 0);
}

TEST_CASE("a cycle in one execution joins the other's functions too") {
  TestExecution cyclic = ProfileBuilder()
                             .Function("main", 1)
                             .Function("a", 2)
                             .Function("b", 4)
                             .Call("main", "a", 1)
                             .Call("a", "b", 3)
                             .Call("b", "a", 3)
                             .Build();
  Difference difference = SubtractTests(cyclic, CallsDown());
  CHECK(difference.joined_cycles ==
        std::vector<std::string>{"cycle 1 (a, b) does not exist in the other side alone; inclusive times of the other "
                                 "side treat it as one function"});
  CHECK(difference.cycles[0].other.total == 6);
  CHECK(SubtractTests(CallsDown(), cyclic).joined_cycles ==
        std::vector<std::string>{
            "cycle 1 (a, b) does not exist in the base alone; inclusive times of the base treat it as one function"});
  CHECK(SubtractTests(cyclic, cyclic).joined_cycles.empty());
}

TEST_CASE("functions that a side does not run cannot join it to a cycle") {
  TestExecution cyclic = ProfileBuilder()
                             .Function("main", 1)
                             .Function("a", 2)
                             .Function("b", 4)
                             .Call("main", "a", 1)
                             .Call("a", "b", 3)
                             .Call("b", "a", 3)
                             .Build();
  TestExecution straight =
      ProfileBuilder().Function("main", 1).Function("b").Function("a", 5).Call("main", "a", 2).Build();
  Difference difference = SubtractTests(cyclic, straight);
  CHECK(difference.joined_cycles.empty());
  CHECK(difference.cycles[0].other.total == 5);
  CHECK(difference.cycles[0].other.calls == 2);
  CHECK(difference.cycles[0].other.shown);
  CHECK(RowOf(difference, "a").other.total == 5);
  CHECK(RowOf(difference, "main").other.total == 6);
}

TEST_CASE("a cycle that nothing calls from outside has its members' time") {
  TestExecution top = ProfileBuilder().Function("a", 2).Function("b", 4).Call("a", "b", 3).Call("b", "a", 3).Build();
  TestExecution called = ProfileBuilder()
                             .Function("a", 2)
                             .Function("b", 4)
                             .Call("a", "b", 3)
                             .Call("b", "a", 3)
                             .Call("main", "a", 1)
                             .Build();
  Difference difference = SubtractTests(top, called);
  CHECK(difference.cycles[0].base.KeptTotal() == 6);
  CHECK(difference.cycles[0].other.KeptTotal() == 6);
  CHECK(difference.cycles[0].base.shown);
}

TEST_CASE("many joined cycles are named in a few lines") {
  ProfileBuilder base, other;
  for (int i = 10; i < 25; ++i) {
    std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
    base.Call(a, b, 1);
    other.Call(b, a, 1);
  }
  std::vector<std::string> lines = SubtractTests(base.Build(), other.Build()).joined_cycles;
  REQUIRE(lines.size() == 11);
  CHECK(lines[10] == "and 5 more such cycles");
}

TEST_CASE("a long cycle is named by a few members") {
  TestExecution base = ProfileBuilder().Call("a", "b", 1).Call("b", "c", 1).Call("c", "d", 1).Build();
  TestExecution other =
      ProfileBuilder().Call("d", "_Z3foov", 1).Call("_Z3foov", "_Z3barv", 1).Call("_Z3barv", "a", 1).Build();
  std::vector<std::string> lines = SubtractTests(base, other).joined_cycles;
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].substr(0, 40) == "cycle 1 (bar(), a, b, c and 2 more) exis");
}

// ---- mistakes that other tools made ----

TEST_CASE("functions and arcs of one side stay, with their full number") {
  TestExecution base = ProfileBuilder().Function("main", 1).Function("gone", 2).Call("main", "gone", 7).Build();
  TestExecution other = ProfileBuilder().Function("main", 1).Function("born", 3).Call("main", "born", 9).Build();
  Difference difference = SubtractTests(base, other);
  CHECK(SelfDifference(RowOf(difference, "gone")) == 2);
  CHECK(SelfDifference(RowOf(difference, "born")) == -3);
  CHECK_FALSE(RowOf(difference, "gone").other.present);
  CHECK(ArcOf(difference, "main", "gone").base.count == 7);
  CHECK_FALSE(ArcOf(difference, "main", "gone").other.present);
  CHECK(CountDifference(ArcOf(difference, "main", "born").base.count, ArcOf(difference, "main", "born").other.count) ==
        -9);
  CHECK(difference.function_presence.both == 1);
  CHECK(difference.function_presence.only_base == 1);
  CHECK(difference.function_presence.only_other == 1);
  CHECK(difference.arc_presence.only_base == 1);
  CHECK(difference.arc_presence.only_other == 1);
}

TEST_CASE("functions that neither side used are not counted as compared") {
  TestExecution base = ProfileBuilder().Function("f", 1).Function("idle").Build();
  Difference difference = SubtractTests(base, ProfileBuilder().Function("f", 1).Function("other_idle").Build());
  CHECK(difference.function_presence.both == 1);
  CHECK(difference.function_presence.only_base == 0);
  CHECK(difference.function_presence.only_other == 0);
}

TEST_CASE("0.54 s to 0.78 s is slower, whatever its share") {
  TestExecution base = ProfileBuilder().Function("f", 0.54).Function("rest", 0.46).Build();
  TestExecution other = ProfileBuilder().Function("f", 0.78).Function("rest", 9.22).Build();
  CHECK(SelfDifference(RowOf(SubtractTests(base, other), "f")) == Approx(-0.24));
}

TEST_CASE("different sampling rates are compared in seconds, with one warning") {
  TestExecution base = ProfileBuilder(100).Function("f", 1.5).Build();
  TestExecution other = ProfileBuilder(1000).Function("f", 1.5).Build();
  Diagnostics diagnostics;
  Difference difference = SubtractTests(base, other, &diagnostics);
  CHECK(SelfDifference(RowOf(difference, "f")) == 0);
  CHECK(tests::TextsOf(diagnostics.warnings) ==
        std::vector<std::string>{
            "sampling rates differ: base 100, other 1000 per second; the sides are compared in seconds"});
  diagnostics.warnings.clear();
  SubtractTests(base, base, &diagnostics);
  CHECK(diagnostics.warnings.empty());
}

TEST_CASE("executions with nothing in common are reported in one line") {
  Diagnostics diagnostics;
  SubtractTests(ProfileBuilder().Function("a", 1).Build(), ProfileBuilder().Function("b", 1).Build(), &diagnostics);
  CHECK(tests::TextsOf(diagnostics.warnings) ==
        std::vector<std::string>{"no function of the base is in the other image: everything is on one side only"});
}

TEST_CASE("a side without histogram has no times but keeps its calls") {
  TestExecution base = ProfileBuilder().Function("f", 1).Call("main", "f", 3).Build();
  TestExecution other = ProfileBuilder().Function("f", 1).Call("main", "f", 5).WithoutHistogram().Build();
  Diagnostics diagnostics;
  Difference difference = SubtractTests(base, other, &diagnostics);
  CHECK(RowOf(difference, "f").other.self == 0);
  CHECK(RowOf(difference, "f").other.total == 0);
  CHECK(RowOf(difference, "f").other.calls == 5);
  CHECK_FALSE(difference.other.has_histogram);
  CHECK(diagnostics.warnings.empty());
}

TEST_CASE("the selected functions are counted per side, and do not scale the inclusive time") {
  auto run = [](double seconds) {
    return ProfileBuilder()
        .Function("main", 1)
        .Function("f", seconds)
        .Call("main", "f", 1)
        .Exclude(SpecTable::kTime, "f")
        .Exclude(SpecTable::kGraph, "f")
        .Build();
  };
  Difference difference = SubtractTests(run(2), run(3));
  CHECK(RowOf(difference, "f").base.self == 2);
  CHECK(RowOf(difference, "f").base.kept_self == 0);
  CHECK_FALSE(RowOf(difference, "f").base.shown);
  CHECK(RowOf(difference, "main").base.kept_child == 0);
}

TEST_CASE("counts beyond 63 bits wrap to the right difference") {
  CHECK(CountDifference(3, 5) == -2);
  CHECK(CountDifference(0xffffffffffffffff, 0xfffffffffffffffe) == 1);
}

}  // namespace
}  // namespace profdiff::subtract_test

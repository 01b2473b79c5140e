// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/difference.h"
#include "profdiff/profile.h"
#include "support/profile_builder.h"
#include "values/loading_profiles.h"

namespace profdiff::exact_times_test {
namespace {

// main calls work, which calls itself and leaf. The stacks have 5 samples of one tick: 2 in work and 3 in leaf.
TestExecution Measured(const std::string& unit = "seconds") {
  TestExecution run = ProfileBuilder(1)
                          .Function("main")
                          .Function("work", 2)
                          .Function("leaf", 3)
                          .Call("main", "work", 0)
                          .Call("work", "work", 0)
                          .Call("work", "leaf", 0)
                          .Build();
  run.profile.calls_known = false;
  run.profile.dimension = unit;
  ExactTimes exact;
  exact.total_ticks = {5, 5, 3};
  exact.arcs = {{1, 5}, {1, 2}, {3, 3}};
  run.profile.exact = exact;
  return run;
}

}  // namespace

TEST_CASE("exact times are used unchanged", "[exact]") {
  const TestExecution run = Measured();
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  CHECK(graph.is_exact);
  CHECK(graph.components.members.empty());
  CHECK(graph.total_ticks == 5);
  CHECK(graph.functions[1].Total() == 5);
  CHECK(graph.functions[1].own_ticks == 2);
  CHECK(graph.TimeOf(run.profile.arcs[0]).Total() == 5);
  CHECK(graph.TimeOf(run.profile.arcs[1]).self == 1);
  CHECK(graph.TimeOf(run.profile.arcs[1]).Total() == 2);
  CHECK(graph.TimeOf({FunctionId(2), FunctionId(0), 7}).Total() == 0);
}

TEST_CASE("functions that a selection omits from the graph keep their time", "[exact]") {
  TestExecution run = Measured();
  run.selection = ProfileBuilder()
                      .Function("main")
                      .Function("work")
                      .Function("leaf")
                      .Exclude(SpecTable::kGraph, "leaf")
                      .Build()
                      .selection;
  const CallGraph graph = MakeCallGraph(run.profile, run.selection);
  CHECK_FALSE(graph.functions[2].shown);
  CHECK(graph.functions[1].shown);
  CHECK(graph.functions[2].Total() == 3);
}

TEST_CASE("exact sides are subtracted without propagation", "[exact]") {
  const TestExecution base = Measured();
  TestExecution other = Measured();
  other.profile.exact->total_ticks[0] = 9;
  other.profile.exact->arcs[0].total = 8;
  Diagnostics diagnostics;
  const Difference difference = SubtractTests(base, other, &diagnostics);
  CHECK(diagnostics.warnings.empty());
  CHECK(difference.base.is_exact);
  CHECK_FALSE(difference.base.calls_known);
  CHECK(difference.cycles.empty());
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    if (difference.match.functions.functions[f].name != "main") continue;
    CHECK(difference.functions[f].base.total == 5);
    CHECK(difference.functions[f].other.total == 9);
    CHECK(difference.functions[f].base.Used());
  }
  CHECK(difference.function_presence.both == 3);
  double arcs = 0;
  for (const Difference::ArcRow& arc : difference.arcs) arcs += arc.other.Total() - arc.base.Total();
  CHECK(arcs == 3);
}

TEST_CASE("one exact side is compared with a warning, different units are not compared", "[exact]") {
  const TestExecution estimated = ProfileBuilder().Function("main").Function("work", 2).Call("main", "work", 1).Build();
  Diagnostics diagnostics;
  SubtractTests(estimated, Measured(), &diagnostics);
  REQUIRE(diagnostics.warnings.size() == 1);
  CHECK(TextOf(diagnostics.warnings[0]).starts_with("inclusive times of the base are estimates"));
  CHECK_THROWS_AS(SubtractTests(Measured("Ir"), Measured()), Error);
  CHECK_THROWS_AS(SubtractTests(estimated, Measured("bytes")), Error);
}

TEST_CASE("samples of unequal weight are worth as much as fewer equal samples", "[exact]") {
  TestExecution run = Measured();
  ScaleTimes(run.profile, 1e9);
  run.profile.rate = 1e9;
  run.profile.exact->samples = {0, 2, 3};
  run.profile.exact->total_samples = {5, 5, 3};
  RunTable table = MakeRunTable({&run.profile, 1});
  CHECK(table.rates[0] == 1);
  CHECK(table.samples == std::vector<double>{0, 2, 3});
  CHECK(table.total_samples == 5);
  CHECK(table.kind == TimesOf::kSamples);
  CHECK_FALSE(table.is_weighted);
  CHECK(table.inclusive_samples == std::vector<double>{5, 5, 3});
  CHECK(table.inclusive_seconds == std::vector<double>{5, 5, 3});
  run.profile.exact->squares = {0, 4e18, 3e18};  // one sample of 2 s and three of 1 s
  run.profile.exact->total_squares = {7e18, 7e18, 3e18};
  table = MakeRunTable({&run.profile, 1});
  CHECK(table.samples == std::vector<double>{0, 1, 3});
  // The first two values are the square of the sum of the times, divided by the sum of the squared times: 5^2 / 7,
  // rounded down.
  CHECK(table.inclusive_samples == std::vector<double>{3, 3, 3});
  CHECK(table.is_weighted);
  run.profile.exact->samples.clear();
  table = MakeRunTable({&run.profile, 1});
  CHECK(table.total_samples == 0);
}

TEST_CASE("a table of runs records the kind of its times", "[exact]") {
  const auto kind_of = [](const Profile& profile) { return MakeRunTable({&profile, 1}).kind; };
  TestExecution run = Measured();
  CHECK(kind_of(run.profile) == TimesOf::kSums);
  run.profile.calls_known = true;
  CHECK(kind_of(run.profile) == TimesOf::kCounts);
  run.profile.exact->samples = run.profile.exact->total_samples = {0, 1, 1};
  CHECK(kind_of(run.profile) == TimesOf::kSamples);
  run.profile.self_ticks[2] = -1;  // a negative time means that the profile is a difference
  CHECK(kind_of(run.profile) == TimesOf::kCounts);
  run.profile.exact.reset();
  CHECK(kind_of(run.profile) == TimesOf::kSamples);
  const std::vector<Profile> mixed = {run.profile, Measured().profile};
  const RunTable table = MakeRunTable(mixed);
  CHECK(table.kind == TimesOf::kSums);
  CHECK(table.inclusive_seconds.empty());
}

}  // namespace profdiff::exact_times_test

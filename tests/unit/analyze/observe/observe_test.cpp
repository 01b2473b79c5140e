// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the observations in traces and profiles.
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/models.h"
#include "support/trace_builder.h"
#include "values/loading_traces.h"

namespace profdiff::observe_test {
namespace {

// Returns a trace with two calls of f that have recorded arguments; one of them calls MPI.
Trace MakeTrace() {
  Trace trace = TraceBuilder().Thread("main(f:10(MPI_Send:5(PMPI_Send:2)),f:40(g:3))").Build();
  trace.threads[0].values = {{CallId(std::size_t{1}), 1, std::int64_t{100}},
                             {CallId(std::size_t{4}), 1, std::int64_t{200}}};
  return trace;
}

const ObservedSeries& Find(const Observations& observations, const std::string& function, const std::string& metric) {
  for (const ObservedSeries& series : observations.series) {
    if (series.function == function && series.metric == metric) return series;
  }
  FAIL("no " << metric << " of " << function);
  return observations.series.front();
}

}  // namespace

TEST_CASE("Each call with recorded arguments is an observation", "[models]") {
  const ObservationOptions options{{"time", "self", "mpi", "compute", "calls"}, {}};
  const Observations observed = ObserveTrace(MakeTrace(), {}, options);
  CHECK(observed.series.size() == 5);
  const auto value = [&](const char* metric, std::size_t point) {
    return Find(observed, "f", metric).points.at(point).values.at(0) * 1e9;
  };
  CHECK(Find(observed, "f", "time").parameters == std::vector<std::string>{"arg1"});
  CHECK(Find(observed, "f", "time").points.at(0).at == std::vector<double>{100});
  CHECK(value("time", 0) == Approx(17));
  CHECK(value("self", 0) == Approx(10));
  CHECK(value("mpi", 0) == Approx(7));
  CHECK(value("compute", 0) == Approx(10));
  CHECK(value("mpi", 1) == Approx(0));
  CHECK(value("time", 1) == Approx(43));
  CHECK(Find(observed, "f", "calls").points.at(1).values == std::vector<double>{1});
}

TEST_CASE("Rules name parameters, and --at holds for all functions", "[models]") {
  ObservationOptions options;
  options.rules = {{"f", "arg1", "n"}};
  const Observations observed = ObserveTrace(MakeTrace(), {{"ranks", 4}}, options);
  CHECK(Find(observed, "f", "time").parameters == std::vector<std::string>{"n", "ranks"});
  CHECK(Find(observed, "g", "time").parameters == std::vector<std::string>{"ranks"});
  options.rules = {{"f", "arg2", "n"}};
  CHECK_THROWS_AS(ObserveTrace(MakeTrace(), {}, options), Error);
  options.rules.clear();
  options.metrics = {"speed"};
  CHECK_THROWS_AS(ObserveTrace(MakeTrace(), {}, options), Error);
}

TEST_CASE("A text that holds for a whole trace divides its functions", "[models]") {
  const Observations observed = ObserveTrace(MakeTrace(), {{"mode", 0, "seq"}, {"n", 5}}, {});
  CHECK(Find(observed, "g", "time").labels == ParameterValues{{"mode", 0, "seq"}});
  CHECK(Find(observed, "g", "time").parameters == std::vector<std::string>{"n"});
}

TEST_CASE("A text of a call divides its function, and calls whose text was not kept are counted", "[models]") {
  Trace trace = TraceBuilder().Thread("main(f:10,f:20,f:30,f:40)").Build();
  trace.value_names = {"arg2\x1frows", "arg2\x1fpairs", "arg2\x1f"};
  const std::uint32_t texts[] = {0, 1, 2, 0};
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    trace.threads[0].values.push_back({CallId(i + 1), 1, static_cast<std::int64_t>(100 * (i + 1))});
    trace.threads[0].values.push_back({CallId(i + 1), CallValue::kFirstNamed + texts[i], std::int64_t{1}});
  }
  ObservationOptions options;
  CHECK(ObserveTrace(trace, {}, options).series.at(0).points.size() == 4);  // the texts do not matter
  options.each = "arg2";
  Observations observed = ObserveTrace(trace, {}, options);
  REQUIRE(observed.series.size() == 2);
  CHECK(observed.series[0].labels == ParameterValues{{"arg2", 0, "pairs"}});
  CHECK(observed.series[1].labels == ParameterValues{{"arg2", 0, "rows"}});
  CHECK(observed.series[1].parameters == std::vector<std::string>{"arg1"});
  CHECK(observed.series[1].points.size() == 2);
  REQUIRE(observed.remarks.size() == 1);
  CHECK_THAT(observed.remarks[0].cause, Catch::StartsWith("f: left out: 1 call whose text arg2 is empty, longer than"));
  CHECK(observed.unused.of_texts == 1);
  CHECK(observed.unused.calls_of_texts == 1);
  options.rules = {{"f", "arg2", "n"}};
  CHECK_THROWS_AS(ObserveTrace(trace, {}, options), Error);
  options.each = "growth";
  options.rules = {{"f", "arg1", "n"}, {"f", "arg2", "growth"}};
  observed = ObserveTrace(trace, {}, options);
  CHECK(observed.series.at(0).labels == ParameterValues{{"growth", 0, "pairs"}});
}

TEST_CASE("Stacks of a profile are divided by caller and by path", "[models]") {
  // main calls f and g, which calls f; f calls itself.
  const auto id = [](std::size_t value) { return FunctionId(value); };
  ContextTree tree;
  tree.function = {id(0), id(1), id(1), id(2), id(1)};
  tree.end = {5, 3, 3, 5, 5};
  tree.self = {1, 2, 4, 8, 16};
  FunctionTable functions;
  for (const char* name : {"main", "f", "g"}) functions.functions.emplace_back().name = name;
  Profile profile;
  profile.self_ticks.resize(functions.size());
  profile.calls.resize(functions.size());
  profile.self_calls.resize(functions.size());
  profile.rate = 1;
  profile.has_histogram = true;
  profile.calls_known = false;
  const ScaledContexts contexts{std::make_shared<const ContextTree>(tree), 0.5};
  ObservationOptions options;
  options.metrics = {"time", "self", "calls"};
  const auto observe = [&](ObservationOptions::By by) {
    options.by = by;
    std::map<std::pair<std::string, std::vector<std::string>>, double> found;
    for (const ObservedSeries& series : ObserveProfile(functions, profile, {{"n", 1}}, options, contexts).series) {
      if (series.metric == "time") found[{series.function, series.callers}] = series.points.at(0).values.at(0);
    }
    return found;
  };
  const auto callers = observe(ObservationOptions::By::kCaller);
  CHECK(callers.size() == 5);
  CHECK(callers.at({"main", {}}) == 15.5);
  CHECK(callers.at({"f", {"main"}}) == 3);
  CHECK(callers.at({"f", {"f"}}) == 2);
  CHECK(callers.at({"f", {"g"}}) == 8);
  const auto paths = observe(ObservationOptions::By::kPath);
  CHECK(paths.size() == 5);
  CHECK(paths.at({"f", {"main", "f"}}) == 2);
  CHECK(paths.at({"f", {"main", "g"}}) == 8);
  CHECK_THROWS_AS(ObserveProfile(functions, profile, {{"n", 1}}, options), Error);
}

TEST_CASE("Values are removed together with their calls", "[models]") {
  CallFilter filter;
  filter.drop = {"^main$", "^MPI_"};
  const Trace kept = SelectCalls(MakeTrace(), filter).trace;
  REQUIRE(kept.threads[0].values.size() == 2);
  CHECK(kept.threads[0].values[1].call.value == 2);
  CHECK(Find(ObserveTrace(kept, {}, {}), "f", "time").points.size() == 2);
}

TEST_CASE("An argument that is not above 0 is not a parameter", "[models]") {
  Trace trace = MakeTrace();
  trace.threads[0].values[0].value = std::int64_t{0};
  const Observations observed = ObserveTrace(trace, {}, {});
  CHECK(observed.series.empty());
  CHECK(observed.remarks.size() == 1);
  CHECK(observed.unused.not_positive == 1);
  CHECK(JoinObservations({observed, observed}).unused.not_positive == 2);
  ObservationOptions options;
  options.rules = {{"f", "arg1", "n"}};
  CHECK_THROWS_AS(ObserveTrace(trace, {}, options), Error);
}

}  // namespace profdiff::observe_test

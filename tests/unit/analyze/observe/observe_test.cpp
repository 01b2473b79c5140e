// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the observations in traces and profiles.
#include <catch2/catch.hpp>

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
  ObservationOptions options;
  options.rules = {{"f", "arg1", "n"}};
  CHECK_THROWS_AS(ObserveTrace(trace, {}, options), Error);
}

}  // namespace profdiff::observe_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/store.h"
#include "values/loading_trials.h"

namespace profdiff::observed_trial_test {
namespace {

Observations Benchmarks() {
  Observations observed;
  observed.inputs = {"results.json"};
  observed.series.push_back({"f", "cpu_time", "s", {"n"}, {{{8}, {1, 2}}}});
  observed.series.push_back({"f", "items", "", {"n"}, {{{8}, {100, 200}}}});
  observed.series.push_back({"f", "calls", "1/s", {"n"}, {{{8}, {6}}}});
  observed.series.push_back({"f", "real_time", "s", {"n"}, {{{8}, {3, 5}}, {{16}, {7}}}});
  return observed;
}

}  // namespace

TEST_CASE("repetitions of benchmarks are runs of a trial", "[observed-trial]") {
  Diagnostics diagnostics;
  const StoredTrial trial = MakeTrial(Benchmarks(), "google-benchmark", diagnostics);
  REQUIRE(trial.functions.size() == 2);
  CHECK(trial.functions[0].name == "f n=8");
  CHECK(trial.functions[1].name == "f n=16");
  CHECK(trial.metrics == std::vector<std::string>{"cpu_time", "items", "counter calls", "self"});
  using Units = std::vector<std::pair<std::string, std::string>>;
  CHECK(trial.metadata == Units{{"unit.items", ""}, {"unit.counter calls", "1/s"}});
  REQUIRE(trial.runs.size() == 2);
  CHECK(trial.runs[0].unit == "seconds");
  CHECK(trial.runs[0].format == "google-benchmark");
  const auto value = [&trial](std::size_t run, std::uint32_t function, std::uint32_t metric) {
    for (const StoredValue& stored : trial.runs[run].values) {
      if (stored.function == function && stored.metric == metric) return stored.value;
    }
    return -1.0;
  };
  CHECK(value(0, 0, 3) == 3);
  CHECK(value(1, 0, 3) == 5);
  CHECK(value(1, 0, 0) == 2);
  CHECK(value(1, 0, 1) == 200);
  CHECK(value(0, 0, 2) == 6);
  CHECK(value(0, 1, 3) == 7);
  CHECK(value(1, 1, 3) == 7);
  REQUIRE(diagnostics.warnings.size() == 1);
  CHECK(diagnostics.warnings[0].cause.starts_with("some benchmarks have fewer repetitions"));
}

TEST_CASE("a trial of benchmarks has their times", "[observed-trial]") {
  Diagnostics diagnostics;
  const TrialProfiles profiles = ProfilesOf({MakeTrial(Benchmarks(), "google-benchmark", diagnostics)});
  REQUIRE(profiles.runs.size() == 2);
  const Profile& run = profiles.runs[0];
  double sum = 0;
  for (const double ticks : run.self_ticks) sum += run.Seconds(ticks);
  CHECK(sum == Approx(10));
  REQUIRE(run.exact.has_value());
  CHECK(run.exact->total_ticks == run.self_ticks);
  CHECK(run.exact->samples.empty());
}

}  // namespace profdiff::observed_trial_test

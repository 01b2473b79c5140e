// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <vector>

#include "profdiff/profile.h"
#include "support/profile_builder.h"
#include "values/loading_profiles.h"

namespace profdiff::runs_test {
namespace {

Profile Run(double seconds, std::uint64_t calls) {
  return ProfileBuilder().Function("main").Function("f", seconds).Call("main", "f", calls).Build().profile;
}

TEST_CASE("runs are side by side in a table", "[runs]") {
  const std::vector<Profile> runs = {Run(1.5, 3), Run(0, 4)};
  RunTable table = MakeRunTable(runs);
  CHECK(table.runs == 2);
  CHECK(table.functions == 2);
  CHECK(table.Seconds(FunctionId(1))[0] == Approx(1.5));
  CHECK(table.Seconds(FunctionId(1))[1] == 0);
  CHECK(table.Calls(FunctionId(1))[1] == 4);
  CHECK(table.samples[1] == Approx(150));
  CHECK(table.total_samples == Approx(150));
  CHECK(table.rates == std::vector<double>{100, 100});
  CHECK(table.samples_per_second == 200);  // 100 samples per second in each of two runs
}

TEST_CASE("times are scaled, calls are not", "[runs]") {
  Profile profile = Run(2, 5);
  ScaleTimes(profile, 0.25);
  CHECK(profile.Seconds(profile.self_ticks[1]) == Approx(0.5));
  CHECK(profile.Seconds(profile.total_ticks) == Approx(0.5));
  CHECK(profile.calls[1] == 5);
}

TEST_CASE("the mean of runs, with whole calls", "[runs]") {
  Profile sum = Run(3, 8);
  AverageRuns(sum, 3);
  CHECK(sum.Seconds(sum.self_ticks[1]) == Approx(1));
  CHECK(sum.calls[1] == 3);  // 8 / 3, rounded
  CHECK(sum.arcs[0].count == 3);
  Profile once = Run(3, 8);
  AverageRuns(once, 1);
  CHECK(once.calls[1] == 8);
}

}  // namespace
}  // namespace profdiff::runs_test

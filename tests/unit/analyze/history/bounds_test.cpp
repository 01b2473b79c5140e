// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of steps that were not found. A statement is false if no step is found and the true step is outside of the
// bounds; at most 5 of 100 series may have a false one.
#include "analyze/history/bounds.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <vector>

#include "analyze/history/steps.h"
#include "profdiff/store.h"
#include "support/noisy_series.h"
#include "values/loading_trials.h"

namespace profdiff::bounds_test {
namespace {

using tests::Noise;

std::optional<StepBounds> BoundsOf(const std::vector<double>& values) {
  return FindHistory({values.begin(), values.end()}, {}).bounds;
}

// Returns the percentage of series with a false statement: of 40 series, or of 200 in a full run.
double FalseShare(std::size_t size, std::size_t place, double step, const Noise& noise) {
  return tests::ShareOfSeries(size, tests::StepAt(place, 1 + step), noise, 40, 200, [&](const auto& values) {
    const Steps found = FindSteps(values, 0.05);
    if (!found.steps.empty()) return false;
    const std::vector<Part> whole = {{0, values.size()}};
    return FindBounds(values, whole, found.rho).value().high < 100 * step;
  });
}

History Together(const std::vector<std::vector<double>>& all) {
  StoredSeries stored;
  stored.trials.resize(all.front().size());
  for (const std::vector<double>& values : all) stored.series.push_back({"f", "m", "", {values.begin(), values.end()}});
  return MakeHistory(std::move(stored), {});
}

}  // namespace

TEST_CASE("A step that is not found is within the bounds", "[history][bounds]") {
  const Noise kinds[] = {
      {}, {.spikes = 0.05}, {.shape = Noise::Shape::kSkewed}, {.shape = Noise::Shape::kStudent}, {.memory = 0.5}};
  for (const Noise& noise : kinds) {
    const double most = tests::IsFullRun() ? 8 : 12.5;
    for (const std::size_t size : {4U, 6U, 9U, 16U, 30U, 100U}) {
      const std::size_t few = size < kFewestTrials ? 2 : 3;
      for (const std::size_t place : {size / 2, size - few, few}) {
        for (const double step : {0.02, 0.05, 0.1}) {
          if (size == 100 ? place != few : !tests::IsFullRun() && place + few != size) continue;
          if (!tests::IsFullRun() && (size == 6 || size == 16 || size > 30 || step != 0.05)) continue;
          CAPTURE(noise.spikes, noise.memory, static_cast<int>(noise.shape), size, place, step);
          CHECK(FalseShare(size, place, step, noise) <= most);
        }
      }
    }
  }
}

TEST_CASE("A drift that is not found is within the bounds", "[history][bounds]") {
  for (const double memory : {0.0, 0.5}) {
    for (const std::size_t size : {10U, 30U}) {
      for (const double change : {0.03, 0.1}) {
        CAPTURE(memory, size, change);
        const auto rising = [=, last = static_cast<double>(size - 1)](std::size_t t) {
          return 1 + change * static_cast<double>(t) / last;
        };
        const auto is_false = [=](const std::vector<double>& values) {
          const SeriesHistory found = FindHistory({values.begin(), values.end()}, {});
          return found.changes.empty() && !found.drift && found.bounds.value().high < 100 * change;
        };
        const double share = tests::ShareOfSeries(size, rising, {.memory = memory}, 40, 400, is_false);
        CHECK(share <= (tests::IsFullRun() ? 7 : 12.5));
      }
    }
  }
}

TEST_CASE("Bounds are as narrow as the noise allows", "[history][bounds]") {
  // At the ends, the interval of a step of three among thirty trials is 2.05 * 2 % * sqrt(1/3 + 1/27), or 2.5 %.
  for (const auto& [size, most] : {std::pair(9U, 14.0), {30U, 6.5}, {100U, 6.0}}) {
    CAPTURE(size);
    const auto is_narrow = [most = most](const auto& values) { return BoundsOf(values).value().Largest() <= most; };
    CHECK(tests::ShareOfSeries(size, tests::Quiet, {}, 40, 400, is_narrow) >= 87);
  }
}

TEST_CASE("Bounds are in percent of the level before a step", "[history][bounds]") {
  CHECK(BoundsOf(std::vector<double>(10, 3.1)).value().Largest() == 0);
  CHECK_FALSE(BoundsOf({1, 2, 3}));
  CHECK_FALSE(BoundsOf({0, 0, 0, 0, 0, 1}));
  const StepBounds down = BoundsOf({-10, -10.01, -9.99, -10, -10, -20, -20, -20.01, -20, -19.99}).value();
  CHECK(down.low < -100);
  CHECK(down.low > -150);
  // Each of two steps that were found is within the bounds.
  std::vector<double> bump(30, 1);
  for (std::size_t t = 0; t < bump.size(); ++t)
    bump[t] = (t >= 10 && t < 20 ? 2 : 1) + 0.001 * static_cast<double>(t % 3);
  CHECK(BoundsOf(bump).value().high >= 99.9);
}

TEST_CASE("The bound over all series is the largest of those without a sure change", "[history][bounds]") {
  std::mt19937_64 random(3);
  const auto series = [&](double deviation, double after) {
    return tests::NoisySeries(random, 30, tests::StepAt(15, after), {.deviation = deviation});
  };
  const History quiet = Together({series(0.01, 1), series(0.05, 1), series(0.02, 1)});
  REQUIRE(quiet.bound);
  CHECK(quiet.bound->series == 3);
  CHECK(quiet.bound->widest == 1);
  CHECK(quiet.bound->percent == quiet.found[1].bounds->Largest());
  CHECK(quiet.bound->median == quiet.found[2].bounds->Largest());
  const History changed = Together({series(0.01, 1), series(0.01, 2), std::vector<double>(30, 0)});
  CHECK(changed.found[1].changes.size() == 1);
  CHECK(changed.bound->series == 2);
  CHECK(changed.bound->widest == 0);
  CHECK_FALSE(Together({{1, 2, 3}}).bound);
}

}  // namespace profdiff::bounds_test

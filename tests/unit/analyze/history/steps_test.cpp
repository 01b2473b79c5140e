// SPDX-License-Identifier: GPL-3.0-or-later
// Finds steps in noisy series with and without planted steps. The bounds are the shares that 200 series reach, with an
// allowance for fewer series.
#include "analyze/history/steps.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <vector>

#include "analyze/history/noise.h"
#include "support/noisy_series.h"

namespace profdiff::steps_test {
namespace {

using tests::LevelOfTrial;
using tests::Noise;
using tests::Quiet;
using tests::StepAt;

bool IsNear(const Steps& found, std::size_t place, std::size_t distance) {
  return std::ranges::any_of(found.steps, [=](const LevelStep& step) {
    return step.place + distance >= place && step.place <= place + distance;
  });
}

// Returns the percentage of series for which holds(steps) is true: of 24 series, or of 200 in a full run.
double Share(std::size_t size, const LevelOfTrial& level, const Noise& noise,
             const std::function<bool(const Steps&)>& holds) {
  return tests::ShareOfSeries(size, level, noise, 24, 200,
                              [&](const std::vector<double>& values) { return holds(FindSteps(values, 0.05)); });
}

// Bounds for shares of 24 series are wider than those for 200.
double Least(double of_200, double of_24) { return tests::IsFullRun() ? of_200 : of_24; }

bool Alarms(const Steps& found) { return !found.steps.empty(); }
std::function<bool(const Steps&)> Near(std::size_t place, std::size_t distance) {
  return [=](const Steps& found) { return IsNear(found, place, distance); };
}

std::vector<std::size_t> PlacesOf(const std::vector<double>& values) {
  std::vector<std::size_t> places;
  for (const LevelStep& step : FindSteps(values, 0.05).steps) places.push_back(step.place);
  return places;
}

}  // namespace

TEST_CASE("Noise alone leads to few steps", "[history]") {
  for (const std::size_t size : {4U, 6U, 8U, 9U, 10U, 16U, 30U}) {
    CAPTURE(size);
    CHECK(Share(size, Quiet, {}, Alarms) <= Least(10, 17));
  }
  CHECK(Share(100, Quiet, {}, Alarms) <= Least(9, 17));
  CHECK(Share(30, Quiet, {.spikes = 0.05}, Alarms) <= Least(9, 17));
  CHECK(Share(30, Quiet, {.shape = Noise::Shape::kSkewed}, Alarms) <= Least(9, 17));
  CHECK(Share(10, Quiet, {.memory = 0.5}, Alarms) <= Least(15, 25));
  CHECK(Share(30, Quiet, {.memory = 0.5}, Alarms) <= Least(13, 21));
}

TEST_CASE("A step in the newest three trials is found at any length", "[history]") {
  for (const std::size_t size : {10U, 13U, 15U, 16U, 18U, 19U, 22U, 23U, 24U, 30U}) {
    CAPTURE(size);
    CHECK(Share(size, StepAt(size - 3, 2), {.deviation = 0.01}, Near(size - 3, 0)) >= Least(99, 95));
  }
  CHECK(Share(30, StepAt(27, 1.1), {}, Near(27, 1)) >= Least(89, 79));
  CHECK(Share(30, StepAt(27, 1.1), {.spikes = 0.05}, Near(27, 1)) >= Least(73, 58));
}

TEST_CASE("Steps are placed at the trial that changed", "[history]") {
  CHECK(Share(30, StepAt(8, 1.1), {}, Near(8, 0)) >= Least(94, 87));
  CHECK(Share(30, StepAt(8, 1.1), {.spikes = 0.05}, Near(8, 0)) >= Least(83, 75));
  CHECK(Share(30, StepAt(15, 1.05), {}, Near(15, 1)) >= Least(78, 66));
  CHECK(Share(30, StepAt(15, 1.05), {.spikes = 0.05}, Near(15, 1)) >= Least(63, 50));
  const LevelOfTrial bump = [](std::size_t t) { return t >= 12 && t < 18 ? 1.1 : 1; };
  CHECK(Share(30, bump, {}, [](const Steps& s) { return IsNear(s, 12, 1) && IsNear(s, 18, 1); }) >= Least(85, 75));
}

TEST_CASE("Several clear steps are found", "[history]") {
  const LevelOfTrial levels = [](std::size_t t) { return t < 5 ? 1 : t < 8 ? 99 : 149; };
  CHECK(Share(14, levels, {.deviation = 0.01}, [](const Steps& s) { return IsNear(s, 5, 0) && IsNear(s, 8, 0); }) >=
        95);
  CHECK(PlacesOf({1, 1, 1, 2, 2, 2, 3, 3, 3}) == std::vector<std::size_t>{3, 6});
  CHECK(PlacesOf({5, 5.01, 4.99, 5.02, 4.6, 4.61, 4.58, 4.62, 4.6, 4.59, 4.61, 4.62, 70, 90}) ==
        std::vector<std::size_t>{4, 12});
  std::vector<double> stairs(18, 100);
  for (std::size_t t = 8; t < 18; ++t) stairs[t] = t < 10 ? 130 : 150;
  for (std::size_t t = 0; t < 18; ++t) stairs[t] += 0.2 * static_cast<double>(t * t * 7 % 11);
  const std::vector<std::size_t> places = PlacesOf(stairs);
  REQUIRE_FALSE(places.empty());
  CHECK((places.front() == 8 || places.front() == 10));
}

TEST_CASE("A step before two trials is found, one spike is not a step", "[history]") {
  std::vector<double> values(20, 10);
  for (std::size_t t = 0; t < 20; ++t) values[t] += 0.01 * static_cast<double>(t * t * 7 % 11);
  std::vector<double> spiky = values;
  spiky[9] = 20;
  CHECK(PlacesOf(spiky).empty());
  values[18] = 20;
  values[19] = 20.02;
  CHECK(PlacesOf(values) == std::vector<std::size_t>{18});
}

TEST_CASE("A step in a long series is found", "[history]") {
  std::vector<double> values;
  for (int t = 0; t < 350; ++t) values.push_back((t < 230 ? 1.0 : 1.5) + 0.001 * (t * t * 7 % 13));
  CHECK(PlacesOf(values) == std::vector<std::size_t>{230});
}

TEST_CASE("Noise is measured without outliers and steps", "[history]") {
  std::mt19937_64 random(3);
  const std::vector<double> values = tests::NoisySeries(random, 1000, StepAt(500, 2), {.spikes = 0.02});
  const std::vector<Part> whole = {{0, values.size()}};
  std::vector<double> scratch, moved(values.size());
  const double noise = NoiseOf(values, whole, 0, scratch);
  CHECK(noise > 0.02);
  CHECK(noise < 0.04);
  const std::vector<double> ends = {1, 1, 1, 1, 1, 1, 9, 9};
  moved.resize(ends.size());
  MoveOutliers(ends, std::vector<Part>{{0, ends.size()}}, 0, moved);
  CHECK(moved.back() == 1);
  const std::vector<double> level = {1, 1, 1, 1, 1, 9, 9, 9};
  MoveOutliers(level, std::vector<Part>{{0, level.size()}}, 0, moved);
  CHECK(moved[5] == 9);
}

}  // namespace profdiff::steps_test

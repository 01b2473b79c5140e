// SPDX-License-Identifier: GPL-3.0-or-later
// How often drift, conditions, modes and false discoveries are right: planted series with fixed seeds. A short run has
// few series and wider bounds; tests/README.md has the figures of a full run.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/store.h"
#include "support/noisy_series.h"
#include "values/loading_trials.h"

namespace profdiff::history_tables_test {
namespace {

using tests::LevelOfTrial;
using tests::Noise;
using tests::Quiet;
using tests::StepAt;

SeriesHistory Describe(const std::vector<double>& values) { return FindHistory({values.begin(), values.end()}, {}); }

History Together(const std::vector<std::vector<double>>& all) {
  StoredSeries stored;
  stored.trials.resize(all.front().size());
  for (const std::vector<double>& values : all) stored.series.push_back({"f", "m", "", {values.begin(), values.end()}});
  return MakeHistory(std::move(stored), {});
}

// Returns the percentage of series that do not pass a condition.
double Fails(const std::string& condition, std::size_t size, const LevelOfTrial& level, const Noise& noise) {
  const HistoryGate gate = HistoryGate::Parse(condition);
  return tests::ShareOfSeries(size, level, noise, 20, 200,
                              [&](const auto& values) { return !gate.Offenders(Together({values})).empty(); });
}

LevelOfTrial Levels(std::vector<std::pair<std::size_t, double>> from) {
  return [from = std::move(from)](std::size_t t) {
    double level = 1;
    for (const auto& [trial, value] : from) level = t >= trial ? value : level;
    return level;
  };
}

// Values of two modes, 20 % apart, between which each trial changes with a probability.
std::vector<double> Modes(std::mt19937_64& random, std::size_t size, double probability) {
  std::vector<double> values;
  bool is_high = false;
  for (std::size_t t = 0; t < size; ++t) {
    if (tests::Uniform(random) < probability) is_high = !is_high;
    values.push_back((is_high ? 1.2 : 1) * (1 + 0.01 * tests::Normal(random)));
  }
  return values;
}

template <class Holds>
double ShareOfModes(std::size_t size, double probability, const Holds& holds) {
  const std::size_t count = tests::IsFullRun() ? 200 : 20;
  std::mt19937_64 random(5);
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; ++i) held += holds(Describe(Modes(random, size, probability))) ? 1 : 0;
  return 100 * static_cast<double>(held) / static_cast<double>(count);
}

double OfFull(double full, double brief) { return tests::IsFullRun() ? full : brief; }

const auto alarms = [](const std::vector<double>& values) { return !Describe(values).changes.empty(); };
const auto drifts = [](const std::vector<double>& values) { return Describe(values).drift.has_value(); };

}  // namespace

TEST_CASE("Four trials show what they can", "[history][tables]") {
  CHECK(tests::ShareOfSeries(4, StepAt(2, 2), {.deviation = 0.01}, 40, 1000, alarms) >= OfFull(99, 95));
  CHECK(tests::ShareOfSeries(4, StepAt(2, 1.1), {}, 40, 1000, alarms) >= OfFull(65, 50));
}

TEST_CASE("Long series and heavy tails lead to few false changes", "[history][tables]") {
  CHECK(tests::ShareOfSeries(60, Quiet, {}, 20, 400, alarms) <= OfFull(7, 15));
  CHECK(tests::ShareOfSeries(30, Quiet, {.shape = Noise::Shape::kStudent}, 20, 400, alarms) <= OfFull(8, 20));
  if (tests::IsFullRun()) CHECK(tests::ShareOfSeries(300, Quiet, {}, 0, 100, alarms) <= 9);
}

TEST_CASE("A drift is told from noise", "[history][tables]") {
  const LevelOfTrial rising = [](std::size_t t) { return 1 + 0.1 * static_cast<double>(t) / 29; };
  CHECK(tests::ShareOfSeries(30, rising, {.deviation = 0.01}, 20, 200, drifts) >= OfFull(95, 90));
  CHECK(tests::ShareOfSeries(30, rising, {}, 20, 200, drifts) >= OfFull(84, 70));
  // Steps describe some drifts better than a line.
  const auto changes = [](const std::vector<double>& values) { return alarms(values) || drifts(values); };
  CHECK(tests::ShareOfSeries(30, rising, {.deviation = 0.01}, 20, 200, changes) >= OfFull(99, 95));
  CHECK(tests::ShareOfSeries(30, Quiet, {}, 20, 400, drifts) <= OfFull(1, 5));
  CHECK(tests::ShareOfSeries(30, Quiet, {.memory = 0.5}, 20, 400, drifts) <= OfFull(3, 10));
  CHECK(tests::ShareOfSeries(30, StepAt(15, 1.1), {}, 20, 200, drifts) <= OfFull(3, 10));
}

TEST_CASE("Conditions find creeping and half undone slowdowns", "[history][tables]") {
  const Noise noise{.deviation = 0.01};
  const LevelOfTrial partly = Levels({{10, 1.2}, {20, 1.16}}), undone = Levels({{10, 1.2}, {20, 1}});
  const LevelOfTrial creeping = Levels({{8, 1.03}, {16, 1.0609}, {24, 1.0927}});
  CHECK(Fails("since best > 5%", 30, partly, noise) >= OfFull(98, 95));
  CHECK(Fails("change > 5%", 30, partly, noise) <= OfFull(5, 10));
  CHECK(Fails("since best > 5%", 30, undone, noise) <= OfFull(1, 5));
  CHECK(Fails("since best > 5%", 32, creeping, noise) >= OfFull(78, 65));
  CHECK(Fails("since best > 5%", 30, Quiet, noise) <= OfFull(1, 5));
}

TEST_CASE("Two modes that alternate at random are seldom changes", "[history][tables]") {
  const auto alarms_of = [](const SeriesHistory& found) { return !found.changes.empty(); };
  const auto bimodal = [](const SeriesHistory& found) { return found.is_bimodal; };
  for (const std::size_t size : {10U, 30U, 100U}) {
    CAPTURE(size);
    CHECK(ShareOfModes(size, 0.5, alarms_of) <= OfFull(9, 15));
  }
  CHECK(ShareOfModes(30, 0.5, bimodal) >= OfFull(90, 80));
  const auto is_bimodal = [](const std::vector<double>& values) { return Describe(values).is_bimodal; };
  CHECK(tests::ShareOfSeries(30, Quiet, {}, 20, 400, is_bimodal) <= OfFull(0.5, 0));
}

TEST_CASE("Noise that lasts for many trials looks like steps", "[history][tables]") {
  // There is no cure: what stays for seven trials is a level. The bounds are those of the manual.
  const auto alarms_of = [](const SeriesHistory& found) { return !found.changes.empty(); };
  for (const auto& [size, most, most_lasting] : {std::tuple(10U, 60.0, 26.0), {30U, 96.0, 34.0}, {100U, 100.0, 52.0}}) {
    CAPTURE(size);
    CHECK(ShareOfModes(size, 1.0 / 7, alarms_of) <= OfFull(most, 100));
    if (size == 100 && !tests::IsFullRun()) continue;
    CHECK(tests::ShareOfSeries(size, Quiet, {.memory = 0.8}, 20, 200, alarms) <= OfFull(most_lasting, 60));
  }
}

TEST_CASE("Of many series, those that changed are marked", "[history][tables]") {
  const std::size_t quiet = tests::IsFullRun() ? 980 : 98, changed = tests::IsFullRun() ? 20 : 2;
  std::mt19937_64 random(7);
  std::vector<std::vector<double>> all;
  for (std::size_t s = 0; s < quiet; ++s) all.push_back(tests::NoisySeries(random, 30, Quiet, {}));
  for (std::size_t s = 0; s < changed; ++s) all.push_back(tests::NoisySeries(random, 30, StepAt(20, 1.2), {}));
  const History history = Together(all);
  std::size_t right = 0, wrong = 0;
  for (std::size_t s = 0; s < all.size(); ++s) {
    if (history.found[s].changes.empty() || !history.IsSure(s)) continue;
    ++(s < quiet ? wrong : right);
  }
  CHECK(right + (tests::IsFullRun() ? 1 : 0) >= changed);
  CHECK(wrong <= (tests::IsFullRun() ? 4 : 1));
}

}  // namespace profdiff::history_tables_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Compares rank-sum probabilities with complete enumeration, and tests noisy series with and without planted steps.
#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "profdiff/store.h"
#include "support/full_run.h"

using namespace profdiff;

namespace {

// Chooses `left` of the ranks 1 to `size` in every possible way. Returns the share of choices whose sum of ranks is at
// least as far from the mean sum as `sum`.
double Enumerated(unsigned size, unsigned left, unsigned sum) {
  std::uint64_t all = 0, far = 0;
  const double middle = left * (size + 1) / 2.0;
  for (unsigned chosen = 0; chosen < 1U << size; ++chosen) {
    if (static_cast<unsigned>(std::popcount(chosen)) != left) continue;
    unsigned other = 0;
    for (unsigned rank = 1; rank <= size; ++rank) other += (chosen >> (rank - 1) & 1U) * rank;
    ++all;
    if (std::abs(other - middle) >= std::abs(sum - middle)) ++far;
  }
  return static_cast<double>(far) / static_cast<double>(all);
}

using Values = std::vector<std::optional<double>>;

// Returns a series with normally distributed noise of 2 %, multiplied by change(trial). `memory` is the correlation of
// successive noise values; `spikes` is the probability that a value is multiplied by 1.2. Uses the Box-Muller method,
// because std::normal_distribution gives different numbers in different libraries.
Values Noise(std::mt19937_64& random, const std::function<double(std::size_t)>& change, double memory = 0,
             double spikes = 0) {
  const auto uniform = [&random] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  Values values;
  double last = 0;
  for (std::size_t t = 0; t < 30; ++t) {
    const double normal = std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
    last = memory * last + std::sqrt(1 - memory * memory) * 0.02 * normal;
    const double spike = uniform() < spikes ? 1.2 : 1;
    values.push_back((1 + last) * spike * change(t));
  }
  return values;
}

bool IsNear(const SeriesHistory& found, std::size_t trial, std::size_t distance) {
  return std::ranges::any_of(found.changes, [=](const Change& change) {
    return change.trial + distance >= trial && change.trial <= trial + distance;
  });
}

// Makes 40 series (200 with PROFDIFF_TEST_FULL=1), and returns the percentage for which `holds` is true.
template <class Make, class Holds>
double Share(Make make, Holds holds, double alpha = 0.05) {
  const std::size_t count = tests::IsFullRun() ? 200 : 40;
  std::mt19937_64 random(11);
  HistoryFinder finder({alpha, 0});
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; ++i) held += holds(finder.Find(make(random))) ? 1 : 0;
  return 100 * static_cast<double>(held) / static_cast<double>(count);
}

double Quiet(std::size_t) { return 1; }
double Step(std::size_t trial) { return trial < 15 ? 1 : 1.05; }
double Bump(std::size_t trial) { return trial >= 12 && trial < 18 ? 1.1 : 1; }
double Newest(std::size_t trial) { return trial < 27 ? 1 : 1.1; }
bool Alarms(const SeriesHistory& found) { return !found.changes.empty(); }

}  // namespace

TEST_CASE("The probability of a split equals enumeration", "[history]") {
  for (unsigned size = 2; size <= 12; ++size) {
    for (unsigned left = 1; left < size; ++left) {
      const unsigned least = left * (left + 1) / 2;
      for (unsigned sum = least; sum <= least + left * (size - left); ++sum) {
        CAPTURE(size, left, sum);
        CHECK(std::abs(RankSumProbability(size, left, sum) - Enumerated(size, left, sum)) < 1e-12);
      }
    }
  }
  // 1275 is the smallest sum; only 2 of the (100 choose 50) choices are as extreme
  const double least = RankSumProbability(100, 50, 1275);
  CHECK(std::abs(least * 1.0089134454556419e29 / 2 - 1) < 1e-9);
}

TEST_CASE("Noise alone leads to few changes, and steps are found", "[history]") {
  const auto of = [](auto change, double spikes = 0) {
    return [=](std::mt19937_64& random) { return Noise(random, change, 0, spikes); };
  };
  CHECK(Share(of(Quiet), Alarms) <= 15);
  CHECK(Share(of(Quiet, 0.05), Alarms) <= 15);
  const auto has_step = [](const SeriesHistory& found) { return IsNear(found, 15, 2); };
  CHECK(Share(of(Step), has_step) >= 87);
  CHECK(Share(of(Step, 0.05), has_step) >= 65);
  CHECK(Share(of(Bump), [](const SeriesHistory& found) { return IsNear(found, 12, 1) && IsNear(found, 18, 1); }) >= 60);
  CHECK(Share(of(Newest), [](const SeriesHistory& found) { return IsNear(found, 27, 1); }) >= 80);
  const auto lasting = [](std::mt19937_64& random) { return Noise(random, Quiet, 0.5); };
  // Scores are scaled according to the autocorrelation of the noise. Without scaling, more than 35 % of the series
  // would have alarms.
  CHECK(Share(lasting, Alarms, 0.01) <= 35);
}

TEST_CASE("A history is the same each time, and skips trials without a value", "[history]") {
  Values values;
  for (int t = 0; t < 40; ++t) {
    values.push_back((t < 20 ? 1.0 : 2.0) + 0.001 * (t * 7 % 11));
    if (t % 4 == 0) values.push_back(std::nullopt);
  }
  const SeriesHistory once = HistoryFinder({}).Find(values), again = HistoryFinder({}).Find(values);
  REQUIRE(once.changes.size() == 1);
  CHECK(once.changes[0].trial == 25);
  CHECK(std::abs(once.changes[0].Percent().value() - 100) < 2);
  CHECK(again.changes.size() == 1);
  CHECK(again.changes[0].probability == once.changes[0].probability);
  CHECK(HistoryFinder({0.05, 2}).Find(values).changes.empty());
  CHECK(HistoryFinder({}).Find({1, 2, 3, 4, 5}).has_few_trials);
  CHECK(HistoryFinder({}).Find(Values(30, 1.0)).changes.empty());
}

TEST_CASE("A step in a long series is found in its window", "[history]") {
  Values values;
  for (int t = 0; t < 350; ++t) values.push_back((t < 230 ? 1.0 : 1.5) + 0.001 * (t * 7 % 13));
  const SeriesHistory found = HistoryFinder({}).Find(values);
  REQUIRE(found.changes.size() == 1);
  CHECK(found.changes[0].trial == 230);
}

TEST_CASE("Conditions on changes", "[history]") {
  CHECK(HistoryGate::Parse("change > 5%").bound == 0.05);
  CHECK_FALSE(HistoryGate::Parse("change < -0.1").is_above);
  for (const char* bad : {"", "change", "change > ", "change > x", "self > 5%", "change > 5% x", "change = 1"}) {
    CHECK_THROWS_AS(HistoryGate::Parse(bad), Error);
  }
}

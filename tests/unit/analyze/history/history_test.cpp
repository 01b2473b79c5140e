// SPDX-License-Identifier: GPL-3.0-or-later
// Describes series by their levels, drift and newest trials, and checks conditions on them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/history/student.h"
#include "profdiff/store.h"
#include "values/loading_trials.h"

namespace profdiff::history_test {
namespace {

using Values = std::vector<std::optional<double>>;

// Returns levels with a small regular disturbance, each for a number of trials.
Values Levels(const std::vector<std::pair<double, int>>& levels) {
  Values values;
  for (const auto& [level, trials] : levels) {
    for (int t = 0; t < trials; ++t) {
      const auto i = static_cast<int>(values.size());
      values.emplace_back(level * (1 + 0.001 * (i * i * 7 % 11 - 5)));
    }
  }
  return values;
}

History HistoryOf(const std::vector<Values>& all, const std::vector<std::string>& higher_is_better = {}) {
  StoredSeries stored;
  for (std::size_t t = 0; t < all.front().size(); ++t) {
    TrialEntry trial;
    trial.path.trial = "t" + std::to_string(t);
    trial.position = static_cast<std::int64_t>(t);
    stored.trials.push_back(trial);
  }
  for (const Values& values : all) stored.series.push_back({"f", "m", "", values});
  HistoryOptions options;
  options.higher_is_better = higher_is_better;
  options.threads = 2;
  return MakeHistory(std::move(stored), options);
}

bool Fails(const std::string& condition, const History& history) {
  return !HistoryGate::Parse(condition).Offenders(history).empty();
}

}  // namespace

TEST_CASE("Student's t", "[history]") {
  CHECK(std::abs(StudentProbability(4.30265, 2) - 0.05) < 1e-5);
  CHECK(std::abs(StudentProbability(3.18245, 3) - 0.05) < 1e-5);
  CHECK(std::abs(StudentProbability(1e4, 3) / 2.2053e-12 - 1) < 1e-3);
  CHECK(StudentProbability(0, 3) == 1);
  for (const auto& [degrees, quantile] : {std::pair(1, 12.7062), {2, 4.3027}, {3, 3.1824}, {5, 2.5706}, {30, 2.0423}}) {
    CHECK(std::abs(StudentQuantile(static_cast<std::size_t>(degrees)) - quantile) < 0.005);
  }
}

TEST_CASE("A history is the same each time, and skips trials without a value", "[history]") {
  Values values;
  for (int t = 0; t < 40; ++t) {
    values.emplace_back((t < 20 ? 1.0 : 2.0) + 0.001 * (t * 7 % 11));
    if (t % 4 == 0) values.emplace_back(std::nullopt);
  }
  const SeriesHistory once = FindHistory(values, {}), again = FindHistory(values, {});
  REQUIRE(once.changes.size() == 1);
  CHECK(once.changes[0].trial == 25);
  CHECK(std::abs(once.changes[0].Percent().value() - 100) < 2);
  CHECK(again.changes.size() == 1);
  CHECK(again.changes[0].probability == once.changes[0].probability);
  HistoryOptions large;
  large.min_change = 2;
  CHECK(FindHistory(values, large).changes.empty());
  CHECK(FindHistory(values, large).levels.size() == 2);
  CHECK(FindHistory(Values(30, 1.0), {}).changes.empty());
  CHECK(FindHistory({}, {}).has_too_few_trials);
}

TEST_CASE("Few trials say what they can", "[history]") {
  const SeriesHistory four = FindHistory({1, 1.01, 2, 2.01}, {});
  CHECK(four.has_few_trials);
  CHECK_FALSE(four.has_too_few_trials);
  REQUIRE(four.changes.size() == 1);
  CHECK(four.changes[0].trial == 2);
  CHECK(FindHistory({1, 1.01, 2}, {}).has_too_few_trials);
  CHECK(FindHistory({1, 1.01, 2}, {}).changes.empty());
  CHECK_FALSE(FindHistory(Values(9, 1.0), {}).has_few_trials);
}

TEST_CASE("Levels have medians and intervals", "[history]") {
  const SeriesHistory found = FindHistory(Levels({{100, 10}, {120, 10}, {116, 10}}), {});
  REQUIRE(found.levels.size() == 3);
  CHECK(found.levels[1].trial == 10);
  CHECK(found.levels[2].trials == 10);
  CHECK(std::abs(found.levels[1].value - 120) < 1);
  CHECK(found.levels[1].low.value() < found.levels[1].value);
  CHECK(found.levels[1].high.value() > found.levels[1].value);
  CHECK(found.levels[1].high.value() < 121);
  CHECK(std::abs(found.since_best.value() - 16) < 1);
  CHECK(std::abs(found.since_first.value() - 16) < 1);
}

TEST_CASE("A slowdown that is partly undone fails since best", "[history]") {
  const History partly = HistoryOf({Levels({{100, 10}, {120, 10}, {116, 10}})});
  CHECK(Fails("since best > 5%", partly));
  CHECK(Fails("since first > 5%", partly));
  CHECK_FALSE(Fails("change > 5%", partly));
  const History undone = HistoryOf({Levels({{100, 10}, {120, 10}, {100, 10}})});
  CHECK_FALSE(Fails("since best > 5%", undone));
  const History gradual = HistoryOf({Levels({{100, 8}, {103, 8}, {106, 8}, {109.3, 8}})});
  CHECK(Fails("since best > 5%", gradual));
  CHECK_FALSE(Fails("change > 5%", gradual));
  const History faster = HistoryOf({Levels({{100, 10}, {80, 10}})});
  CHECK_FALSE(Fails("since best > 5%", faster));
  CHECK(Fails("since best < -5%", faster));
}

TEST_CASE("More of a metric can be better", "[history]") {
  const std::vector<Values> fewer = {Levels({{1000, 10}, {800, 10}})};
  CHECK(Fails("since best > 5%", HistoryOf(fewer, {"m"})));
  CHECK(Fails("change > 5%", HistoryOf(fewer, {"m"})));
  CHECK_FALSE(Fails("since best > 5%", HistoryOf(fewer, {"other"})));
}

TEST_CASE("A short first level is not the best one", "[history]") {
  const History history = HistoryOf({Levels({{100, 2}, {200, 12}})});
  CHECK_FALSE(Fails("since best > 5%", history));
}

TEST_CASE("The newest trial alone is no change", "[history]") {
  Values values = Levels({{100, 20}});
  values.back() = 150;
  const History history = HistoryOf({values});
  const SeriesHistory& found = history.found[0];
  CHECK(found.changes.empty());
  REQUIRE(found.newest);
  CHECK(found.newest->is_beyond);
  CHECK(std::abs(found.newest->Percent().value() - 50) < 1);
  CHECK(Fails("newest > 5%", history));
  CHECK_FALSE(Fails("newest > 60%", history));
  CHECK_FALSE(Fails("since best > 5%", history));
  CHECK_FALSE(FindHistory(Levels({{100, 20}}), {}).newest->is_beyond);
  CHECK_FALSE(FindHistory({1, 1, 1}, {}).newest);
}

TEST_CASE("A drift is found", "[history]") {
  Values values;
  for (int t = 0; t < 30; ++t) values.emplace_back(100 + t / 2.9 + 0.7 * (t * t * 7 % 11 - 5) / 5);
  const History history = HistoryOf({values});
  REQUIRE(history.found[0].drift);
  CHECK(std::abs(history.found[0].drift->percent - 10) < 2);
  CHECK(history.found[0].drift->probability < 0.01);
  CHECK(Fails("since best > 5%", history));
  CHECK_FALSE(FindHistory(Levels({{100, 30}}), {}).drift);
  CHECK_FALSE(FindHistory(Levels({{100, 15}, {150, 15}}), {}).drift);
}

TEST_CASE("Two modes are told", "[history]") {
  Values values = Levels({{100, 40}});
  for (std::size_t t = 0; t < values.size(); ++t) {
    if (t * t % 5 == 4 || t * t % 7 == 2) *values[t] *= 3;
  }
  CHECK(FindHistory(values, {}).is_bimodal);
  CHECK_FALSE(FindHistory(Levels({{100, 40}}), {}).is_bimodal);
}

TEST_CASE("False changes are limited over all series", "[history]") {
  // A step that a single series would show is not sure among a hundred series without steps.
  std::vector<Values> all = {{1.0, 1.02, 1.13, 1.14}};
  CHECK(HistoryOf(all).IsSure(0));
  for (int s = 0; s < 99; ++s) all.push_back({1.0, 1.02, 1.01, 1.0});
  const History history = HistoryOf(all);
  REQUIRE(history.found[0].changes.size() == 1);
  CHECK_FALSE(history.IsSure(0));
  CHECK_FALSE(Fails("change > 5%", history));
  all[1] = {1.0, 1.0001, 2, 2.0001};
  CHECK(HistoryOf(all).IsSure(1));
}

TEST_CASE("Trials are sorted by given dates", "[history]") {
  StoredSeries stored;
  const char* dates[] = {"2026-11-03", "2026-11-01T12:00:00Z", "2026-11-01T13:30:00+02:00", "2026-11-03T00:00"};
  for (const char* date : dates) {
    TrialEntry trial;
    trial.recorded = date;
    trial.has_given_date = true;
    trial.position = static_cast<std::int64_t>(stored.trials.size());
    stored.trials.push_back(trial);
  }
  stored.series.push_back({"f", "m", "", {0, 1, 2, 3}});
  StoredSeries sorted = stored;
  OrderTrials(sorted, TrialOrder::kDateIfGiven);
  CHECK(sorted.is_by_date);
  CHECK(sorted.orders_differ);
  CHECK(sorted.series[0].values == Values{2, 1, 0, 3});
  StoredSeries added = stored;
  OrderTrials(added, TrialOrder::kAdded);
  CHECK(added.series[0].values == Values{0, 1, 2, 3});
  CHECK(added.orders_differ);
  stored.trials[1].has_given_date = false;
  OrderTrials(stored, TrialOrder::kDateIfGiven);
  CHECK_FALSE(stored.is_by_date);
  stored.trials[1].recorded = "yesterday";
  CHECK_THROWS_AS(OrderTrials(stored, TrialOrder::kDate), Error);
}

TEST_CASE("A condition is not passed where a larger change may be hidden", "[history]") {
  const auto undecided = [](const std::string& condition, const History& history) {
    return HistoryGate::Parse(condition).Undecided(history);
  };
  const History calm = HistoryOf({{1, 1.01, 0.99, 1, 1.01, 0.99, 1, 1, 1.01, 0.99, 1, 1}});
  const History loud = HistoryOf({{1, 1.3, 0.7, 1.2, 0.8, 1.1, 0.9, 1.2, 0.7, 1.3, 1, 1}});
  for (const char* condition : {"since best > 5%", "since first > 5%", "change > 5%", "change < -5%"}) {
    CAPTURE(condition);
    CHECK(undecided(condition, calm).empty());
    CHECK(undecided(condition, loud) == std::vector<std::size_t>{0});
    CHECK_FALSE(Fails(condition, loud));
  }
  CHECK(undecided("since best > 200%", loud).empty());
  // The side of the bounds is that of getting worse.
  History lopsided = calm;
  lopsided.found[0].bounds = StepBounds{-40, 1};
  CHECK(undecided("change > 5%", lopsided).empty());
  CHECK(undecided("change < -5%", lopsided).size() == 1);
  lopsided.found[0].is_higher_better = true;
  CHECK(undecided("change > 5%", lopsided).size() == 1);
  CHECK(undecided("change < -5%", lopsided).empty());
  lopsided.found[0].bounds.reset();
  CHECK(undecided("change > 5%", lopsided).size() == 1);
  // A sure change decides.
  const History stepped =
      HistoryOf({{1, 1.01, 0.99, 1, 1.01, 0.99, 1.02, 1.03, 1.01, 1.02, 1.5, 1.51, 1.49, 1.5, 1.5}});
  REQUIRE_FALSE(stepped.found[0].changes.empty());
  CHECK(undecided("since best > 80%", stepped).empty());
}

TEST_CASE("The newest trial decides only beyond the noise", "[history]") {
  const HistoryGate gate = HistoryGate::Parse("newest > 5%");
  CHECK(gate.Undecided(HistoryOf({{1, 1.1, 0.9, 1.1, 0.9, 1.08}})).size() == 1);
  CHECK(gate.Undecided(HistoryOf({{1, 1.1, 0.9, 1.1, 0.9, 1.02}})).empty());
  CHECK(gate.Undecided(HistoryOf({{1, 1.01, 0.99, 1.01, 0.99, 1.5}})).empty());
  CHECK(gate.Undecided(HistoryOf({{1, 1.01, 0.99}})).size() == 1);
}

TEST_CASE("Conditions on changes", "[history]") {
  CHECK(HistoryGate::Parse("change > 5%").bound == 0.05);
  CHECK_FALSE(HistoryGate::Parse("change < -0.1").is_above);
  CHECK(HistoryGate::Parse("since best > 5%").subject == HistoryGate::Subject::kSinceBest);
  CHECK(HistoryGate::Parse("since first>5%").subject == HistoryGate::Subject::kSinceFirst);
  CHECK(HistoryGate::Parse("newest > 5 %").subject == HistoryGate::Subject::kNewest);
  for (const char* bad : {"", "change", "change > ", "change > x", "self > 5%", "change > 5% x", "change = 1",
                          "since > 5%", "since worst > 5%"}) {
    CHECK_THROWS_AS(HistoryGate::Parse(bad), Error);
  }
}

}  // namespace profdiff::history_test

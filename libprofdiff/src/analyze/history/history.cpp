// SPDX-License-Identifier: GPL-3.0-or-later
// Describes series by their steps: levels, the newest trial, drift and modes. With many series, some have steps by
// chance; Benjamini and Hochberg's procedure tells how many.
// Source: Y. Benjamini, Y. Hochberg, Controlling the false discovery rate, 1995.
// Tests: tests/unit/analyze/history/.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "analyze/history/bounds.h"
#include "analyze/history/drift.h"
#include "analyze/history/steps.h"
#include "analyze/history/student.h"
#include "base/in_order.h"
#include "base/median.h"
#include "profdiff/store.h"
#include "values/loading_trials.h"

namespace profdiff {
namespace {

std::optional<double> PercentOf(double before, double after) {
  if (before == 0) return std::nullopt;
  return 100 * (after - before) / std::abs(before);
}

// The values that are known, and the indices of their trials.
struct KnownValues {
  std::vector<double> values;
  std::vector<std::size_t> trials;
};

KnownValues KnownOf(const std::vector<std::optional<double>>& values) {
  KnownValues known;
  for (std::size_t t = 0; t < values.size(); ++t) {
    if (!values[t]) continue;
    known.values.push_back(*values[t]);
    known.trials.push_back(t);
  }
  return known;
}

constexpr std::size_t kFewestOfGroups = 20;  // fewer values may seem to be in two groups by chance

double MedianOf(std::span<const double> values) { return Median({values.begin(), values.end()}); }

double DeviationOf(std::span<const double> values) {
  return std::sqrt(SquaresAbout(values, MeanOf(values)) / static_cast<double>(values.size() - 1));
}

Level LevelOf(std::span<const double> values, std::size_t trial, double rho) {
  Level level{trial, values.size(), MedianOf(values), {}, {}};
  if (values.size() < 2) return level;
  MeanVariances variances;
  variances.Set(rho, values.size());
  const double error = DeviationOf(values) * std::sqrt(variances.of_mean(values.size()));
  const double half = StudentQuantile(values.size() - 1) * error;
  level.low = level.value - half;
  level.high = level.value + half;
  return level;
}

std::optional<NewestTrial> NewestOf(std::span<const double> level) {
  constexpr std::size_t kFewestOthers = 3, kMostDegrees = 3;
  if (level.size() < kFewestOthers + 1) return std::nullopt;
  const std::span<const double> others = level.first(level.size() - 1);
  NewestTrial newest{level.back(), MedianOf(others), 0, 0, false};
  const auto n = static_cast<double>(others.size());
  const double half =
      StudentQuantile(std::min(others.size() - 1, kMostDegrees)) * DeviationOf(others) * std::sqrt(1 + 1 / n);
  newest.low = newest.level - half;
  newest.high = newest.level + half;
  const double rounding = NoiseFloor(level);
  newest.is_beyond = newest.value < newest.low - rounding || newest.value > newest.high + rounding;
  return newest;
}

class Describer {
 public:
  Describer(const KnownValues& known, const HistoryOptions& options, SeriesHistory& history)
      : known_(known), options_(options), history_(history) {}

  void Describe() {
    const Steps steps = FindSteps(known_.values, options_.alpha);
    history_.probability = steps.probability;
    std::vector<std::size_t> places;
    for (const LevelStep& step : steps.steps) places.push_back(step.place);
    parts_ = PartsOf(places, known_.values.size());
    const std::vector<double> residuals = Residuals();
    history_.autocorrelation = Autocorrelation(residuals);
    // About the 95 % limit of the autocorrelation of n independent values.
    history_.is_autocorrelated = history_.autocorrelation > 2 / std::sqrt(static_cast<double>(residuals.size()));
    history_.is_bimodal = residuals.size() >= kFewestOfGroups && AreInTwoGroups(residuals);
    AddLevels();
    AddChanges(steps);
    history_.newest = NewestOf(Inside(parts_.back()));
    history_.drift = FindDrift(known_.values, residuals, parts_.size());
    history_.bounds = FindBounds(known_.values, parts_, steps.rho);
    Compare();
  }

 private:
  std::span<const double> Inside(Part part) const { return std::span(known_.values).subspan(part.begin, part.size()); }

  std::vector<double> Residuals() const {
    std::vector<double> residuals;
    for (const Part& part : parts_) {
      const double median = MedianOf(Inside(part));
      for (const double value : Inside(part)) residuals.push_back(value - median);
    }
    return residuals;
  }

  void AddLevels() {
    constexpr double kMostRho = 0.8;
    const double rho = std::clamp(history_.autocorrelation, 0.0, kMostRho);
    for (const Part& part : parts_) history_.levels.push_back(LevelOf(Inside(part), known_.trials[part.begin], rho));
  }

  void AddChanges(const Steps& steps) {
    for (std::size_t s = 0; s < steps.steps.size(); ++s) {
      const Change change{known_.trials[steps.steps[s].place], history_.levels[s].value, history_.levels[s + 1].value,
                          steps.steps[s].probability};
      const std::optional<double> percent = change.Percent();
      // Small steps are removed last, because a step that is too small to report still separates its neighbours.
      if (percent && std::abs(*percent) < 100 * options_.min_change) continue;
      history_.changes.push_back(change);
    }
  }

  // Compares the newest level with the first one and with the best earlier one.
  void Compare() {
    constexpr std::size_t kFewestOfBest = 3;
    const Level* best = nullptr;
    for (std::size_t l = 0; l + 1 < history_.levels.size(); ++l) {
      const Level& level = history_.levels[l];
      if (level.trials < kFewestOfBest) continue;
      if (best == nullptr || (history_.is_higher_better ? level.value > best->value : level.value < best->value)) {
        best = &level;
      }
    }
    const double newest = history_.levels.back().value;
    history_.has_best = best != nullptr;
    if (best != nullptr) history_.since_best = PercentOf(best->value, newest);
    if (history_.levels.size() > 1) history_.since_first = PercentOf(history_.levels.front().value, newest);
  }

  const KnownValues& known_;
  const HistoryOptions& options_;
  SeriesHistory& history_;
  std::vector<Part> parts_;
};

// Sets the share of false discoveries: the number of series times the probability, divided by the number of series with
// probabilities up to this one, and at most that of any series with a larger probability.
void SetFalseDiscovery(std::vector<SeriesHistory>& found) {
  std::vector<SeriesHistory*> order;
  for (SeriesHistory& history : found) {
    if (!history.has_too_few_trials) order.push_back(&history);
  }
  std::ranges::stable_sort(order, {}, [](const SeriesHistory* history) { return history->probability; });
  double least = 1;
  const auto all = static_cast<double>(order.size());
  for (std::size_t i = order.size(); i-- > 0;) {
    least = std::min(least, order[i]->probability * all / static_cast<double>(i + 1));
    order[i]->false_discovery = least;
  }
}

// Returns the bound over all series that are said not to have changed. The series with the largest true step has a
// smaller one than its own bound with 95 %, so this holds for the largest bound as well, however many series there are.
std::optional<OverallBound> BoundOver(const History& history) {
  OverallBound over;
  std::vector<double> bounds;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const SeriesHistory& found = history.found[s];
    if (!found.bounds || found.drift || (!found.changes.empty() && history.IsSure(s))) continue;
    bounds.push_back(found.bounds->Largest());
    if (bounds.size() > 1 && bounds.back() <= over.percent) continue;
    over.percent = bounds.back();
    over.widest = s;
  }
  if (bounds.empty()) return std::nullopt;
  over.series = bounds.size();
  over.median = Median(std::move(bounds));
  return over;
}

}  // namespace

std::optional<double> Change::Percent() const { return PercentOf(before, after); }

std::optional<double> NewestTrial::Percent() const { return PercentOf(level, value); }

SeriesHistory FindHistory(const std::vector<std::optional<double>>& values, const HistoryOptions& options,
                          bool is_higher_better) {
  const KnownValues known = KnownOf(values);
  SeriesHistory found;
  found.is_higher_better = is_higher_better;
  found.has_few_trials = known.values.size() < kFewestTrials;
  found.has_too_few_trials = known.values.size() < kFewestTrialsForChanges;
  if (!known.values.empty()) Describer(known, options, found).Describe();
  found.false_discovery = found.probability;
  return found;
}

History MakeHistory(StoredSeries stored, const HistoryOptions& options) {
  History history{std::move(stored), {}, options.alpha, {}};
  const std::vector<Series>& series = history.stored.series;
  history.found.resize(series.size());
  const auto work = [&](std::size_t s) {
    const bool is_higher_better =
        std::ranges::find(options.higher_is_better, series[s].metric) != options.higher_is_better.end();
    history.found[s] = FindHistory(series[s].values, options, is_higher_better);
  };
  WorkInOrder(series.size(), std::max(1U, options.threads), work, [](std::size_t) {});
  SetFalseDiscovery(history.found);
  history.bound = BoundOver(history);
  return history;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds steps in series. The best split of all intervals divides a series in two, and both parts are searched in the
// same way. Each step is then located again between its neighbours, since its interval may have contained other steps.
// A step that is not significant there is dropped. Autocorrelated noise looks like steps, so scores are scaled
// according to the autocorrelation of the residuals.
// Sources: P. Fryzlewicz, Wild binary segmentation, 2014; S. Kovács and others, Seeded binary segmentation, 2023.
// Test: tests/unit/analyze/history/history_test.cpp.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "analyze/history/splits.h"
#include "base/median.h"
#include "profdiff/store.h"

namespace profdiff {
namespace {

// Long series are searched in overlapping windows of this length, because the exact distribution of rank sums is
// tabulated only up to this length.
constexpr std::size_t kWindow = RankSums::kMost;

double MedianOf(std::span<const double> segment) { return Median({segment.begin(), segment.end()}); }

using Steps = std::vector<Split>;  // sorted by place

// Returns the values of the segment before step `s`, or of the last segment if `s` is the number of steps.
std::span<const double> Segment(std::span<const double> values, const Steps& steps, std::size_t s) {
  const std::size_t begin = s == 0 ? 0 : steps[s - 1].place;
  return values.subspan(begin, (s < steps.size() ? steps[s].place : values.size()) - begin);
}

// Returns the residuals: each value minus the median of the values between the surrounding steps.
std::vector<double> Remainders(std::span<const double> values, const Steps& steps) {
  std::vector<double> remainders;
  for (std::size_t s = 0; s <= steps.size(); ++s) {
    const std::span<const double> segment = Segment(values, steps, s);
    const double median = MedianOf(segment);
    for (const double value : segment) remainders.push_back(value - median);
  }
  return remainders;
}

// Returns the autocorrelation at lag 1: the sum of products of adjacent deviations from the mean, divided by the sum of
// squares.
double Autocorrelation(std::span<const double> values) {
  double mean = 0, together = 0, alone = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    alone += (values[i] - mean) * (values[i] - mean);
    if (i > 0) together += (values[i] - mean) * (values[i - 1] - mean);
  }
  return alone > 0 ? together / alone : 0;
}

class StepFinder {
 public:
  StepFinder(SplitFinder& splits, std::span<const double> values, double weight)
      : splits_(splits), values_(values), weight_(weight) {}

  Steps Find() {
    // Windows overlap by half, so that a step near the end of one window is well inside the next. A step that is found
    // twice is kept once.
    for (std::size_t begin = 0;; begin += kWindow / 2) {
      const std::size_t end = std::min(begin + kWindow, values_.size());
      Divide(begin, end);
      if (end == values_.size()) break;
    }
    std::ranges::sort(steps_, {}, &Split::place);
    Join();
    Place();
    return std::move(steps_);
  }

 private:
  // Binary segmentation: searches an interval, then the parts before and after its best step. A list of the parts still
  // to be searched replaces recursion.
  void Divide(std::size_t first, std::size_t last) {
    std::vector<std::pair<std::size_t, std::size_t>> parts = {{first, last}};
    while (!parts.empty()) {
      const auto [begin, end] = parts.back();
      parts.pop_back();
      const std::size_t size = end - begin;
      if (size < 2 * RankSums::kFewest) continue;
      Split split = splits_.BestOfIntervals(values_.subspan(begin, size), weight_);
      if (split.place == 0 || split.probability >= splits_.Level(size)) continue;
      split.place += begin;
      steps_.push_back(split);
      parts.emplace_back(begin, split.place);
      parts.emplace_back(split.place, end);
    }
  }

  // If two steps are at the same place or have too few values between them, keeps the more significant one.
  void Join() {
    Steps joined;
    for (const Split& step : steps_) {
      if (joined.empty() || step.place - joined.back().place >= RankSums::kFewest) {
        joined.push_back(step);
      } else if (step.probability < joined.back().probability) {
        joined.back() = step;
      }
    }
    steps_ = std::move(joined);
  }

  // Locates each step again between its neighbours, within half a window on each side. Repeats this until nothing
  // changes, since a moved or dropped step changes the intervals of its neighbours. The number of rounds is limited in
  // case two steps keep moving each other.
  void Place() {
    constexpr int kMostRounds = 10;
    for (int round = 0; round < kMostRounds; ++round) {
      bool has_moved = false;
      for (std::size_t s = 0; s < steps_.size();) {
        const std::size_t place = steps_[s].place;
        const std::size_t begin = place - std::min(Segment(values_, steps_, s).size(), kWindow / 2);
        const std::size_t end = place + std::min(Segment(values_, steps_, s + 1).size(), kWindow / 2);
        Split split = splits_.Best(values_.subspan(begin, end - begin), weight_);
        split.place += begin;
        // Compares with alpha instead of the stricter Level(), which corrects for many intervals: the step has already
        // passed that level.
        if (split.place == begin || split.probability >= splits_.alpha()) {
          steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(s));
          has_moved = true;
          continue;
        }
        has_moved = has_moved || split.place != place;
        steps_[s++] = split;
      }
      if (!has_moved) return;
    }
  }

  SplitFinder& splits_;
  const std::span<const double> values_;
  const double weight_;
  Steps steps_;
};

}  // namespace

std::optional<double> Change::Percent() const {
  if (before == 0) return std::nullopt;
  return 100 * (after - before) / std::abs(before);
}

struct HistoryFinder::State {
  HistoryOptions options;
  SplitFinder splits;
};

HistoryFinder::HistoryFinder(const HistoryOptions& options)
    : state_(std::make_unique<State>(State{options, SplitFinder(options.alpha)})) {}
HistoryFinder::~HistoryFinder() = default;

SeriesHistory HistoryFinder::Find(const std::vector<std::optional<double>>& values) {
  std::vector<double> known;
  std::vector<std::size_t> trials;
  for (std::size_t t = 0; t < values.size(); ++t) {
    if (!values[t]) continue;
    known.push_back(*values[t]);
    trials.push_back(t);
  }
  SeriesHistory found;
  found.has_few_trials = known.size() < kFewestTrials;
  if (found.has_few_trials) return found;
  Steps steps = StepFinder(state_->splits, known, 1).Find();
  const double r = Autocorrelation(Remainders(known, steps));
  found.autocorrelation = r;
  // 2 / sqrt(n) is about the 95 % limit of the autocorrelation of n independent values. The n values with
  // autocorrelation r contain as much information as n (1 - r) / (1 + r) independent values (first-order
  // autoregression). Scores are therefore scaled by (1 - r) / (1 + r), as a score is the logarithm of a probability and
  // grows in proportion to the number of values.
  found.is_autocorrelated = r > 2 / std::sqrt(static_cast<double>(known.size()));
  if (found.is_autocorrelated) steps = StepFinder(state_->splits, known, (1 - r) / (1 + r)).Find();
  for (std::size_t s = 0; s < steps.size(); ++s) {
    Change change{trials[steps[s].place], MedianOf(Segment(known, steps, s)), MedianOf(Segment(known, steps, s + 1)),
                  steps[s].probability};
    const std::optional<double> percent = change.Percent();
    // Small steps are removed last, because a step that is too small to report still separates its neighbours.
    if (percent && std::abs(*percent) < 100 * state_->options.min_change) continue;
    found.changes.push_back(change);
  }
  return found;
}

History MakeHistory(StoredSeries stored, const HistoryOptions& options) {
  History history{std::move(stored), {}};
  HistoryFinder finder(options);
  for (const Series& series : history.stored.series) history.found.push_back(finder.Find(series.values));
  return history;
}

}  // namespace profdiff

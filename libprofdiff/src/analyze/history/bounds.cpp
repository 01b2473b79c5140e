// SPDX-License-Identifier: GPL-3.0-or-later
// The place of a step that was not found is unknown. At each place, the difference of the means before and after it has
// a 95 % interval; the union of these intervals contains the step wherever it is. The interval of the change along a
// line is added, because values without a step may also drift. The values are used as they are, with spikes, because a
// bound must not depend on what was taken for an outlier.
// Tests: tests/unit/analyze/history/bounds_test.cpp.
#include "analyze/history/bounds.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analyze/history/splits.h"
#include "analyze/history/student.h"
#include "base/median.h"

namespace profdiff {
namespace {

// Variances of the difference of two means. Few trials hardly show whether noise lasts, so it is not used where it
// makes the variance smaller.
class DifferenceVariances {
 public:
  DifferenceVariances(double rho, std::size_t size) {
    lasting_.Set(rho, size);
    independent_.Set(0, size);
  }

  double Of(std::size_t left, std::size_t right) const {
    const double shared = 2 * lasting_.rho() * lasting_.weight(left) * lasting_.weight(right);
    return std::max(lasting_.of_mean(left) + lasting_.of_mean(right) - shared,
                    independent_.of_mean(left) + independent_.of_mean(right));
  }

 private:
  MeanVariances lasting_, independent_;
};

class BoundsFinder {
 public:
  BoundsFinder(std::span<const double> values, double rho)
      : values_(values),
        rho_(rho),
        quantile_(StudentQuantile(values.size() - 2)),
        center_(MeanOf(values)),
        squares_(SquaresAbout(values, center_)) {}

  void AddSteps(std::size_t few) {
    const std::size_t n = values_.size();
    const DifferenceVariances variances(rho_, n);
    double left = 0;  // sum of the deviations from the center before the place; after it, they are the opposite
    for (std::size_t place = 1; place + few <= n; ++place) {
      left += values_[place - 1] - center_;
      if (place < few) continue;
      const auto l = static_cast<double>(place), r = static_cast<double>(n - place);
      const double within = squares_ - left * left / l - left * left / r;
      Add(center_ + left / l, -left / r - left / l, Margin(within, variances.Of(place, n - place)));
    }
  }

  // Adds the change from the first to the last trial along a line.
  void AddLine() {
    const auto n = static_cast<double>(values_.size());
    const double middle = (n - 1) / 2, of_places = n * (n * n - 1) / 12;
    double together = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      together += (static_cast<double>(i) - middle) * (values_[i] - center_);
    }
    const double slope = together / of_places, within = squares_ - slope * together;
    const double variance = (n - 1) * (n - 1) / of_places * (1 + rho_) / (1 - rho_);
    Add(center_ - slope * middle, slope * (n - 1), Margin(within, variance));
  }

  // Adds the steps that were found: of several ones, each may be larger than any difference of all earlier and all
  // later values.
  void AddFound(std::span<const Part> parts) {
    for (std::size_t p = 1; p < parts.size(); ++p) {
      const double before = Level(parts[p - 1]);
      Add(before, Level(parts[p]) - before, 0);
    }
  }

  std::optional<StepBounds> Take() const { return has_percent_ ? std::optional(bounds_) : std::nullopt; }

 private:
  double Level(const Part& part) const {
    const std::span<const double> inside = values_.subspan(part.begin, part.size());
    return Median({inside.begin(), inside.end()});
  }

  // Returns half of the interval of a difference; `within`: the sum of squares that it leaves.
  double Margin(double within, double variance) const {
    return quantile_ * std::sqrt(std::max(0.0, within) / static_cast<double>(values_.size() - 2) * variance);
  }

  void Add(double before, double difference, double margin) {
    has_percent_ = has_percent_ && before != 0;
    if (!has_percent_) return;
    bounds_.low = std::min(bounds_.low, 100 * (difference - margin) / std::abs(before));
    bounds_.high = std::max(bounds_.high, 100 * (difference + margin) / std::abs(before));
  }

  const std::span<const double> values_;
  const double rho_, quantile_, center_, squares_;
  StepBounds bounds_;
  bool has_percent_ = true;
};

}  // namespace

double StepBounds::Largest() const { return std::max(-low, high); }

std::optional<StepBounds> FindBounds(std::span<const double> values, std::span<const Part> parts, double rho) {
  if (values.size() < kFewestTrialsForChanges) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(values);
  if (most - least <= NoiseFloor(values)) return StepBounds();  // the values differ by rounding only
  BoundsFinder finder(values, rho);
  finder.AddSteps(values.size() < kFewestTrials ? kFewestOfStudent : kFewestOfScore);
  if (parts.size() == 1) {
    finder.AddLine();
  } else {
    finder.AddFound(parts);
  }
  return finder.Take();
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// A split is scored with several numbers of values before and after it, as a level may be short. Noise that lasts from
// trial to trial makes means vary more; its autocorrelation is measured on what remains after all clear steps, since
// steps would otherwise be taken for lasting noise.
// Test: tests/unit/analyze/history/steps_test.cpp.
#include "analyze/history/splits.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profdiff {

void MeanVariances::Set(double rho, std::size_t size) {
  rho_ = rho;
  variance_.resize(size + 1);
  weight_.resize(size + 1);
  double power = 1;  // rho^count
  for (std::size_t count = 1; count <= size; ++count) {
    power *= rho;
    const auto n = static_cast<double>(count);
    weight_[count] = (1 - power) / ((1 - rho) * n);
    // The sum of (n - k) rho^k over k from 1 to n - 1.
    const double products = rho * (n * (1 - rho) - 1 + power) / ((1 - rho) * (1 - rho));
    variance_[count] = (n + 2 * products) / (n * n);
  }
}

// Means of values before and after a place, for several numbers of values.
struct SplitScorer::Sides {
  static constexpr std::size_t kMost = 64;
  struct Side {
    std::size_t count = 0;
    std::array<double, kMost> mean, variance, weight;
  };
  Side left, right;
};

SplitScorer::SplitScorer(std::size_t size, double floor) : floor_(floor), moved_(size), sums_(size + 1) {
  independent_.Set(0, size);
}

double SplitScorer::Deviation() const { return noise_ / std::sqrt(1 - variances_.rho()); }

void SplitScorer::Take(std::span<const double> values, std::span<const Part> parts) {
  noise_ = NoiseOf(values, parts, floor_, differences_);
  MoveOutliers(values, parts, noise_, moved_);
  const double mean = MeanOf(moved_);  // subtracted from sums, which therefore stay small and exact
  for (std::size_t i = 0; i < moved_.size(); ++i) sums_[i + 1] = sums_[i] + (moved_[i] - mean);
}

void SplitScorer::FillSides(Part part, std::size_t place, const MeanVariances& variances, Sides& sides) const {
  const auto fill = [&](Sides::Side& side, std::size_t all, auto sum) {
    side.count = 0;
    const auto add = [&](std::size_t n) {
      side.mean[side.count] = sum(n) / static_cast<double>(n);
      side.variance[side.count] = variances.of_mean(n);
      side.weight[side.count++] = variances.weight(n);
    };
    for (std::size_t n = kFewestOfScore; n < all; n *= 2) add(n);
    add(all);
  };
  fill(sides.left, place - part.begin, [&](std::size_t n) { return sums_[place] - sums_[place - n]; });
  fill(sides.right, part.end - place, [&](std::size_t n) { return sums_[place + n] - sums_[place]; });
}

Split SplitScorer::BestIn(Part part, const MeanVariances& variances, double deviation) const {
  Split best;
  Sides sides;
  const double covariance = 2 * variances.rho();
  for (std::size_t place = part.begin + kFewestOfScore; place + kFewestOfScore <= part.end; ++place) {
    FillSides(part, place, variances, sides);
    for (std::size_t i = 0; i < sides.left.count; ++i) {
      const double mean = sides.left.mean[i], variance = sides.left.variance[i];
      const double shared = covariance * sides.left.weight[i];
      for (std::size_t j = 0; j < sides.right.count; ++j) {
        const double difference = mean - sides.right.mean[j];
        const double of_both = variance + sides.right.variance[j] - shared * sides.right.weight[j];
        // Compares squares without dividing; best.score is a square until the end.
        if (difference * difference > best.score * of_both) {
          best = {place, difference * difference / of_both};
        }
      }
    }
  }
  best.score = deviation > 0 ? std::sqrt(best.score) / deviation : 0;
  return best;
}

double SplitScorer::ScoreAt(Part part, std::size_t place, double least) const {
  if (place < part.begin + kFewestOfScore || place + kFewestOfScore > part.end) return 0;
  Sides sides;
  FillSides(part, place, variances_, sides);
  double best = 0;
  for (std::size_t i = 0; i < sides.left.count; ++i) {
    for (std::size_t j = 0; j < sides.right.count; ++j) {
      const double of_both =
          sides.left.variance[i] + sides.right.variance[j] - 2 * rho() * sides.left.weight[i] * sides.right.weight[j];
      best = std::max(best, std::abs(sides.left.mean[i] - sides.right.mean[j]) / std::sqrt(of_both));
    }
  }
  return best / std::max({Deviation(), least, floor_});
}

void SplitScorer::Divide(std::span<const Part> parts) {
  constexpr double kClear = 5;  // standard errors
  divided_.clear();
  for (const Part& part : parts) divided_.push_back({part, BestIn(part, independent_, noise_)});
  for (bool is_first = true;; is_first = false) {
    const auto best = std::ranges::max_element(divided_, {}, [](const Candidate& c) { return c.split.score; });
    const auto [part, split] = *best;
    if (split.place == 0 || (split.score <= kClear && !is_first)) return;
    const Part before{part.begin, split.place}, after{split.place, part.end};
    *best = {before, BestIn(before, independent_, noise_)};
    divided_.push_back({after, BestIn(after, independent_, noise_)});
  }
}

double SplitScorer::Autocorrelation() const {
  constexpr double kMost = 0.8, kMargin = 0.2;
  double together = 0, alone = 0;
  for (const Candidate& candidate : divided_) {
    const Part part = candidate.part;
    const double mean = MeanOf(moved().subspan(part.begin, part.size()));
    for (std::size_t i = part.begin; i < part.end; ++i) {
      alone += (moved_[i] - mean) * (moved_[i] - mean);
      if (i > part.begin) together += (moved_[i] - mean) * (moved_[i - 1] - mean);
    }
  }
  const double r = alone > 0 ? together / alone : 0;
  const auto m = static_cast<double>(moved_.size()), k = static_cast<double>(divided_.size());
  // Residuals from means of parts have an autocorrelation of about -k/(m - k) even if the noise has none.
  return std::clamp((m * r + k) / std::max(m - 3 * k, 1.0) + kMargin, 0.0, kMost);
}

Split SplitScorer::Examine(std::span<const double> values, std::span<const Part> parts) {
  Take(values, parts);
  Divide(parts);
  variances_.Set(Autocorrelation(), moved_.size());
  Split best;
  for (const Part& part : parts) {
    const Split split = BestIn(part);
    if (split.score > best.score) best = split;
  }
  return best;
}

}  // namespace profdiff

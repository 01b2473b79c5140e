// SPDX-License-Identifier: GPL-3.0-or-later
// Scores splits of a series: the difference of the means before and after a place, in standard errors.
// Test: tests/unit/analyze/history/steps_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_SPLITS_H_
#define PROFDIFF_ANALYZE_HISTORY_SPLITS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/history/noise.h"

namespace profdiff {

inline constexpr std::size_t kFewestOfScore = 3;  // values on each side of a split that is scored

struct Split {
  std::size_t place = 0;  // index of the first value after the split; 0: no split
  double score = 0;
};

// Variances of means of consecutive values whose autocorrelation decreases from lag to lag by the factor `rho`, in
// units of the variance of a value.
class MeanVariances {
 public:
  void Set(double rho, std::size_t size);

  double rho() const { return rho_; }
  double of_mean(std::size_t count) const { return variance_[count]; }
  // The covariance of two adjacent means is rho times the product of their weights.
  double weight(std::size_t count) const { return weight_[count]; }

 private:
  double rho_ = 0;
  std::vector<double> variance_, weight_;  // by number of values
};

// Steps 1 to 4 of the search: noise, outliers, scores of splits and autocorrelation. One object serves many series of
// the same length, without allocating memory for each.
class SplitScorer {
 public:
  // `floor`: result of NoiseFloor for the series.
  SplitScorer(std::size_t size, double floor);

  // Examines a series that has these parts, and returns the best of all splits within parts.
  Split Examine(std::span<const double> values, std::span<const Part> parts);

  // About the series examined last. Scores of splits are in units of the noise.
  Split BestIn(Part part) const { return BestIn(part, variances_, Deviation()); }
  // Returns the best score of a split at `place` of a part, with a deviation of at least `least`.
  double ScoreAt(Part part, std::size_t place, double least) const;
  double Deviation() const;  // standard deviation of autocorrelated noise
  double rho() const { return variances_.rho(); }
  std::span<const double> moved() const { return moved_; }  // without outliers

 private:
  struct Sides;

  void Take(std::span<const double> values, std::span<const Part> parts);
  // Returns the parts between all clear splits, scored without autocorrelation, and the best split.
  void Divide(std::span<const Part> parts);
  double Autocorrelation() const;
  Split BestIn(Part part, const MeanVariances& variances, double deviation) const;
  void FillSides(Part part, std::size_t place, const MeanVariances& variances, Sides& sides) const;

  const double floor_;
  double noise_ = 0;
  std::vector<double> moved_, sums_, differences_;  // sums_[i]: sum of the first i moved values, minus their mean
  MeanVariances variances_, independent_;
  struct Candidate {
    Part part;
    Split split;
  };
  std::vector<Candidate> divided_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_SPLITS_H_

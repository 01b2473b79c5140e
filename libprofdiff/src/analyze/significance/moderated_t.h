// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether times that are not sampled differ by more than the variation between runs: a t test with moderated
// variances.
//
// Counts and sums have no sampling distribution: only the runs show how much they vary by chance. A few runs give a
// poor estimate of a variance, so each function's relative variance (variance divided by squared mean) is shrunk
// towards the variance of all functions, as in quasi_likelihood.h. Functions with equal times in all runs of a side are
// left out of this prior: if times were counted, their variance is 0 and any difference is real; if times may be
// rounded, their variance is taken from the prior. Inclusive times overlap, so functions do not vary independently and
// a pooled variance would seem too certain; in that case, each function uses only its own variance.
// Source: Smyth, Linear models and empirical Bayes methods for assessing differential expression in microarray
// experiments, 2004.
// Test: tests/unit/analyze/significance/moderated_t_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_

#include <cstddef>
#include <vector>

#include "analyze/significance/quasi_likelihood.h"
#include "analyze/significance/significance_tests.h"

namespace profdiff {

// Times in the runs of both sides, indexed by function, then by run.
struct TimesTable {
  std::vector<std::vector<double>> base, other;
};

class ModeratedT {
 public:
  // `is_counted` is true if times are exact numbers of events, and `overlaps` if functions have times in common.
  ModeratedT(TimesTable times, bool is_counted, bool overlaps);

  // Tests base minus other and computes its confidence interval.
  TestedFunction Judge(std::size_t function) const;

  // Returns the median of the functions' coefficients of variation between runs.
  double variation() const { return variation_; }

 private:
  struct Side {
    double mean = 0, runs = 0;
    double squares = 0;  // sum of squared distances from the mean, divided by the square of the mean
    double degrees = 0;  // degrees of freedom; 0 for a side where the function took no time
  };
  struct Spread {
    double variance = 0, degrees = 0;  // the variance is relative to the squared mean
  };
  static Side SideOf(const std::vector<double>& times);
  Spread Moderate(double squares, double degrees) const;

  TimesTable times_;
  bool is_counted_, overlaps_, any_varies_ = false;
  VariancePrior prior_;
  double variation_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_

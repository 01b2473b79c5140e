// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two sides differ by more than sampling and runs explain: a quasi-likelihood F test with moderated variances.
//
// A function's deviance about its side means, by its degrees of freedom, is its variance in units of the negative
// binomial one; a few runs know it badly. All functions together have a distribution of variances, and each variance is
// drawn towards its middle, the more so the less it differs between functions than chance makes it. By how much the
// deviance grows with one mean for both sides is then measured in that variance.
// Sources: Lund, Nettleton, McCarthy and Smyth, Detecting differential expression in RNA-sequence data using
// quasi-likelihood with shrunken dispersion estimates, 2012; Smyth, Linear models and empirical Bayes methods for
// assessing differential expression in microarray experiments, 2004. Test:
// tests/unit/analyze/significance/quasi_likelihood_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_QUASI_LIKELIHOOD_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_QUASI_LIKELIHOOD_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/significance/count_dispersion.h"
#include "analyze/significance/significance_tests.h"

namespace profdiff {

// What all functions' variances say of the next one's.
struct VariancePrior {
  double scale = 1;
  double degrees = 0;      // how many this is worth: without bound where variances differ by chance alone
  double all_degrees = 0;  // of all functions together: no verdict can have more
};

// By the mean and the variance of the variances' logarithms. Without variances a prior of no degrees.
VariancePrior FitVariancePrior(std::span<const double> variances, std::span<const double> degrees);

class QuasiLikelihood {
 public:
  // The table must outlive this; both sides have a run or more. `overlap`: as of EstimateDispersion.
  explicit QuasiLikelihood(const CountTable& table, bool overlap = false);

  const Dispersion& dispersion() const { return dispersion_; }
  const VariancePrior& prior() const { return prior_; }

  // Of base minus other by unit of time. The interval is that of the means of runs.
  TestedFunction Judge(std::size_t function) const;

 private:
  struct Moderated {
    double variance, degrees;
  };
  Moderated Moderate(double deviance, double residual_degrees) const;
  double TestP(double growth, const Moderated& moderated) const;
  double LeastPOn(const Counts& side, const Counts& all) const;

  const CountTable& table_;
  Dispersion dispersion_;
  VariancePrior prior_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_QUASI_LIKELIHOOD_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether two sides differ by more than sampling noise and the variation between runs: a quasi-likelihood F test
// with moderated variances.
//
// The deviance of a function from its side means, divided by its degrees of freedom, estimates its quasi-dispersion,
// which is its variance in units of the negative binomial variance. A few runs give a poor estimate, so it is shrunk
// towards the dispersion of all functions; the less the functions differ beyond chance, the stronger the shrinkage
// (empirical Bayes). The test statistic is the increase in deviance when one common mean is fitted to both sides,
// divided by the dispersion moderated in this way.
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

// The prior distribution of a variance, estimated from all functions: scaled inverse chi-square.
struct VariancePrior {
  double scale = 1;
  double degrees = 0;  // weight of the prior, d0; infinite if variances differ only by chance
  // Sum of the degrees of freedom of all functions; upper limit for the degrees of freedom of any verdict.
  double all_degrees = 0;
};

// Fits the prior by moments of the logarithms of the variances. Without any variances, the prior has 0 degrees of
// freedom.
VariancePrior FitVariancePrior(std::span<const double> variances, std::span<const double> degrees);

class QuasiLikelihood {
 public:
  // `table` must outlive this object, and both of its sides must have at least one run. `overlap` is explained at
  // EstimateDispersion.
  explicit QuasiLikelihood(const CountTable& table, bool overlap = false);

  const Dispersion& dispersion() const { return dispersion_; }
  const VariancePrior& prior() const { return prior_; }

  // Tests base minus other, per unit of time. The interval is for the difference between the means over runs.
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how much the samples of a function differ between runs of one program, because of sampling and because of
// differences between the runs.
//
// The number of samples in a run has mean mu and the variance mu + alpha mu^2 of a negative binomial distribution. The
// first term comes from sampling; in the second, alpha is the squared coefficient of variation between runs. One alpha
// is used for all functions, like the common dispersion of gene counts.
// Source: McCarthy, Chen and Smyth, Differential expression analysis of multifactor RNA-Seq experiments with respect to
// biological variation, 2012. Test: tests/unit/analyze/significance/count_dispersion_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

// Samples of one function in several runs, and the exposure of each run, which is its number of samples per unit of
// time. A run with a higher sampling rate has a larger expected count; its counts are not scaled, as that would change
// their variance.
struct Counts {
  std::span<const double> samples, exposures;
};

// Samples of all functions in the runs of two sides.
// Shape: the samples of function f in run r are at f * runs + r; the runs of the base come first.
struct CountTable {
  std::size_t base_runs = 0;
  std::vector<double> exposures;  // exposure of each run
  std::vector<double> samples;

  std::size_t runs() const { return exposures.size(); }
  std::size_t functions() const { return runs() == 0 ? 0 : samples.size() / runs(); }
  Counts All(std::size_t function) const;
  Counts Base(std::size_t function) const;
  Counts Other(std::size_t function) const;
};

double Sum(std::span<const double> values);

// Returns the maximum likelihood estimate of the mean per unit of time. With equal exposures it is the plain mean, for
// any alpha.
double FitMean(const Counts& counts, double alpha);

// Returns twice the log-likelihood ratio of the saturated model, in which each count is its own mean, to the model with
// this mean.
double Deviance(const Counts& counts, double mean, double alpha);

// Returns the sum of squared distances from the mean, each divided by its variance, mu + alpha mu^2.
double PearsonStatistic(const Counts& counts, double mean, double alpha);

// Returns the residual degrees of freedom of both sides together: the number of runs minus 1 for each side. A side
// without any samples contributes none, since its fitted mean is 0 and counts with mean 0 cannot vary.
// Source: Lun and Smyth, No counts, no variance, 2017.
double ResidualDegrees(const CountTable& table, std::size_t function);

struct Dispersion {
  double alpha = 0;
  // The functions from which alpha was estimated: functions with a mean of at least 5 samples per run on each side, so
  // that their statistics are close to chi-square distributions. If there are fewer than three, all functions with
  // residual degrees of freedom are used.
  std::vector<std::size_t> functions;
  bool is_poor = false;  // true if fewer than three functions have a mean of 5 samples per run on both sides
};

// Finds the alpha at which the median function varies about its side means as much as chance predicts. `overlap` is
// true if functions can have samples in common. In that case, only one of several functions with nearly the same
// samples is used: such functions vary together, and variances would seem to be known better than they are. With 40
// callers that are on all stacks, this reduces false verdicts from 23 % to 5 % of comparisons whose sides are equal.
Dispersion EstimateDispersion(const CountTable& table, bool overlap = false);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_

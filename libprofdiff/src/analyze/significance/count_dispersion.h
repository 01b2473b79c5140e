// SPDX-License-Identifier: GPL-3.0-or-later
// How much samples of one function differ between runs of one program: by the sampling, and by the runs themselves.
//
// Samples in a run with mean mu have the variance mu + alpha mu^2, that of a negative binomial distribution: mu comes
// from the sampling, alpha is the squared coefficient of variation between runs. One alpha serves all functions, as
// common dispersion does for counts of genes.
// Source: McCarthy, Chen and Smyth, Differential expression analysis of multifactor RNA-Seq experiments with respect to
// biological variation, 2012. Test: tests/unit/analyze/significance/count_dispersion_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

// Samples of one function in some runs, and how many samples each run takes in a unit of time: a run that is sampled
// more often has a larger mean, not other counts.
struct Counts {
  std::span<const double> samples, exposures;
};

// Samples of all functions in the runs of two sides.
// Shape: those of function f in run r are at f * runs + r; the base's runs come first.
struct CountTable {
  std::size_t base_runs = 0;
  std::vector<double> exposures;  // by run
  std::vector<double> samples;

  std::size_t runs() const { return exposures.size(); }
  std::size_t functions() const { return runs() == 0 ? 0 : samples.size() / runs(); }
  Counts All(std::size_t function) const;
  Counts Base(std::size_t function) const;
  Counts Other(std::size_t function) const;
};

double Sum(std::span<const double> values);

// The mean by unit of time that is most likely. Where all runs have one exposure it is the plain mean, whatever alpha.
double FitMean(const Counts& counts, double alpha);

// Twice the logarithm by which counts that are their own means are more likely than with this one.
double Deviance(const Counts& counts, double mean, double alpha);

// The sum of squared distances from the mean, each by its variance.
double PearsonStatistic(const Counts& counts, double mean, double alpha);

// Degrees of freedom that the runs of both sides leave. A side without any samples has none: its counts could not vary.
// Source: Lun and Smyth, No counts, no variance, 2017.
double ResidualDegrees(const CountTable& table, std::size_t function);

struct Dispersion {
  double alpha = 0;
  // The functions that it was found from: at least 5 samples in the mean run of each side, so that the statistics have
  // nearly their chi-square distributions; all that have degrees of freedom where fewer than three have so many
  // samples.
  std::vector<std::size_t> functions;
  bool is_poor = false;  // fewer than three functions have so many samples
};

// Alpha is the value at which the median function varies about its side means as chance makes it. `overlap`: functions
// can have samples in common. Of several with nearly the same samples only one is asked, since they vary alike and
// would make variances seem well known: with 40 callers that all stacks have, 23 % of comparisons of equal sides had a
// false verdict, against 5 %.
Dispersion EstimateDispersion(const CountTable& table, bool overlap = false);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_COUNT_DISPERSION_H_

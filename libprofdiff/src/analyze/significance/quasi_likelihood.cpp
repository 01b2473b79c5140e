// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/quasi_likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/median.h"

namespace profdiff {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Lower limit of variances, as a fraction of their median: equal counts have variance 0, which has no logarithm.
constexpr double kLeastVariance = 0.01;

// Returns the argument at which the trigamma function has this value. Trigamma falls monotonically from infinity to 0,
// so the argument is found by bisecting its logarithm; 60 halvings of 12 decades reach the precision of a double. If
// the value is 0 or less, variances differ no more than chance predicts, and the argument is infinite.
double InverseTrigamma(double value) {
  double low = 1e-6, high = 1e6;
  if (value <= Trigamma(high)) return kInfinite;
  for (int step = 0; step < 60; ++step) {
    const double middle = std::sqrt(low * high);
    (Trigamma(middle) > value ? low : high) = middle;
  }
  return high;
}

// Returns the deviance of some runs from the maximum likelihood mean of the same runs.
double LeastDeviance(const Counts& counts, double alpha) { return Deviance(counts, FitMean(counts, alpha), alpha); }

// Returns the number of samples per unit of time, as an unweighted mean over the runs. Reports show this mean.
double MeanOfRuns(const Counts& side) {
  double sum = 0;
  for (std::size_t run = 0; run < side.samples.size(); ++run) sum += side.samples[run] / side.exposures[run];
  return sum / static_cast<double>(side.samples.size());
}

// Returns the distances from the observed mean of one side to its confidence limits, downwards and upwards. The
// variance of the mean of n runs with exposures e is variance / n^2 * sum of (mean / e + alpha mean^2) = unit * mean. A
// Poisson count with the same relative noise is mean / unit, so its exact limits, scaled by `unit`, preserve the
// asymmetry of small counts. `widening` is the ratio of Student's quantile to the normal quantile, because the variance
// is an estimate.
Interval Reach(const Counts& side, double mean, double alpha, double variance, double widening) {
  double unit = 0;
  for (double exposure : side.exposures) unit += 1 / exposure + alpha * mean;
  const double runs = static_cast<double>(side.samples.size());
  unit *= variance / (runs * runs);
  const double count = mean / unit;
  const Interval limits = PoissonLimits(count);
  return {std::min(mean, widening * unit * (count - limits.low)), widening * unit * (limits.high - count)};
}

// Returns the exact p-value for sampling noise alone: for about a dozen samples, the F approximation gives p-values
// that are too small. Samples can be fractions, if gprof splits a bin between functions, and are rounded to counts.
double SamplingP(const Counts& base, const Counts& other) {
  return BinomialP(std::round(Sum(base.samples)), Sum(base.exposures), std::round(Sum(other.samples)),
                   Sum(other.exposures));
}

}  // namespace

VariancePrior FitVariancePrior(std::span<const double> variances, std::span<const double> degrees) {
  VariancePrior prior;
  prior.all_degrees = Sum(degrees);
  if (variances.empty()) return prior;
  prior.degrees = kInfinite;
  const double least = kLeastVariance * Median({variances.begin(), variances.end()});
  if (least <= 0) return prior;
  std::vector<double> logarithms;
  // Estimates d0 and s0^2 by moments (Smyth 2004). For a variance s^2 with a scaled F distribution, log s^2 has mean
  // log s0^2 + digamma(d/2) - log(d/2) - digamma(d0/2) + log(d0/2) and variance trigamma(d/2) + trigamma(d0/2). The
  // terms in d are known and are subtracted for each function; the rest gives d0, and then s0^2.
  double by_chance = 0;  // sum of trigamma(d/2)
  for (std::size_t i = 0; i < variances.size(); ++i) {
    const double half = degrees[i] / 2;
    logarithms.push_back(std::log(std::max(variances[i], least)) - Digamma(half) + std::log(half));
    by_chance += Trigamma(half);
  }
  const double count = static_cast<double>(variances.size());
  const double mean = Mean(logarithms), deviation = Deviation(logarithms);
  prior.degrees = 2 * InverseTrigamma(deviation * deviation - by_chance / count);
  prior.scale = std::exp(mean);
  if (prior.degrees < kInfinite) prior.scale *= std::exp(Digamma(prior.degrees / 2)) / (prior.degrees / 2);
  return prior;
}

QuasiLikelihood::QuasiLikelihood(const CountTable& table, bool overlap)
    : table_(table), dispersion_(EstimateDispersion(table, overlap)) {
  std::vector<double> variances, degrees;
  for (std::size_t f : dispersion_.functions) {
    degrees.push_back(ResidualDegrees(table, f));
    variances.push_back(
        (LeastDeviance(table.Base(f), dispersion_.alpha) + LeastDeviance(table.Other(f), dispersion_.alpha)) /
        degrees.back());
  }
  // Uses only the functions of the dispersion estimate: deviances of small counts are far below their degrees of
  // freedom and would make the prior variance too small.
  prior_ = FitVariancePrior(variances, degrees);
}

// Raises a variance below 1 to 1: smaller variances would be less than the negative binomial variance, which sampling
// itself causes. The degrees of freedom are at most the sum over all functions from which the prior was estimated.
QuasiLikelihood::Moderated QuasiLikelihood::Moderate(double deviance, double residual_degrees) const {
  const double degrees = prior_.degrees + residual_degrees;
  double variance = prior_.scale;
  if (prior_.degrees < kInfinite) variance = degrees > 0 ? (prior_.degrees * prior_.scale + deviance) / degrees : 1;
  return {std::max(1.0, variance), std::max(1.0, std::min(degrees, prior_.all_degrees))};
}

// Uses the fact that an F variable with 1 and d degrees of freedom is the square of Student's t with d degrees of
// freedom.
double QuasiLikelihood::TestP(double growth, const Moderated& moderated) const {
  return StudentP(std::sqrt(std::max(0.0, growth) / moderated.variance), moderated.degrees);
}

TestedFunction QuasiLikelihood::Judge(std::size_t function) const {
  const double alpha = dispersion_.alpha;
  const Counts base = table_.Base(function), other = table_.Other(function), all = table_.All(function);
  const double base_fit = FitMean(base, alpha), other_fit = FitMean(other, alpha);
  const double apart = Deviance(base, base_fit, alpha) + Deviance(other, other_fit, alpha);
  const Moderated moderated = Moderate(apart, ResidualDegrees(table_, function));

  const double base_mean = MeanOfRuns(base), other_mean = MeanOfRuns(other);
  TestedFunction finding;
  // The reported difference weights all runs equally, while the fitted means weight them by their information. If the
  // reported and the fitted difference have different signs, a significant result would contradict the report, so p
  // stays 1.
  if ((base_mean - other_mean) * (base_fit - other_fit) > 0) {
    finding.p = std::max(TestP(LeastDeviance(all, alpha) - apart, moderated), SamplingP(base, other));
  }
  const double widening = StudentUpper(moderated.degrees, kTail) / kNormalUpper;
  const Interval base_reach = Reach(base, base_mean, alpha, moderated.variance, widening);
  const Interval other_reach = Reach(other, other_mean, alpha, moderated.variance, widening);
  finding.interval = JoinReaches(base_mean - other_mean, base_reach, other_reach);
  AgreeAtZero(finding.p, base_mean - other_mean, finding.interval);
  finding.least_p = std::min(LeastPOn(base, all), LeastPOn(other, all));
  return finding;
}

double QuasiLikelihood::LeastPOn(const Counts& side, const Counts& all) const {
  // In the most extreme data, all samples are on `side`, in proportion to the exposures. All counts then equal the
  // means of their sides, the residual deviance is 0, and the empty side has no degrees of freedom.
  const double samples = Sum(all.samples), mean = samples / Sum(side.exposures);
  std::vector<double> even(all.samples.size(), 0.0);
  // `side` is part of the same array as `all`, so this is the index of its first run.
  const std::ptrdiff_t first = side.exposures.data() - all.exposures.data();
  for (std::size_t run = 0; run < side.exposures.size(); ++run) {
    even[static_cast<std::size_t>(first) + run] = mean * side.exposures[run];
  }
  const Moderated moderated = Moderate(0, static_cast<double>(side.exposures.size() - 1));
  const double rest = Sum(all.exposures) - Sum(side.exposures);
  return std::max(TestP(LeastDeviance({even, all.exposures}, dispersion_.alpha), moderated),
                  BinomialP(std::round(samples), Sum(side.exposures), 0, rest));
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/quasi_likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profdiff {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Floor of variances, as a part of their median: equal counts have variance 0, which has no logarithm.
constexpr double kLeastVariance = 0.01;

double Median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

// The argument at which the trigamma function, which falls, has this value; bisected by its logarithm.
double InverseTrigamma(double value) {
  double low = 1e-6, high = 1e6;
  if (value <= Trigamma(high)) return kInfinite;
  for (int step = 0; step < 60; ++step) {
    const double middle = std::sqrt(low * high);
    (Trigamma(middle) > value ? low : high) = middle;
  }
  return high;
}

// What the deviance of some runs is about the mean that is most likely for them.
double LeastDeviance(const Counts& counts, double alpha) { return Deviance(counts, FitMean(counts, alpha), alpha); }

double MeanOfRuns(const Counts& side) {
  double sum = 0;
  for (std::size_t run = 0; run < side.samples.size(); ++run) sum += side.samples[run] / side.exposures[run];
  return sum / static_cast<double>(side.samples.size());
}

// How far the mean of one side can be from the one seen, downwards and upwards. The mean has as much noise as a Poisson
// count of `unit` each: exact limits of that count, wider by what t's quantile exceeds the normal one.
Interval Reach(const Counts& side, double mean, double alpha, double variance, double widening) {
  double unit = 0;
  for (double exposure : side.exposures) unit += 1 / exposure + alpha * mean;
  const double runs = static_cast<double>(side.samples.size());
  unit *= variance / (runs * runs);
  const double count = mean / unit;
  const Interval limits = PoissonLimits(count);
  return {std::min(mean, widening * unit * (count - limits.low)), widening * unit * (limits.high - count)};
}

// What sampling alone explains, exactly: the approximation by F is too sure of a dozen samples. Credits are rounded.
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
  const double least = kLeastVariance * Median(variances);
  if (least <= 0) return prior;
  std::vector<double> logarithms;
  double by_chance = 0;  // the variance of a logarithm that comes from few degrees
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
  prior_ = FitVariancePrior(variances, degrees);
}

// Never less noise than that of the sampling.
QuasiLikelihood::Moderated QuasiLikelihood::Moderate(double deviance, double residual_degrees) const {
  const double degrees = prior_.degrees + residual_degrees;
  double variance = prior_.scale;
  if (prior_.degrees < kInfinite) variance = degrees > 0 ? (prior_.degrees * prior_.scale + deviance) / degrees : 1;
  return {std::max(1.0, variance), std::max(1.0, std::min(degrees, prior_.all_degrees))};
}

// F of 1 and d degrees is the square of Student's t of d.
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
  // Means weigh all runs equally, the fit weighs them by their information: if the two disagree in sign, nothing is
  // significant.
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
  // Evenly in the runs of one side: there is no deviance about its mean, and the other side is its own mean of none.
  const double samples = Sum(all.samples), mean = samples / Sum(side.exposures);
  std::vector<double> even(all.samples.size(), 0.0);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/count_dispersion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "analyze/significance/significance_tests.h"
#include "base/median.h"

namespace profdiff {
namespace {

// Smallest mean number of samples per run, on each side, of a function that is used to estimate alpha. With fewer than
// about five expected samples, Pearson's statistic is not close to its chi-square distribution.
constexpr double kEnoughSamples = 5;
constexpr std::size_t kEnoughFunctions = 3;

double SamplesOfMeanRun(const Counts& counts) {
  return Sum(counts.samples) / static_cast<double>(counts.samples.size());
}

bool HasEnough(const CountTable& table, std::size_t function) {
  return std::min(SamplesOfMeanRun(table.Base(function)), SamplesOfMeanRun(table.Other(function))) >= kEnoughSamples;
}

// The contribution of one function to the estimate of alpha. The means are fitted once, at alpha = 0: the fitted mean
// does not depend on alpha if exposures are equal, and only slightly if they are not.
struct Spread {
  Counts base, other;
  double base_mean, other_mean;
  double usual;  // median of Pearson's statistic at the true alpha

  // Returns Pearson's statistic of the function, divided by its median: 1 for the median function if alpha is right,
  // and more if alpha is too small.
  double By(double alpha) const {
    return (PearsonStatistic(base, base_mean, alpha) + PearsonStatistic(other, other_mean, alpha)) / usual;
  }
};

Spread SpreadOf(const CountTable& table, std::size_t function) {
  const Counts base = table.Base(function), other = table.Other(function);
  return {base, other, FitMean(base, 0), FitMean(other, 0), ChiSquaredMedian(ResidualDegrees(table, function))};
}

// Returns the median rather than the mean: functions that really changed, or that vary much more than others, must not
// raise alpha for all of them.
double MedianBy(double alpha, std::span<const Spread> spreads) {
  std::vector<double> values;
  for (const Spread& spread : spreads) values.push_back(spread.By(alpha));
  return Median(std::move(values));
}

// Solves by bisection of log alpha, since the statistic falls monotonically as alpha rises. The lower bound, 1e-8,
// corresponds to a coefficient of variation of 0.01 %; anything less counts as no variation. 40 halvings of 12 decades
// determine alpha to within a factor of 1 + 3e-11.
double SolveForAlpha(std::span<const Spread> spreads) {
  if (spreads.empty() || MedianBy(0, spreads) <= 1) return 0;
  double low = 1e-8, high = 1e4;
  for (int step = 0; step < 40; ++step) {
    const double middle = std::sqrt(low * high);
    (MedianBy(middle, spreads) > 1 ? low : high) = middle;
  }
  return high;
}

// True if the samples of two functions are nearly equal in all runs, with smaller differences than independent counts
// would have. The mean difference of two independent Poisson counts of mean m is 2 sqrt(m / pi) = 1.13 sqrt(m), which
// is well above the limit.
bool AreAlike(const CountTable& table, std::size_t a, std::size_t b) {
  constexpr double kNear = 0.3;
  const std::span<const double> x = table.All(a).samples, y = table.All(b).samples;
  double apart = 0, noise = 0;
  for (std::size_t run = 0; run < x.size(); ++run) {
    apart += std::abs(x[run] - y[run]);
    noise += std::sqrt(x[run]);
  }
  return apart <= kNear * noise;
}

// Removes functions whose counts nearly equal the counts of another function, such as main and its caller. Functions
// with equal counts in all runs have nearly equal sums, so only neighbours in the order of sums are compared, which
// costs n log n instead of n^2.
void KeepDistinct(const CountTable& table, std::vector<std::size_t>& functions) {
  std::vector<std::pair<double, std::size_t>> by_sum;
  for (std::size_t f : functions) by_sum.emplace_back(Sum(table.All(f).samples), f);
  std::ranges::sort(by_sum);
  functions.clear();
  for (const auto& [sum, f] : by_sum) {
    if (functions.empty() || !AreAlike(table, functions.back(), f)) functions.push_back(f);
  }
}

}  // namespace

Counts CountTable::All(std::size_t function) const {
  return {std::span(samples).subspan(function * runs(), runs()), exposures};
}

Counts CountTable::Base(std::size_t function) const {
  const Counts all = All(function);
  return {all.samples.first(base_runs), all.exposures.first(base_runs)};
}

Counts CountTable::Other(std::size_t function) const {
  const Counts all = All(function);
  return {all.samples.subspan(base_runs), all.exposures.subspan(base_runs)};
}

double Sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double FitMean(const Counts& counts, double alpha) {
  // Solves the score equation of the negative binomial mean, sum of (y - mean e) / (1 + alpha mean e) = 0, as a fixed
  // point: each step weights the runs using the mean of the previous step. A few steps suffice; the limit is a
  // safeguard.
  constexpr int kMostSteps = 100;
  double mean = Sum(counts.samples) / Sum(counts.exposures);
  const bool is_even = std::ranges::all_of(counts.exposures, [&](double e) { return e == counts.exposures.front(); });
  if (alpha <= 0 || mean <= 0 || is_even) return mean;
  for (int step = 0; step < kMostSteps; ++step) {
    double samples = 0, exposure = 0;
    for (std::size_t run = 0; run < counts.samples.size(); ++run) {
      const double weight = 1 / (1 + alpha * mean * counts.exposures[run]);
      samples += weight * counts.samples[run];
      exposure += weight * counts.exposures[run];
    }
    const double next = samples / exposure;
    const bool is_settled = std::abs(next - mean) <= 1e-12 * mean;
    mean = next;
    if (is_settled) break;
  }
  return mean;
}

double Deviance(const Counts& counts, double mean, double alpha) {
  // Unit deviance of the negative binomial distribution (McCullagh and Nelder, Generalized Linear Models):
  // 2 (y log(y / mu) - (y + 1 / alpha) log((1 + alpha y) / (1 + alpha mu))), which tends to the unit deviance of the
  // Poisson distribution as alpha tends to 0. log1p preserves precision where y is near mu; rounding must not make a
  // unit deviance negative.
  double half = 0;
  for (std::size_t run = 0; run < counts.samples.size(); ++run) {
    const double y = counts.samples[run], mu = mean * counts.exposures[run];
    if (mu <= 0) continue;  // the mean was fitted to y, so y is also 0, and there is no deviance
    const double nearness = y > 0 ? y * std::log(y / mu) : 0;
    const double spread = alpha > 0 ? (y + 1 / alpha) * std::log1p(alpha * (y - mu) / (1 + alpha * mu)) : y - mu;
    half += std::max(0.0, nearness - spread);
  }
  return 2 * half;
}

double PearsonStatistic(const Counts& counts, double mean, double alpha) {
  double sum = 0;
  for (std::size_t run = 0; run < counts.samples.size(); ++run) {
    const double mu = mean * counts.exposures[run], distance = counts.samples[run] - mu;
    if (mu > 0) sum += distance * distance / (mu + alpha * mu * mu);
  }
  return sum;
}

double ResidualDegrees(const CountTable& table, std::size_t function) {
  const Counts base = table.Base(function), other = table.Other(function);
  // One mean is fitted for each side, which uses up one degree of freedom of that side.
  const auto degrees = [](const Counts& side) {
    return Sum(side.samples) > 0 ? static_cast<double>(side.samples.size() - 1) : 0.0;
  };
  return degrees(base) + degrees(other);
}

Dispersion EstimateDispersion(const CountTable& table, bool overlap) {
  Dispersion found;
  const auto choose = [&](const auto& is_usable) {
    found.functions.clear();
    for (std::size_t f = 0; f < table.functions(); ++f) {
      if (is_usable(f)) found.functions.push_back(f);
    }
    if (overlap) KeepDistinct(table, found.functions);
  };
  choose([&](std::size_t f) { return HasEnough(table, f); });
  // Uses all functions if too few have enough samples: a rough estimate is better than alpha = 0, which would ignore
  // all noise between runs.
  found.is_poor = found.functions.size() < kEnoughFunctions;
  if (found.is_poor) choose([&](std::size_t f) { return ResidualDegrees(table, f) > 0; });
  std::vector<Spread> spreads;
  for (std::size_t f : found.functions) spreads.push_back(SpreadOf(table, f));
  found.alpha = SolveForAlpha(spreads);
  return found;
}

}  // namespace profdiff

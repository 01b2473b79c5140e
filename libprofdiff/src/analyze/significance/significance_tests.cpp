// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/significance_tests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#ifdef PROFDIFF_HAS_BOOST_MATH
#include "base/boost_math.h"
#include "values/evidence.h"
#endif

namespace profdiff {
namespace {

#ifdef PROFDIFF_HAS_BOOST_MATH
namespace math = boost::math;

// Boost.Math computes in long double by default, which is slower; 15 digits suffice.
using Policy = math::policies::policy<math::policies::promote_double<false>>;
using Binomial = math::binomial_distribution<double, Policy>;
using ChiSquared = math::chi_squared_distribution<double, Policy>;
using Student = math::students_t_distribution<double, Policy>;

double ChiSquaredQuantile(double degrees, double p) { return quantile(ChiSquared(degrees), p); }
double ChiSquaredUpper(double degrees, double p) { return quantile(complement(ChiSquared(degrees), p)); }
double ChiSquaredAbove(double degrees, double x) { return cdf(complement(ChiSquared(degrees), x)); }
double StudentQuantile(double degrees, double p) { return quantile(complement(Student(degrees), p)); }
double StudentTail(double degrees, double t) { return cdf(complement(Student(degrees), t)); }
double DigammaOf(double x) { return math::digamma(x, Policy()); }
double TrigammaOf(double x) { return math::trigamma(x, Policy()); }
// Return P(X <= k) and P(X >= k).
double BinomialLower(double n, double p, double k) { return cdf(Binomial(n, p), k); }
double BinomialUpper(double n, double p, double k) { return k <= 0 ? 1 : cdf(complement(Binomial(n, p), k - 1)); }
#else
// Never called, since Judge() throws if CanJudge() is false.
double ChiSquaredQuantile(double, double) { return 0; }
double ChiSquaredUpper(double, double) { return 0; }
double ChiSquaredAbove(double, double) { return 1; }
double StudentQuantile(double, double) { return 0; }
double StudentTail(double, double) { return 1; }
double DigammaOf(double) { return 0; }
double TrigammaOf(double) { return 0; }
double BinomialLower(double, double, double) { return 1; }
double BinomialUpper(double, double, double) { return 1; }
#endif

// Largest count for which the exact limits are computed. Beyond it, their series become ever longer, and they differ
// from the approximation by less than a sample.
constexpr double kManySamples = 1e6;

// Largest sum of two counts for which the binomial distribution function is used. Beyond it, that function gives only
// rounding errors, so the normal approximation is used.
constexpr double kMostExact = 1e9;

// Returns half of the chi-square quantile with 2 * half_degrees degrees of freedom, at the probability of a normal
// `deviate`. The cube root of chi-square / degrees is nearly normal with mean 1 - 2 / (9 degrees) and variance 2 / (9
// degrees) (Wilson, Hilferty 1931).
double CubeRootQuantile(double half_degrees, double deviate) {
  const double root = 1 - 1 / (9 * half_degrees) + deviate / (3 * std::sqrt(half_degrees));
  return half_degrees * root * root * root;
}

}  // namespace

double Digamma(double x) { return DigammaOf(x); }
double Trigamma(double x) { return TrigammaOf(x); }
double ChiSquaredMedian(double degrees) { return ChiSquaredQuantile(degrees, 0.5); }
double StudentUpper(double degrees, double tail) { return StudentQuantile(degrees, tail); }
double StudentP(double t, double degrees) { return 2 * StudentTail(degrees, t); }

// The conditional test of Przyborowski and Wilenski (1940).
double BinomialP(double a, double a_weight, double b, double b_weight) {
  const double n = a + b;
  if (n <= 0) return 1;
  const double share = a_weight / (a_weight + b_weight);
  if (n > kMostExact) return std::erfc(std::abs(a - n * share) / std::sqrt(2 * n * share * (1 - share)));
  return std::min(1.0, 2 * std::min(BinomialLower(n, share, a), BinomialUpper(n, share, a)));
}

// Garwood (1936): P(X >= k) for mean m is the chi-square distribution function with 2 k degrees at 2 m. The lower limit
// is therefore half the quantile with 2 k degrees, and the upper limit is half the quantile with 2 k + 2 degrees.
Interval PoissonLimits(double count) {
  if (count > kManySamples) return {CubeRootQuantile(count, -kNormalUpper), CubeRootQuantile(count + 1, kNormalUpper)};
  return {count > 0 ? ChiSquaredQuantile(2 * count, kTail) / 2 : 0, ChiSquaredUpper(2 * count + 2, kTail) / 2};
}

// MOVER, the method of variance estimates recovery (Zou and Donner 2008). The lower limit of a - b combines the lower
// limit of a and the upper limit of b; the squares of the distances add up like variances.
Interval JoinReaches(double difference, const Interval& a, const Interval& b) {
  return {difference - std::hypot(a.low, b.high), difference + std::hypot(a.high, b.low)};
}

Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight) {
  const auto reach = [](double count, double weight) {
    const Interval limits = PoissonLimits(count);
    return Interval{(count - limits.low) / weight, (limits.high - count) / weight};
  };
  return JoinReaches(a / a_weight - b / b_weight, reach(a, a_weight), reach(b, b_weight));
}

std::vector<double> AdjustForMany(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [p](std::size_t x, std::size_t y) { return p[x] > p[y]; });
  std::vector<double> adjusted(p.size());
  // Goes from the largest p downwards: the q of rank r is the minimum of p n / r over its own and all larger ranks, so
  // q never decreases as p grows.
  double smallest = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double rank = static_cast<double>(order.size() - i);
    smallest = std::min(smallest, p[order[i]] * static_cast<double>(p.size()) / rank);
    adjusted[order[i]] = smallest;
  }
  return adjusted;
}

double MostSignificantP(std::span<const double> p, double level) {
  if (p.empty()) return 0;
  std::vector<double> sorted(p.begin(), p.end());
  std::sort(sorted.begin(), sorted.end());
  // The k smallest of n are significant if the k-th is at most level * k / n. One additional small p moves the current
  // (k - 1)-th p to rank k; the additional p may then be as large as the threshold of rank k.
  const double step = level / static_cast<double>(sorted.size());
  std::size_t rank = 1;
  for (std::size_t k = 2; k <= sorted.size(); ++k) {
    if (sorted[k - 2] <= step * static_cast<double>(k)) rank = k;
  }
  return step * static_cast<double>(rank);
}

void AgreeAtZero(double p, double difference, Interval& interval) {
  if (p > kLevel) {
    interval = {std::min(interval.low, 0.0), std::max(interval.high, 0.0)};
  } else if (difference > 0) {
    interval.low = std::max(interval.low, 0.0);
  } else {
    interval.high = std::min(interval.high, 0.0);
  }
}

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = Mean(values);
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double ChanceOfDispersion(std::size_t values, double dispersion) {
  return values < 2 ? 1 : ChiSquaredAbove(static_cast<double>(values - 1), dispersion);
}

double ChanceOfUnevenCounts(std::span<const double> counts) {
  const double mean = counts.empty() ? 0 : Mean(counts);
  if (counts.size() < 2 || mean <= 0) return 1;
  double sum = 0;
  for (const double count : counts) sum += (count - mean) * (count - mean) / mean;
  return ChanceOfDispersion(counts.size(), sum);
}

}  // namespace profdiff

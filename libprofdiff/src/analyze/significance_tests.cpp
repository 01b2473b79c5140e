// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance_tests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#ifdef PROFDIFF_HAS_BOOST_MATH
// Boost.Math includes <iostream> and does not use it here. A program that holds an include of it sets up the C++
// library's streams and locales when it starts, a fiftieth of the time that a small profile takes: GCC's is left out.
#include <istream>
#include <ostream>
#define _GLIBCXX_IOSTREAM 1  // NOLINT(bugprone-reserved-identifier)
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#endif

namespace profdiff {
namespace {

constexpr double kTail = 0.025;  // on either side of a 95 % interval

#ifdef PROFDIFF_HAS_BOOST_MATH
namespace math = boost::math;

// Plain doubles are enough.
using Policy = math::policies::policy<math::policies::promote_double<false>>;
using Binomial = math::binomial_distribution<double, Policy>;
using ChiSquared = math::chi_squared_distribution<double, Policy>;
using Student = math::students_t_distribution<double, Policy>;

double ChiSquaredQuantile(double degrees, double p) { return quantile(ChiSquared(degrees), p); }
double ChiSquaredUpper(double degrees, double p) { return quantile(complement(ChiSquared(degrees), p)); }
double StudentUpper(double degrees, double p) { return quantile(complement(Student(degrees), p)); }
// P(X <= k) and P(X >= k).
double BinomialLower(double n, double p, double k) { return cdf(Binomial(n, p), k); }
double BinomialUpper(double n, double p, double k) { return k <= 0 ? 1 : cdf(complement(Binomial(n, p), k - 1)); }
#else
// Never called: CanJudge() is false.
double ChiSquaredQuantile(double, double) { return 0; }
double ChiSquaredUpper(double, double) { return 0; }
double StudentUpper(double, double) { return 0; }
double BinomialLower(double, double, double) { return 1; }
double BinomialUpper(double, double, double) { return 1; }
#endif

// Middle ranks times two, so that they are whole numbers; in the order of the values: first a, then b.
std::vector<std::size_t> DoubledRanks(std::span<const double> a, std::span<const double> b) {
  std::vector<double> values(a.begin(), a.end());
  values.insert(values.end(), b.begin(), b.end());
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&values](std::size_t x, std::size_t y) { return values[x] < values[y]; });
  std::vector<std::size_t> ranks(values.size());
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && values[order[end]] == values[order[begin]];) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = begin + end + 1;
  }
  return ranks;
}

// How many ways there are to choose `chosen` of the ranks, by their sum. As real numbers: 60 of 120 is beyond integers.
std::vector<double> WaysBySum(std::span<const std::size_t> ranks, std::size_t chosen) {
  const std::size_t most = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1, 0.0));
  ways[0][0] = 1;
  std::size_t reached = 0;  // no sum is larger yet
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    reached += ranks[i];
    for (std::size_t n = std::min(chosen, i + 1); n > 0; --n) {
      for (std::size_t sum = reached; sum + 1 > ranks[i]; --sum) ways[n][sum] += ways[n - 1][sum - ranks[i]];
    }
  }
  return ways[chosen];
}

double ExactRankP(std::span<const std::size_t> ranks, std::size_t chosen) {
  if (std::ranges::all_of(ranks, [&](std::size_t rank) { return rank == ranks.front(); })) return 1;
  const std::size_t observed =
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(chosen), std::size_t{0});
  const std::vector<double> ways = WaysBySum(ranks, chosen);
  double all = 0, lower = 0, upper = 0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (sum <= observed) lower += ways[sum];
    if (sum >= observed) upper += ways[sum];
  }
  return std::min(1.0, 2 * std::min(lower, upper) / all);
}

double ApproximateRankP(std::span<const std::size_t> ranks, std::size_t chosen) {
  const double n = static_cast<double>(ranks.size());
  const double a = static_cast<double>(chosen);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double rank = static_cast<double>(ranks[i]) / 2;
    if (i < chosen) sum += rank;
    squares += rank * rank;
  }
  // The variance of a sum of ranks drawn without replacement, whatever ties there are.
  const double mean_rank = (n + 1) / 2;
  const double variance = a * (n - a) / (n - 1) * (squares / n - mean_rank * mean_rank);
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(sum - a * mean_rank) - 0.5);
  return std::min(1.0, std::erfc(distance / std::sqrt(2 * variance)));
}

}  // namespace

double BinomialP(double a, double a_weight, double b, double b_weight) {
  const double n = a + b;
  if (n <= 0) return 1;
  const double share = a_weight / (a_weight + b_weight);
  return std::min(1.0, 2 * std::min(BinomialLower(n, share, a), BinomialUpper(n, share, a)));
}

Interval PoissonLimits(double count) {
  return {count > 0 ? ChiSquaredQuantile(2 * count, kTail) / 2 : 0, ChiSquaredUpper(2 * count + 2, kTail) / 2};
}

Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight) {
  const Interval a_limits = PoissonLimits(a), b_limits = PoissonLimits(b);
  const double difference = a / a_weight - b / b_weight;
  return {difference - std::hypot((a - a_limits.low) / a_weight, (b_limits.high - b) / b_weight),
          difference + std::hypot((a_limits.high - a) / a_weight, (b - b_limits.low) / b_weight)};
}

Interval DifferenceOfMeans(std::span<const double> a, std::span<const double> b) {
  const double a_count = static_cast<double>(a.size()), b_count = static_cast<double>(b.size());
  const double a_part = std::pow(Deviation(a), 2) / a_count, b_part = std::pow(Deviation(b), 2) / b_count;
  const double difference = Mean(a) - Mean(b), variance = a_part + b_part;
  if (variance <= 0) return {difference, difference};
  const double degrees = variance * variance / (a_part * a_part / (a_count - 1) + b_part * b_part / (b_count - 1));
  const double reach = StudentUpper(degrees, kTail) * std::sqrt(variance);
  return {difference - reach, difference + reach};
}

double MannWhitneyP(std::span<const double> a, std::span<const double> b) {
  const std::vector<std::size_t> ranks = DoubledRanks(a, b);
  return ranks.size() > kExactRanks ? ApproximateRankP(ranks, a.size()) : ExactRankP(ranks, a.size());
}

std::vector<double> AdjustForMany(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [p](std::size_t x, std::size_t y) { return p[x] > p[y]; });
  std::vector<double> adjusted(p.size());
  double smallest = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double rank = static_cast<double>(order.size() - i);
    smallest = std::min(smallest, p[order[i]] * static_cast<double>(p.size()) / rank);
    adjusted[order[i]] = smallest;
  }
  return adjusted;
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

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics behind verdicts, on plain numbers. Only significance_tests.cpp includes Boost.Math.
// Tests: tests/unit/analyze/significance/significance_tests_test.cpp, against tables and independent results.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

#include <span>
#include <vector>

namespace profdiff {

constexpr double kLevel = 0.05;  // of verdicts and of what intervals leave out
constexpr double kTail = kLevel / 2;

struct Interval {
  double low = 0, high = 0;
};

// The result of a test for one function.
struct TestedFunction {
  double p = 1;
  double least_p = 1;  // if all its samples were on one side
  Interval interval;
};

double Digamma(double x);
double Trigamma(double x);
double ChiSquaredMedian(double degrees);
// The quantile that a tail of this probability is above.
constexpr double kNormalUpper = 1.959963984540054;  // of the normal distribution above kTail
double StudentUpper(double degrees, double tail);
// Probability that Student's t is at least so far from 0, on either side; `t` is not negative.
double StudentP(double t, double degrees);

// Two-sided p-value for the hypothesis that two Poisson counts, over exposures a_weight and b_weight, have one rate:
// given their sum, the first is binomial. Twice the smaller tail, at most 1. 1 if both are 0.
double BinomialP(double a, double a_weight, double b, double b_weight);

// Exact 95 % limits of the mean of a Poisson count (Garwood).
Interval PoissonLimits(double count);

// The interval of a difference by MOVER. `a` and `b` are how far each side reaches below and above its estimate.
Interval JoinReaches(double difference, const Interval& a, const Interval& b);

// 95 % interval of the difference of two Poisson counts, each divided by its weight.
Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight);

// Probability that a chi-square variable is at least so large.
double ChiSquaredTail(double degrees, double value);

// The step-up correction of Benjamini and Hochberg: q-values in the order of `p`.
std::vector<double> AdjustForMany(std::span<const double> p);

// The largest p with which one more of these would be significant at the level, if the others do not change.
double MostSignificantP(std::span<const double> p, double level);

// Intervals and tests measure differently: where they disagree about 0, the test decides, and the interval ends there.
void AgreeAtZero(double p, double difference, Interval& interval);

double Mean(std::span<const double> values);
// With n - 1; 0 for a single value.
double Deviation(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics behind verdicts, computed on plain numbers. Only significance_tests.cpp includes Boost.Math.
// Tests: tests/unit/analyze/significance/significance_tests_test.cpp, which compares the results with values from
// SciPy.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

#include <span>
#include <vector>

namespace profdiff {

constexpr double kLevel = 0.05;  // significance level of verdicts; intervals cover 1 - kLevel
constexpr double kTail = kLevel / 2;

struct Interval {
  double low = 0, high = 0;
};

// The result of a test for one function.
struct TestedFunction {
  double p = 1;
  double least_p = 1;  // p if all samples of the function were on one side
  Interval interval;
  bool is_judged = true;  // false if there are too few samples for a test
};

double Digamma(double x);
double Trigamma(double x);
double ChiSquaredMedian(double degrees);
// Upper quantiles. The probability of larger values is kTail for the standard normal distribution and `tail` for
// Student's t.
constexpr double kNormalUpper = 1.959963984540054;
double StudentUpper(double degrees, double tail);
// Returns the two-sided tail probability of Student's t; `t` must not be negative.
double StudentP(double t, double degrees);

// Returns the two-sided p-value for the hypothesis that two Poisson counts, over exposures a_weight and b_weight, have
// the same rate: given their sum, the first count is binomial. It is twice the smaller tail, but at most 1; 1 if both
// counts are 0.
double BinomialP(double a, double a_weight, double b, double b_weight);

// Returns the exact 95 % limits of the mean of a Poisson count (Garwood 1936).
Interval PoissonLimits(double count);

// Returns the interval of a difference by MOVER. `a` and `b` are the distances from each side's estimate to its lower
// and upper limits.
Interval JoinReaches(double difference, const Interval& a, const Interval& b);

// Returns the 95 % interval of the difference of two Poisson counts, each divided by its weight.
Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight);

// Applies the step-up correction of Benjamini and Hochberg (1995); returns q-values in the order of `p`.
std::vector<double> AdjustForMany(std::span<const double> p);

// Returns the largest p with which a further function would be significant at this level, given the p-values of the
// other functions.
double MostSignificantP(std::span<const double> p, double level);

// Moves a limit of the interval to 0 if the interval and the test disagree about 0. They are computed by different
// approximations, and the test decides.
void AgreeAtZero(double p, double difference, Interval& interval);

double Mean(std::span<const double> values);
// Returns the sample standard deviation (divides by n - 1); 0 for a single value.
double Deviation(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

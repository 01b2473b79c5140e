// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics behind verdicts, on plain numbers. Only significance_tests.cpp includes Boost.Math.
// Tests: tests/unit/analyze/significance/significance_tests_test.cpp, against tables and independent results.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

#include <span>
#include <vector>

namespace profdiff {

constexpr double kLevel = 0.05;  // of verdicts; intervals cover 1 - kLevel
constexpr double kTail = kLevel / 2;

struct Interval {
  double low = 0, high = 0;
};

// The result of a test for one function.
struct TestedFunction {
  double p = 1;
  double least_p = 1;  // p if all its samples were on one side
  Interval interval;
};

double Digamma(double x);
double Trigamma(double x);
double ChiSquaredMedian(double degrees);
// Upper quantiles: the probability above them is kTail for the standard normal distribution, `tail` for Student's t.
constexpr double kNormalUpper = 1.959963984540054;
double StudentUpper(double degrees, double tail);
// Two-sided tail probability of Student's t; `t` is not negative.
double StudentP(double t, double degrees);

// Two-sided p-value for the hypothesis that two Poisson counts, over exposures a_weight and b_weight, have one rate:
// given their sum, the first is binomial. Twice the smaller tail, at most 1; 1 if both counts are 0.
double BinomialP(double a, double a_weight, double b, double b_weight);

// Exact 95 % limits of the mean of a Poisson count (Garwood 1936).
Interval PoissonLimits(double count);

// Interval of a difference by MOVER. `a` and `b` are distances from each side's estimate to its limits, below and
// above.
Interval JoinReaches(double difference, const Interval& a, const Interval& b);

// 95 % interval of the difference of two Poisson counts, each divided by its weight.
Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight);

// Upper tail probability of a chi-square variable.
double ChiSquaredTail(double degrees, double value);

// Step-up correction of Benjamini and Hochberg (1995): q-values in the order of `p`.
std::vector<double> AdjustForMany(std::span<const double> p);

// The largest p that a further function would need to be significant at this level while the others keep theirs.
double MostSignificantP(std::span<const double> p, double level);

// Moves a limit of the interval to 0 where the interval and the test disagree about 0: they are computed by different
// approximations, and the test decides.
void AgreeAtZero(double p, double difference, Interval& interval);

double Mean(std::span<const double> values);
// Sample standard deviation (divides by n - 1); 0 for a single value.
double Deviation(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_SIGNIFICANCE_TESTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics behind verdicts, on plain numbers. Only significance_tests.cpp knows Boost.Math.
// Tests: tests/unit/analyze/significance_tests_test.cpp, against tables and R's results.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_TESTS_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_TESTS_H_

#include <span>
#include <vector>

namespace profdiff {

struct Interval {
  double low = 0, high = 0;
};

// Two-sided p-value for the hypothesis that two Poisson counts, over exposures a_weight and b_weight, have one rate:
// given their sum, the first is binomial. Twice the smaller tail, at most 1. 1 if both are 0.
double BinomialP(double a, double a_weight, double b, double b_weight);

// Exact 95 % limits of the mean of a Poisson count (Garwood).
Interval PoissonLimits(double count);

// 95 % interval of the difference of two Poisson counts, each divided by its weight.
Interval DifferenceOfCounts(double a, double a_weight, double b, double b_weight);

// 95 % interval of the difference of the means of two samples of two values or more (Welch).
Interval DifferenceOfMeans(std::span<const double> a, std::span<const double> b);

// Two-sided exact p-value of the Mann-Whitney U test; ties have middle ranks, and the distribution is that of the ranks
// as they are. Beyond `kExactRanks` values in all: by the normal approximation, corrected for ties and continuity.
constexpr std::size_t kExactRanks = 60;
double MannWhitneyP(std::span<const double> a, std::span<const double> b);

// The step-up correction of Benjamini and Hochberg: q-values in the order of `p`.
std::vector<double> AdjustForMany(std::span<const double> p);

double Mean(std::span<const double> values);
// With n - 1; 0 for a single value.
double Deviation(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_TESTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/quasi_likelihood.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff::quasi_likelihood_test {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST_CASE("the prior of variances, by moments of their logarithms", "[significance]") {
  if (!CanJudge()) return;
  // The logarithms of `wide` are -2, 0 and 2, with the variance 4. With two degrees of freedom each, chance explains
  // pi^2 / 6 of this variance. The expected values were computed with series in Python.
  const std::vector<double> wide = {std::exp(-2.0), 1, std::exp(2.0)}, degrees = {2, 2, 2};
  VariancePrior prior = FitVariancePrior(wide, degrees);
  CHECK(prior.degrees == Approx(1.575436747));
  CHECK(prior.scale == Approx(0.837144594));
  CHECK(prior.all_degrees == 6);
  const std::vector<double> close = {0.9, 1, 1.1};
  prior = FitVariancePrior(close, degrees);
  CHECK(prior.degrees == kInfinite);
  CHECK(prior.scale == Approx(std::cbrt(0.99) * std::exp(0.5772156649)));
  const std::vector<double> none = {0, 0, 0};
  CHECK(FitVariancePrior(none, degrees).degrees == kInfinite);
  CHECK(FitVariancePrior({}, {}).degrees == 0);
}

CountTable Table(std::vector<double> samples) { return {2, {1, 1, 1, 1}, std::move(samples)}; }

TEST_CASE("a quasi-likelihood F test", "[significance]") {
  if (!CanJudge()) return;
  const CountTable table = Table({90, 110, 110, 90, 90, 110, 110, 90, 90, 110, 110, 90, 190, 230, 110, 90});
  const QuasiLikelihood test(table);
  CHECK(test.prior().degrees == kInfinite);
  CHECK(test.prior().scale == Approx(1.255310212).epsilon(1e-4));
  // F is 16.6748 with 1 and 8 degrees of freedom, computed in Python from likelihoods; p was computed by quadrature.
  const TestedFunction changed = test.Judge(3);
  CHECK(changed.p == Approx(0.0035171940).epsilon(1e-3));
  CHECK(changed.interval.low > 0);
  CHECK(changed.interval.high > 110);
  CHECK(changed.interval.low < 110);
  CHECK(changed.least_p < changed.p);
  CHECK(test.Judge(0).p == 1);
  CHECK(test.Judge(0).interval.low == Approx(-test.Judge(0).interval.high));
}

TEST_CASE("a test mirrors, and a side that is sampled faster is not slower", "[significance]") {
  if (!CanJudge()) return;
  const CountTable table = Table({30, 45, 80, 95, 60, 50, 55, 65, 7, 9, 6, 10});
  const CountTable mirror = Table({80, 95, 30, 45, 55, 65, 60, 50, 6, 10, 7, 9});
  const CountTable fast{2, {1, 1, 10, 10}, {30, 45, 800, 950, 60, 50, 550, 650, 7, 9, 60, 100}};
  const QuasiLikelihood test(table), mirrored(mirror), faster(fast);
  for (std::size_t f = 0; f < 3; ++f) {
    CHECK(test.Judge(f).p == Approx(mirrored.Judge(f).p));
    CHECK(test.Judge(f).interval.low == Approx(-mirrored.Judge(f).interval.high).margin(1e-9));
  }
  CHECK(faster.Judge(0).p < 0.2);
  CHECK(faster.Judge(1).p > 0.3);
  CHECK(faster.Judge(2).p > 0.3);
}

TEST_CASE("little noise, no samples, huge counts: all results are finite", "[significance]") {
  if (!CanJudge()) return;
  const double huge = 1e15;
  const std::vector<std::vector<double>> all = {{0, 0, 0, 0},              // no samples at all
                                                {5, 5, 5, 5, 9, 9, 9, 9},  // runs that do not differ
                                                {1000, 1000, 2000, 2000},  // one function
                                                {huge, huge, huge, huge, huge, huge, 2 * huge, 2 * huge, 3, 4, 0, 0},
                                                {0, 0, 1000, 1200, 900, 1100, 0, 0},  // each function on one side only
                                                {0.25, 0, 0, 0.5}};                   // fractions of samples
  for (const std::vector<double>& samples : all) {
    for (std::size_t base_runs : {1U, 2U, 3U}) {
      const CountTable table{base_runs, {1, 1, 1, 1}, samples};
      const QuasiLikelihood test(table);
      for (std::size_t f = 0; f < table.functions(); ++f) {
        const TestedFunction finding = test.Judge(f);
        CHECK((finding.p >= 0 && finding.p <= 1));
        CHECK((finding.least_p >= 0 && finding.least_p <= 1));
        CHECK((std::isfinite(finding.interval.low) && finding.interval.low <= finding.interval.high));
        const Interval& interval = finding.interval;
        const bool holds_zero = interval.low <= 0 && interval.high >= 0,
                   touches = interval.low == 0 || interval.high == 0;
        CHECK((touches || holds_zero == (finding.p > kLevel)));
      }
    }
  }
  const CountTable one = Table({1000, 1000, 2000, 2000});
  CHECK(QuasiLikelihood(one).Judge(0).p < 0.002);  // two degrees of freedom are enough
}

}  // namespace
}  // namespace profdiff::quasi_likelihood_test

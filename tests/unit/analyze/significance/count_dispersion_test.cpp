// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/count_dispersion.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff::count_dispersion_test {
namespace {

// Returns the logarithm of the negative binomial probability with variance mu + alpha mu^2, computed from its
// definition.
double LogLikelihood(double y, double mu, double alpha) {
  const double size = 1 / alpha;
  return std::lgamma(y + size) - std::lgamma(size) - std::lgamma(y + 1) + size * std::log(size / (size + mu)) +
         (y > 0 ? y * std::log(mu / (size + mu)) : 0);
}

TEST_CASE("a deviance is twice a ratio of likelihoods", "[significance]") {
  const std::vector<double> samples = {3, 8, 0, 20}, exposures = {1, 2, 0.5, 4};
  for (double alpha : {0.001, 0.2, 3.0}) {
    double expected = 0;
    for (std::size_t run = 0; run < samples.size(); ++run) {
      const double y = samples[run], own = y > 0 ? y : 1e-12;
      expected += 2 * (LogLikelihood(y, own, alpha) - LogLikelihood(y, 4.0 * exposures[run], alpha));
    }
    CHECK(Deviance({samples, exposures}, 4, alpha) == Approx(expected).epsilon(1e-6));
  }
  const std::vector<double> one = {1, 1, 1, 1};
  CHECK(Deviance({samples, one}, 7.75, 0.2) == Approx(15.381344427));
  CHECK(Deviance({samples, one}, 7.75, 0) == Approx(Deviance({samples, one}, 7.75, 1e-9)));
  CHECK(Deviance({samples, samples}, 1, 0.2) == 0);
  const std::vector<double> none = {0, 0, 0, 0};
  CHECK(Deviance({none, one}, 0, 0.2) == 0);
  const std::vector<double> huge = {1e15, 1e15 + 4e7};
  CHECK(Deviance({huge, std::vector<double>{1, 1}}, 1e15 + 2e7, 0) == Approx(0.8).margin(0.5));
}

TEST_CASE("runs that are sampled more often have larger means", "[significance]") {
  const std::vector<double> samples = {12, 150}, exposures = {1, 10};
  CHECK(FitMean({samples, exposures}, 0) == Approx(162.0 / 11));
  // Computed in Python by bisection of the score function.
  CHECK(FitMean({samples, exposures}, 0.1) == Approx(13.848857802));
  CHECK(FitMean({samples, std::vector<double>{2, 2}}, 0.1) == Approx(40.5));
  CHECK(FitMean({std::vector<double>{0, 0}, exposures}, 0.1) == 0);
}

TEST_CASE("Pearson's statistic, and its degrees of freedom", "[significance]") {
  const std::vector<double> samples = {90, 110}, one = {1, 1};
  CHECK(PearsonStatistic({samples, one}, 100, 0) == Approx(2));
  CHECK(PearsonStatistic({samples, one}, 100, 0.01) == Approx(1));
  const CountTable table{2, {1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0}};
  CHECK(ResidualDegrees(table, 0) == 3);
  CHECK(ResidualDegrees(table, 1) == 1);  // two runs of the base, minus 1; a side without samples does not count
  CHECK(ResidualDegrees(table, 2) == 0);
}

TEST_CASE("the variation between runs is the part that sampling does not explain", "[significance]") {
  if (!CanJudge()) return;
  const std::vector<double> one(4, 1.0);
  const CountTable noisy{2, one, {90, 110, 110, 90, 90, 110, 110, 90, 90, 110, 110, 90, 190, 230, 110, 90}};
  const Dispersion dispersion = EstimateDispersion(noisy);
  // Computed by hand: 400 / (100 + 10000 alpha) is 2 log 2, the median for two degrees of freedom.
  CHECK(dispersion.alpha == Approx((400 / (2 * std::log(2)) - 100) / 1e4).epsilon(1e-4));
  CHECK(dispersion.functions.size() == 4);
  CHECK_FALSE(dispersion.is_poor);

  const CountTable calm{2, one, {100, 101, 50, 49, 70, 70, 70, 70, 30, 30, 60, 61}};
  CHECK(EstimateDispersion(calm).alpha == 0);
  const CountTable few{2, one, {90, 110, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2}};
  CHECK(EstimateDispersion(few).is_poor);
  CHECK(EstimateDispersion(few).functions == std::vector<std::size_t>{0, 2});
  CHECK(EstimateDispersion({1, {1, 1, 1}, {}}).functions.empty());
}

}  // namespace
}  // namespace profdiff::count_dispersion_test

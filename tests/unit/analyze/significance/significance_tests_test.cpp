// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/significance_tests.h"

#include <catch2/catch.hpp>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff::significance_tests_test {
namespace {

// Expected values are from SciPy 1.10; comments state the SciPy expressions.

#define SKIP_WITHOUT_STATISTICS()              \
  if (!CanJudge()) {                           \
    WARN("skipped: built without Boost.Math"); \
    return;                                    \
  }

TEST_CASE("two Poisson counts are compared given their sum", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  CHECK(BinomialP(10, 1, 3, 1) == Approx(0.09228516).epsilon(1e-6));  // binomtest(10, 13)
  CHECK(BinomialP(3, 1, 10, 1) == Approx(BinomialP(10, 1, 3, 1)));
  CHECK(BinomialP(0, 1, 0, 1) == 1);
  CHECK(BinomialP(5, 1, 5, 1) == 1);
  CHECK(BinomialP(20, 2, 10, 1) > 0.9);  // twice the exposure and twice the count of the other side
  CHECK(BinomialP(20, 1, 10, 1) < BinomialP(20, 2, 10, 1));
  CHECK(BinomialP(5e17, 1, 5e17, 1) == 1);
  CHECK(BinomialP(6e17, 1, 5e17, 1) == 0);
  CHECK(BinomialP(6e8, 1, 6e8 + 6e4, 1) == Approx(0.0832645).epsilon(1e-3));  // erfc(sqrt(1.5))
}

TEST_CASE("limits of a Poisson mean", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  CHECK(PoissonLimits(10).low == Approx(4.795389).epsilon(1e-6));  // chi2.ppf(0.025, 20) / 2, chi2.ppf(0.975, 22) / 2
  CHECK(PoissonLimits(10).high == Approx(18.39036).epsilon(1e-6));
  CHECK(PoissonLimits(0).low == 0);
  CHECK(PoissonLimits(0).high == Approx(3.688879).epsilon(1e-6));
  CHECK(PoissonLimits(1e6).high - 1e6 == Approx(PoissonLimits(1e6 + 1).high - 1e6 - 1).epsilon(1e-3));
}

TEST_CASE("the interval of a difference holds it, and mirrors", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  Interval one = DifferenceOfCounts(100, 100, 60, 100), back = DifferenceOfCounts(60, 100, 100, 100);
  CHECK(one.low > 0.1);
  CHECK(one.low < 0.4);
  CHECK(one.high > 0.4);
  CHECK(one.low == Approx(-back.high));
  CHECK(one.high == Approx(-back.low));
}

TEST_CASE("distributions", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  CHECK(Digamma(1) == Approx(-0.5772156649));  // the negative of Euler's constant
  CHECK(Digamma(0.5) == Approx(-1.9635100260));
  CHECK(Trigamma(0.5) == Approx(4.9348022005));  // half of pi squared
  CHECK(ChiSquaredMedian(2) == Approx(1.3862943611));
  CHECK(ChiSquaredMedian(4) == Approx(3.3566939800));
  CHECK(StudentUpper(4, kTail) == Approx(2.7764451052));
  CHECK(StudentP(2.7764451052, 4) == Approx(0.05));  // probability that F with 1 and 4 degrees exceeds 7.7086
  CHECK(StudentP(2.5, 3.7) == Approx(0.0718220219));
  CHECK(StudentP(0, 3) == 1);
  CHECK(StudentP(1e9, 400) < 1e-100);
}

TEST_CASE("a test decides about 0, not its interval", "[significance]") {
  Interval interval{-1, 5};
  AgreeAtZero(0.01, 2, interval);
  CHECK((interval.low == 0 && interval.high == 5));
  AgreeAtZero(0.06, 2, interval = {0.5, 5});
  CHECK((interval.low == 0 && interval.high == 5));
  AgreeAtZero(0.01, -2, interval = {-5, 1});
  CHECK((interval.low == -5 && interval.high == 0));
}

TEST_CASE("how small a further p would have to be", "[significance]") {
  CHECK(MostSignificantP({}, 0.05) == 0);
  const double none[] = {0.5, 0.6, 0.7, 0.8}, one[] = {0.001, 0.6, 0.7, 0.8}, all[] = {0.01, 0.01, 0.01, 0.01};
  CHECK(MostSignificantP(none, 0.05) == Approx(0.05 / 4));
  CHECK(MostSignificantP(one, 0.05) == Approx(2 * 0.05 / 4));
  CHECK(MostSignificantP(all, 0.05) == Approx(0.05));
}

TEST_CASE("many tests make each test stricter", "[significance]") {
  const double p[] = {0.01, 0.04, 0.03, 0.5};
  // Computed by hand: 0.03 * 4 / 2 is more than 0.04 * 4 / 3, so 0.03 is corrected to the smaller value.
  const std::vector<double> q = AdjustForMany(p);
  CHECK(q[0] == Approx(0.04));
  CHECK(q[1] == Approx(0.05333333));
  CHECK(q[2] == Approx(0.05333333));
  CHECK(q[3] == Approx(0.5));
  CHECK(AdjustForMany({}).empty());
}

}  // namespace
}  // namespace profdiff::significance_tests_test

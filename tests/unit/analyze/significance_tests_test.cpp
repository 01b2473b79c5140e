// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance_tests.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff {
namespace {

// Expected values are those of SciPy 1.10, by the call beside them.

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
  CHECK(BinomialP(20, 2, 10, 1) > 0.9);  // twice the exposure, twice the count
  CHECK(BinomialP(20, 1, 10, 1) < BinomialP(20, 2, 10, 1));
}

TEST_CASE("limits of a Poisson mean", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  CHECK(PoissonLimits(10).low == Approx(4.795389).epsilon(1e-6));  // chi2.ppf(0.025, 20) / 2, chi2.ppf(0.975, 22) / 2
  CHECK(PoissonLimits(10).high == Approx(18.39036).epsilon(1e-6));
  CHECK(PoissonLimits(0).low == 0);
  CHECK(PoissonLimits(0).high == Approx(3.688879).epsilon(1e-6));
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

TEST_CASE("means of several runs", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  Interval interval = DifferenceOfMeans(a, b);  // t.ppf(0.975, 6)
  CHECK(interval.low == Approx(-6.233715).epsilon(1e-5));
  CHECK(interval.high == Approx(-1.766285).epsilon(1e-5));
  const double same[] = {2, 2, 2, 2};
  CHECK(DifferenceOfMeans(same, same).low == 0);
}

TEST_CASE("ranks of several runs", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, mixed[] = {2.5, 3.5, 0.5, 9};
  CHECK(MannWhitneyP(a, b) == Approx(0.02857143).epsilon(1e-6));  // mannwhitneyu(method="exact")
  CHECK(MannWhitneyP(b, a) == Approx(MannWhitneyP(a, b)));
  CHECK(MannWhitneyP(a, mixed) == Approx(0.8857143).epsilon(1e-6));  // the same
  const double same[] = {1, 1, 1, 1};
  CHECK(MannWhitneyP(same, same) == 1);
}

TEST_CASE("the normal approximation continues the exact distribution", "[significance]") {
  SKIP_WITHOUT_STATISTICS();
  std::vector<double> a(30), b(30), more(31);
  std::iota(a.begin(), a.end(), 0.0);
  std::iota(b.begin(), b.end(), 9.5);
  std::iota(more.begin(), more.end(), 9.5);
  const double exact = MannWhitneyP(a, b), approximate = MannWhitneyP(a, more);
  CHECK(approximate < exact);
  CHECK(approximate == Approx(exact).epsilon(0.6));
}

TEST_CASE("many tests make each stricter", "[significance]") {
  const double p[] = {0.01, 0.04, 0.03, 0.5};
  const std::vector<double> q = AdjustForMany(p);  // by hand: 0.03 * 4 / 2 is more than 0.04 * 4 / 3
  CHECK(q[0] == Approx(0.04));
  CHECK(q[1] == Approx(0.05333333));
  CHECK(q[2] == Approx(0.05333333));
  CHECK(q[3] == Approx(0.5));
  CHECK(AdjustForMany({}).empty());
}

}  // namespace
}  // namespace profdiff

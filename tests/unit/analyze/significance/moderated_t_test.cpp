// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/moderated_t.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "profdiff/significance.h"

namespace profdiff::moderated_t_test {
namespace {

TEST_CASE("one function alone: Student's t test", "[moderated]") {
  if (!CanJudge()) return;
  const ModeratedT test({{{30, 32, 34}}, {{30, 32, 34}}}, false, true);
  CHECK(test.Judge(0).p == 1);
  // The means are 2 and 4; both sides have the coefficient of variation 1/2. The squared standard error of the
  // difference is (4 + 16) / 4 / 3, with 4 degrees of freedom.
  const ModeratedT apart({{{1, 2, 3}}, {{2, 4, 6}}}, false, true);
  const TestedFunction finding = apart.Judge(0);
  const double error = std::sqrt(5.0 / 3);
  CHECK(finding.p == Approx(StudentP(2 / error, 4)));
  CHECK(finding.interval.low == Approx(-2 - 2.776445 * error));
  CHECK(finding.interval.high == Approx(-2 + 2.776445 * error));
}

TEST_CASE("counts that do not vary between the runs of a side are exact", "[moderated]") {
  if (!CanJudge()) return;
  const TimesTable times = {{{7, 7, 7}, {7, 7, 7}, {100, 120, 110}, {0, 0, 0}},
                            {{8, 8, 8}, {7, 7, 7}, {130, 90, 100}, {0, 0, 0}}};
  const ModeratedT counted(times, true, false);
  CHECK(counted.Judge(0).p == 0);
  CHECK(counted.Judge(0).interval.low == -1);
  CHECK(counted.Judge(0).interval.high == -1);
  CHECK(counted.Judge(1).p == 1);
  CHECK(counted.Judge(2).p > 0.1);
  CHECK(counted.Judge(3).p == 1);
  // Measured sums may be rounded, so a variance of 0 is combined with the variances of the other functions.
  CHECK(ModeratedT(times, false, false).Judge(0).p > 0.01);
}

// The times of every function vary by a tenth between runs.
TEST_CASE("levels and intervals are right", "[moderated]") {
  if (!CanJudge()) return;
  std::mt19937_64 random(3);
  int small = 0, right = 0, all = 0, found = 0;
  for (int trial = 0; trial < 100; ++trial) {
    TimesTable times;
    for (int f = 0; f < 30; ++f) {
      const double mean = 1e6 * (f + 1);
      auto draw = [&](double factor) {
        std::normal_distribution normal(mean * factor, 0.1 * mean * factor);
        return std::vector<double>{normal(random), normal(random), normal(random)};
      };
      times.base.push_back(draw(1));
      times.other.push_back(draw(f == 0 ? 2 : 1));
    }
    const ModeratedT test(times, true, false);
    found += test.Judge(0).p < 1e-3 ? 1 : 0;
    for (std::size_t f = 1; f < 30; ++f, ++all) {
      const TestedFunction finding = test.Judge(f);
      small += finding.p <= 0.05 ? 1 : 0;
      right += finding.interval.low <= 0 && 0 <= finding.interval.high ? 1 : 0;
    }
  }
  CHECK(small < 0.07 * all);
  CHECK(right > 0.93 * all);
  CHECK(found > 98);
}

}  // namespace
}  // namespace profdiff::moderated_t_test

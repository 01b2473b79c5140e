// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/unequal_loss.h"

#include <catch2/catch.hpp>
#include <limits>

namespace profdiff::unequal_loss_test {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

SideTotals Side(double seconds, double missing) {
  SideTotals side;
  side.seconds = seconds;
  side.missing_seconds = missing;
  return side;
}

}  // namespace

TEST_CASE("only what a side lost beyond the other side's share counts", "[loss]") {
  CHECK_FALSE(CountedLoss(Side(4, 0), Side(6, 0)).Any());
  const UnequalLoss one = CountedLoss(Side(8, 2), Side(10, 0));
  CHECK(one.base == Approx(2));
  CHECK(one.other == 0);
  CHECK(PossibleLoss(Side(8, 2), Side(10, 0)).base == Approx(2.5));
  const UnequalLoss equal = CountedLoss(Side(8, 2), Side(16, 4));
  CHECK(equal.base == Approx(0).margin(1e-12));
  CHECK(equal.other == Approx(0).margin(1e-12));
  CHECK(CountedLoss(Side(9, 1), Side(14, 6)).other == Approx(4));
  // Time in no function is time, too.
  SideTotals outside = Side(0, 2);
  outside.unattributed_seconds = 8;
  CHECK(CountedLoss(outside, Side(10, 0)).base == Approx(2));
  CHECK_FALSE(CountedLoss(Side(0, 0), Side(0, 0)).Any());
}

TEST_CASE("losses of unknown size are unequal unless sampling was stopped as often on both sides", "[loss]") {
  SideTotals cut = Side(5, kUnknown);
  cut.loss.is_cut = cut.loss.lacks_times = true;
  CHECK(CountedLoss(cut, Side(5, 0)).base == kUnknown);
  CHECK(CountedLoss(cut, Side(5, 0)).other == 0);
  CHECK(CountedLoss(cut, cut).base == kUnknown);
  CHECK(CountedLoss(cut, cut).other == kUnknown);
  SideTotals twice = Side(5, kUnknown), thrice = Side(5, kUnknown);
  twice.loss.throttles = 2;
  thrice.loss.throttles = 3;
  CHECK_FALSE(CountedLoss(twice, twice).Any());
  CHECK(CountedLoss(twice, thrice).other == kUnknown);
  CHECK(CountedLoss(twice, thrice).base == 0);
}

TEST_CASE("a loss explains a difference that it can bring to 0", "[loss]") {
  CHECK(CanExplain({1, 0}, -3, -1));
  CHECK_FALSE(CanExplain({1, 0}, -3, -1.1));
  CHECK_FALSE(CanExplain({1, 0}, 0.5, 1));  // the base has more although it lost samples
  CHECK(CanExplain({0, 1}, 0.5, 1));
  CHECK_FALSE(CanExplain({0, 0}, 0.5, 1));
  CHECK(CanExplain({kUnknown, 0}, -3, -1));
}

TEST_CASE("missing callers hide inclusive time on the side that has more of them", "[loss]") {
  SideTotals base = Side(10, 0), other = Side(20, 0);
  base.loss.broken_stacks = 0.5;
  other.loss.broken_stacks = 0.3;
  CHECK(BrokenStacks(base, other).base == Approx(2));
  CHECK(BrokenStacks(base, other).other == 0);
  CHECK(BrokenStacks(other, base).other == Approx(2));
}

}  // namespace profdiff::unequal_loss_test

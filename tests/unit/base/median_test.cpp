// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/median.h"

#include <catch2/catch.hpp>
#include <vector>

namespace profdiff {
namespace {

double MedianOf(std::vector<double> values) { return Median(values); }

}  // namespace

TEST_CASE("The median is the middle value, or the mean of the two middle values", "[median]") {
  CHECK(MedianOf({7}) == 7);
  CHECK(MedianOf({9, 1, 4}) == 4);
  CHECK(MedianOf({9, 1}) == 5);
  CHECK(MedianOf({8, 1, 2, 100, 3, 5}) == 4);
}

}  // namespace profdiff

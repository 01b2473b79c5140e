// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/median.h"

#include <catch2/catch.hpp>
#include <vector>

namespace profdiff::median_test {

TEST_CASE("The median is the middle value, or the mean of the two middle values", "[median]") {
  CHECK(Median({}) == 0);
  CHECK(Median({7}) == 7);
  CHECK(Median({9, 1, 4}) == 4);
  CHECK(Median({9, 1}) == 5);
  CHECK(Median({8, 1, 2, 100, 3, 5}) == 4);
}

}  // namespace profdiff::median_test

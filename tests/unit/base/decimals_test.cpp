// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/decimals.h"

#include <catch2/catch.hpp>
#include <limits>

namespace profdiff::decimals_test {

TEST_CASE("numbers with a point are exact", "[decimals]") {
  CHECK(WithDecimals(0, 3) == "0.000");
  CHECK(WithDecimals(7, 3) == "0.007");
  CHECK(WithDecimals(-12345, 3) == "-12.345");
  CHECK(WithDecimals(-1, 9) == "-0.000000001");
  CHECK(WithDecimals(std::numeric_limits<std::int64_t>::max(), 3) == "9223372036854775.807");
  CHECK(WithDecimals(std::numeric_limits<std::int64_t>::min(), 3) == "-9223372036854775.808");
}

TEST_CASE("a magnitude has no sign", "[decimals]") {
  CHECK(Magnitude(-3) == 3);
  CHECK(Magnitude(3) == 3);
  CHECK(Magnitude(std::numeric_limits<std::int64_t>::min()) == std::uint64_t{1} << 63);
}

}  // namespace profdiff::decimals_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/gprof/amounts.h"

#include <catch2/catch.hpp>

namespace profdiff::amounts_test {

TEST_CASE("numbers of other profilers that are not times are integers, and as wide as needed") {
  const ProfileOrigin origin{"callgrind", "Ir", {"Ir"}, 0};
  CHECK(AmountsOf(std::nullopt, "cycles", 1e12, false).digits == 2);  // without exact times, as in a gprof profile
  CHECK(AmountsOf(origin, "seconds", 1e12, false).digits == 2);
  const Amounts amounts = AmountsOf(origin, "Ir", 1234567890, true);
  CHECK(amounts.digits == 0);
  CHECK(amounts.Width(8) == 11);
  CHECK(amounts.More(8) == 3);
  CHECK(AmountsOf(origin, "Ir", 12, true).Width(8) == 8);
}

TEST_CASE("short times of other profilers have six decimals") {
  const ProfileOrigin origin{"chrome", "time", {"time"}, 0};
  CHECK(AmountsOf(std::nullopt, "seconds", 0.001, false).digits == 2);
  CHECK(AmountsOf(origin, "seconds", 0.01, false).digits == 2);
  CHECK(AmountsOf(origin, "seconds", 0, false).digits == 2);
  const Amounts amounts = AmountsOf(origin, "seconds", 0.009, true);
  CHECK(amounts.digits == 6);
  CHECK(amounts.Width(8) == 9);
}

TEST_CASE("headings have the unit, and enough space") {
  const Amounts whole{0, 10};
  CHECK(InUnit("  seconds  ms/call", "seconds") == "  seconds  ms/call");
  CHECK(InUnit("  seconds  ms/call", "ms") == "       ms  us/call");
  CHECK(InUnit("  seconds  ms/call", "Ir", whole) == "       Ir per call");
  CHECK(InUnit("  seconds", "branch-misses", whole) == "  branch-");
  CHECK(InUnit("  seconds", "a\x1b[b", whole) == "     a?[b");
  CHECK(Widened("index    +self    -self  name", 5, 2, whole) == "index      +self      -self  name");
  CHECK(Widened("    +self    -self", 0, 2, {}) == "    +self    -self");
}

TEST_CASE("the subject of a profile") {
  CHECK(DescribeOrigin({"callgrind", "Ir", {}, 0}, "Ir") == "Ir of callgrind");
  CHECK(DescribeOrigin({"perf", "cpu-clock", {}, 718}, "seconds") == "cpu-clock of perf, 718 samples");
  CHECK(DescribeOrigin({"perf", "cpu-clock", {}, 1}, "seconds") == "cpu-clock of perf, 1 sample");
}

}  // namespace profdiff::amounts_test

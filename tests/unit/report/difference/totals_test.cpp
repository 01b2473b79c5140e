// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the closing lines of a difference.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "profdiff/significance.h"
#include "support/example_runs.h"

namespace profdiff::totals_test {
namespace {

std::string Totals(const TestExecution& base, const TestExecution& other) {
  std::string out = "before\n";
  const Difference difference = SubtractTests(base, other);
  const Conclusion conclusion =
      Conclude(difference, MakeRunTable({&base.profile, 1}), MakeRunTable({&other.profile, 1}), {});
  WriteTotals(out, difference, BriefTextOf(conclusion, difference));
  return out;
}

TEST_CASE("seconds, percentages, and what was compared") {
  CHECK(Totals(PaperBase(), PaperOther()) ==
        "before\n"
        "\n"
        "base 10.94 seconds, other 8.73 seconds, difference 2.21 seconds: other takes 20.2 % less\n"
        "functions: 4 on both sides, 0 only in the base, 0 only in the other\n"
        "arcs: 4 on both sides, 0 only in the base, 0 only in the other\n");
  CHECK(Totals(PaperOther(), PaperBase()).find("difference -2.21 seconds: other takes 25.3 % more\n") !=
        std::string::npos);
  CHECK(Totals(PaperBase(), PaperBase()).find("difference 0.00 seconds: both take the same time\n") !=
        std::string::npos);
}

TEST_CASE("a difference that looks like a profile states what it is") {
  std::string out = "before\n";
  WriteDifferenceLabels(out, {"a.out, base", "b.out, other"});
  CHECK(out ==
        "before\n"
        "\n"
        "difference of two executions, base minus other:\n"
        "+ base: a.out, base\n"
        "- other: b.out, other (positive: other takes less)\n");
}

TEST_CASE("without time in the base there is no percentage") {
  TestExecution none = ProfileBuilder().Function("f").Build();
  TestExecution some = ProfileBuilder().Function("f", 2).Build();
  CHECK(
      Totals(none, some).find("base 0.00 seconds, other 2.00 seconds, difference -2.00 seconds: other takes more\n") !=
      std::string::npos);
}

TEST_CASE("samples outside all functions are reported") {
  TestExecution base = ProfileBuilder().Function("f", 2).Unattributed(0.25).Call("f", "g", 1).Build();
  TestExecution other = ProfileBuilder().Function("f", 2).Function("h", 1).Call("f", "h", 1).Build();
  CHECK(Totals(base, other) ==
        "before\n"
        "\n"
        "base 2.25 seconds, other 3.00 seconds, difference -0.75 seconds: other takes 33.3 % more\n"
        "samples in no function: base 0.25 seconds, other 0.00 seconds\n"
        "functions: 1 on both sides, 1 only in the base, 1 only in the other\n"
        "arcs: 0 on both sides, 1 only in the base, 1 only in the other\n");
}

}  // namespace
}  // namespace profdiff::totals_test

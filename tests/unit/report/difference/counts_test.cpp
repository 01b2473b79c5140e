// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the difference of execution counts.
#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "tests/support/profile_builder.h"

namespace profdiff::counts_test {
namespace {

Difference Subtracted(const TestExecution& base, const TestExecution& other) {
  Diagnostics diagnostics;
  return Subtract(base.Side(), other.Side(), MatchFunctions(base.functions, other.functions, false), diagnostics);
}

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

}  // namespace

TEST_CASE("calls of both sides, the largest change first", "[difference_counts]") {
  TestExecution base = ProfileBuilder().Function("main").Call("main", "f", 31).Call("main", "g", 4).Build();
  TestExecution other = ProfileBuilder().Function("main").Call("main", "f", 22).Call("main", "h", 40).Build();
  std::string out;
  CHECK(WriteCountsDifference(out, Subtracted(base, other), {}, Brief()) == 0);
  CHECK(out ==
        "    +calls    -calls      diff  sym\n"
        "     calls     calls     calls  +-  name\n"
        "         -        40       -40  -X  h\n"
        "        31        22         9  XX  f\n"
        "         4         -         4  X-  g\n");
}

TEST_CASE("a limit and the selection of counts", "[difference_counts]") {
  TestExecution base =
      ProfileBuilder().Call("main", "f", 31).Call("main", "g", 4).Exclude(SpecTable::kExec, "f").Build();
  TestExecution other =
      ProfileBuilder().Call("main", "f", 2).Call("main", "g", 4).Exclude(SpecTable::kExec, "f").Build();
  std::string out;
  WriteCountsDifference(out, Subtracted(base, other), {}, Brief());
  CHECK(out.find("  f\n") == std::string::npos);
  CHECK(out.find("         4         4         0  XX  g\n") != std::string::npos);
  ListingOptions options = Brief();
  options.show_unused = true;
  options.limit = 1;
  CHECK(WriteCountsDifference(out, Subtracted(base, other), {}, options) == 1);
}

}  // namespace profdiff::counts_test

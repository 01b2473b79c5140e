// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for differences of two profiles from other profilers, and of one such profile and a gprof profile.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "support/measured_runs.h"

namespace profdiff::stacks_test {
namespace {

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

Difference OfStacks() { return SubtractTests(tests::StacksBase(), tests::StacksOther()); }
Difference OfCounts() { return SubtractTests(tests::CountedBase(), tests::CountedOther()); }

// Returns the difference between stacks in seconds and a gprof profile with known calls.
Difference Mixed() {
  return SubtractTests(tests::TimedStacksBase(),
                       ProfileBuilder().Function("main", 0.03).Function("scan", 0.04).Call("main", "scan", 7).Build());
}

std::string Flat(const Difference& difference, const ColumnChoice& choice = {}) {
  std::string out;
  WriteFlatSideBySide(out, difference, {"A", "B"}, Brief(), choice);
  return out;
}

std::string Graph(const Difference& difference) {
  std::string out;
  WriteGraphSideBySide(out, difference, {"A", "B"}, Brief());
  return out;
}

std::string Counts(const Difference& difference) {
  std::string out;
  WriteCountsDifference(out, difference, {"A", "B"}, Brief());
  return out;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("stacks side by side: no calls, and a function with only inclusive time", "[stacks]") {
  CHECK(Flat(OfStacks()) ==
        "  %       +self    -self     diff      +self     -self      diff  sym\n"
        "impact  samples  samples  samples      calls     calls     calls  +-  name\n"
        " 40.00       21        5       16          -         -         -  XX  parse\n"
        " 35.00       70       56       14          -         -         -  XX  scan\n"
        " 25.00       10                10          -         -         -  X-  init\n"
        "  0.00        0        0        0          -         -         -  XX  main\n");
  CHECK(Has(Flat(OfStacks(), {{"total", "per-call"}}),
            "      51       20       31        -        -        -  XX  parse\n"));
}

TEST_CASE("a graph of stacks side by side has arcs without counts", "[stacks]") {
  const std::string graph = Graph(OfStacks());
  CHECK(Has(graph,
            "              30       15       15          -         -         -  XX      parse [1]\n"
            "              51       20       31          -         -         -  XX      main [4]\n"
            "[1]           51       20       31          -         -         -  XX  parse [1]\n"
            "              30       15       15          -         -         -  XX      parse [1]\n"
            "              30       15       15          -         -         -  XX      scan [2]\n"));
  std::string classic;
  WriteGraphDifference(classic, OfStacks(), Brief());
  CHECK(Has(classic,
            "                  16      15       -             main [1]\n"
            "[2]     77.5      16      15       -         parse [2]\n"));
  WriteFlatDifference(classic, OfStacks(), Brief());
  CHECK(Has(classic, " 40.00        16       16        -        -        -  parse\n"));
  std::string index;
  WriteIndexDifference(index, OfStacks(), Brief());
  CHECK(Has(index, "[1] main"));
}

TEST_CASE("counts of instructions side by side are whole, in wide columns", "[stacks]") {
  CHECK(
      Flat(OfCounts(), {{"self", "interval", "per-call", "calls"}}) ==
      "       +self       -self        diff            95 % interval        +self       -self        diff      +self  "
      "   -self      diff  sym\n"
      "          Ir          Ir          Ir         low        high      per call    per call    per call      calls  "
      "   calls     calls  +-  name\n"
      "  3500000000  2000000000  1500000000                            1166666667  1000000000   166666667          3  "
      "       2         1  XX  work\n"
      "  1000000000  1000000000           0                                                                        -  "
      "       -         0  XX  main\n");
  CHECK(Has(Graph(OfCounts()),
            "index        +total      -total        diff     +calls    -calls      diff  sym\n"
            "                 Ir          Ir          Ir      calls     calls     calls  +-  name\n"));
  CHECK(Has(Graph(OfCounts()),
            "         3500000000  2000000000  1500000000          3         2         1  XX      main [2]\n"));
  std::string classic;
  WriteGraphDifference(classic, OfCounts(), Brief());
  CHECK(Has(classic, "                       -  1500000000       1/1           work [1]\n"));
}

TEST_CASE("the calls of one side are not the difference", "[stacks]") {
  const Difference difference = Mixed();
  CHECK(Has(Flat(difference), " 32.97     0.07     0.04     0.03          -         7         -  XX  scan\n"));
  CHECK(Has(Flat(difference, {{"per-call"}}), "        -     5.71        -  XX  scan\n"));
  CHECK(Has(Graph(difference), "          -         7         -  XX      main [1]\n"));
  CHECK(Counts(difference) ==
        "Calls of the base were not counted.\n"
        "    +calls    -calls      diff  sym\n"
        "     calls     calls     calls  +-  name\n"
        "         -         7         -  XX  scan\n");
  CHECK(Has(Counts(OfStacks()), "Calls were not counted.\n"));
  std::string classic;
  WriteFlatDifference(classic, difference, Brief());
  CHECK(Has(classic, "        -        -        -  scan\n"));
}

TEST_CASE("closing lines have the unit, and whole numbers", "[stacks]") {
  std::string out;
  WriteTotals(out, OfCounts());
  CHECK(Has(out, "base 4500000000 Ir, other 3000000000 Ir, difference 1500000000 Ir\n"));
  out.clear();
  WriteTotals(out, SubtractTests(tests::CountedBase(), tests::CountedBase()));
  CHECK(Has(out, "difference 0 Ir\n"));
}

TEST_CASE("explanations of measured differences have as many lines", "[stacks]") {
  const Difference usual =
      SubtractTests(ProfileBuilder().Function("main", 1).Build(), ProfileBuilder().Function("main", 2).Build());
  const auto text = [](const Difference& difference, bool brief, auto write) {
    ListingOptions options;
    options.brief = brief;
    std::string out;
    write(out, difference, options);
    return out;
  };
  const auto explanation = [&](const Difference& difference, auto write) {
    const std::string whole = text(difference, false, write), brief = text(difference, true, write);
    return std::ranges::count(whole, '\n') - std::ranges::count(brief, '\n');
  };
  CHECK(explanation(OfStacks(), WriteFlatDifference) == explanation(usual, WriteFlatDifference));
  CHECK(explanation(OfStacks(), WriteGraphDifference) == explanation(usual, WriteGraphDifference));
  const std::string graph = text(OfStacks(), false, WriteGraphDifference);
  CHECK_FALSE(Has(graph, "propagated"));
  CHECK_FALSE(Has(graph, "seconds"));
}

}  // namespace profdiff::stacks_test

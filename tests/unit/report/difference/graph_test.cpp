// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the call graph of a difference and its index in gprof's layout.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "support/example_runs.h"

namespace profdiff::graph_test {
namespace {

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

// Returns the entries without the lines before them.
std::string Entries(const Difference& difference, const ListingOptions& options = Brief()) {
  std::string out;
  WriteGraphDifference(out, difference, options);
  std::size_t heading = out.find("called     name\n");
  return heading == std::string::npos ? out : out.substr(heading + 16);
}

std::string Index(const Difference& difference, const ListingOptions& options = Brief()) {
  std::string out;
  WriteIndexDifference(out, difference, options);
  return out;
}

TestExecution CallGraphRun() {
  return ProfileBuilder().Function("main", 1).Function("f", 2).Call("main", "f", 3).Build();
}

TEST_CASE("the paper's example as a call graph in gprof's layout") {
  std::string out;
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  CHECK(WriteGraphDifference(out, difference, Brief()) == 0);
  CHECK(out ==
        "\t\t\tCall graph\n"
        "\n"
        "\n"
        "granularity: each sample hit covers 4 byte(s) for 0.14% of 7.29 seconds\n"
        "\n"
        "index % time    self  children    called     name\n"
        "                1.28    3.48       0/0           main [3]\n"
        "[1]     65.3    1.28    3.48       0         f_c [1]\n"
        "                3.48    0.00      10/9           f_d [2]\n"
        "-----------------------------------------------\n"
        "               -0.01    0.00      -1/9           f_b [4]\n"
        "                3.48    0.00      10/9           f_c [1]\n"
        "[2]     47.6    3.47    0.00       9         f_d [2]\n"
        "-----------------------------------------------\n"
        "                                                 <spontaneous>\n"
        "[3]     30.3   -1.93    4.14                 main [3]\n"
        "                1.28    3.48       0/0           f_c [1]\n"
        "               -0.61   -0.01       0/0           f_b [4]\n"
        "-----------------------------------------------\n"
        "               -0.61   -0.01       0/0           main [3]\n"
        "[4]     -8.5   -0.61   -0.01       0         f_b [4]\n"
        "               -0.01    0.00      -1/9           f_d [2]\n"
        "-----------------------------------------------\n");
  CHECK(Index(difference) ==
        "\f\nIndex by function name\n\n"
        "   [4] f_b                     [2] f_d\n"
        "   [1] f_c                     [3] main\n");
}

TEST_CASE("a cycle with recursion, and a function on one side only") {
  Difference difference = SubtractTests(CycleBase(), CycleOther());
  CHECK(Entries(difference) ==
        "[1]     93.3    3.00    0.50       1+-1      <cycle 1 as a whole> [1]\n"
        "                2.00    0.50       0             b <cycle 1> [3]\n"
        "                1.00    0.00       0+3           a <cycle 1> [4]\n"
        "-----------------------------------------------\n"
        "                                                 <spontaneous>\n"
        "[2]     86.7    0.00    3.25                 main [2]\n"
        "                3.00    0.50       1/1           a <cycle 1> [4]\n"
        "               -0.25    0.00      -1/-1          fresh [6]\n"
        "-----------------------------------------------\n"
        "                                   0             a <cycle 1> [4]\n"
        "[3]     66.7    2.00    0.50       0         b <cycle 1> [3]\n"
        "                0.50    0.00       2/2           leaf [5]\n"
        "                                  -1             a <cycle 1> [4]\n"
        "-----------------------------------------------\n"
        "                                   3             a <cycle 1> [4]\n"
        "                                  -1             b <cycle 1> [3]\n"
        "                3.00    0.50       1/1           main [2]\n"
        "[4]     26.7    1.00    0.00       0+3       a <cycle 1> [4]\n"
        "                                   0             b <cycle 1> [3]\n"
        "                                   3             a <cycle 1> [4]\n"
        "-----------------------------------------------\n"
        "                0.50    0.00       2/2           b <cycle 1> [3]\n"
        "[5]     13.3    0.50    0.00       2         leaf [5]\n"
        "-----------------------------------------------\n"
        "               -0.25    0.00      -1/-1          main [2]\n"
        "[6]     -6.7   -0.25    0.00      -1         fresh [6]\n"
        "-----------------------------------------------\n");
  CHECK(Index(difference) ==
        "\f\nIndex by function name\n\n"
        "   [4] a                       [6] fresh                   [2] main\n"
        "   [3] b                       [5] leaf                    [1] <cycle 1>\n");
}

TEST_CASE("the BSD layout") {
  ListingOptions options = Brief();
  options.traditional = true;
  std::string out;
  WriteGraphDifference(out, SubtractTests(PaperBase(), PaperOther()), options);
  CHECK(out.substr(0, 73) == "\ngranularity: each sample hit covers 4 byte(s) for 0.14% of 7.29 seconds\n");
  CHECK(out.find("\n[1]     65.3    1.28        3.48       0         f_c [1]\n"
                 "                3.48        0.00      10/9           f_d [2]\n"
                 "\n-----------------------------------------------\n\n") != std::string::npos);
}

TEST_CASE("a run compared with itself: every number is zero, nothing is missing") {
  CHECK(Entries(SubtractTests(CallGraphRun(), CallGraphRun())) ==
        "                0.00    0.00       0/0           main [2]\n"
        "[1]      0.0    0.00    0.00       0         f [1]\n"
        "-----------------------------------------------\n"
        "                                                 <spontaneous>\n"
        "[2]      0.0    0.00    0.00                 main [2]\n"
        "                0.00    0.00       0/0           f [1]\n"
        "-----------------------------------------------\n");
}

TEST_CASE("a function without an entry keeps a number in round brackets") {
  auto run = [](double seconds) {
    return ProfileBuilder()
        .Function("main", 1)
        .Function("f", seconds)
        .Call("main", "f", 1)
        .Exclude(SpecTable::kGraph, "main")
        .Build();
  };
  Difference difference = SubtractTests(run(2), run(5));
  CHECK(Entries(difference) ==
        "               -3.00    0.00       0/0           main (2)\n"
        "[1]    -100.0   -3.00    0.00       0         f [1]\n"
        "-----------------------------------------------\n");
  CHECK(Index(difference) == "\f\nIndex by function name\n\n   [1] f                       (2) main\n");
}

TEST_CASE("option --limit keeps the first entries, and the index lists these") {
  ListingOptions options = Brief();
  options.limit = 1;
  std::string out;
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  CHECK(WriteGraphDifference(out, difference, options) == 3);
  CHECK(Entries(difference, options) ==
        "                1.28    3.48       0/0           main [3]\n"
        "[1]     65.3    1.28    3.48       0         f_c [1]\n"
        "                3.48    0.00      10/9           f_d [2]\n"
        "-----------------------------------------------\n");
  CHECK(Index(difference, options) == "\f\nIndex by function name\n\n   [1] f_c\n");
}

TEST_CASE("static functions have their file in the index") {
  TestExecution run =
      ProfileBuilder().Static("f", "a.c", 1).At("src/a.c", 3).Static("f", "b.c", 1).At("src/b.c", 3).Build();
  ListingOptions options = Brief();
  options.names.full_paths = true;
  CHECK(Index(SubtractTests(run, run)) == "\f\nIndex by function name\n\n   [1] f (a.c)                 [2] f (b.c)\n");
  CHECK(Index(SubtractTests(run, run), options) ==
        "\f\nIndex by function name\n\n   [1] f (src/a.c)             [2] f (src/b.c)\n");
}

TEST_CASE("calls that were never made are listed with -z only") {
  TestExecution run = ProfileBuilder().Function("main", 1).Function("f").Call("main", "f", 0).Build();
  ListingOptions options = Brief();
  CHECK(Entries(SubtractTests(run, run), options) ==
        "                                                 <spontaneous>\n"
        "[1]      0.0    0.00    0.00                 main [1]\n"
        "-----------------------------------------------\n");
  options.show_unused = true;
  CHECK(Entries(SubtractTests(run, run), options) ==
        "                0.00    0.00       0/0           main [2]\n"
        "[1]      0.0    0.00    0.00                 f [1]\n"
        "-----------------------------------------------\n"
        "                                                 <spontaneous>\n"
        "[2]      0.0    0.00    0.00                 main [2]\n"
        "                0.00    0.00       0/0           f [1]\n"
        "-----------------------------------------------\n");
}

}  // namespace
}  // namespace profdiff::graph_test

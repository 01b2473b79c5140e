// SPDX-License-Identifier: GPL-3.0-or-later
// Folded stacks of two levels, whole files.
#include <catch2/catch.hpp>
#include <numeric>
#include <sstream>
#include <string>

#include "profdiff/formats.h"
#include "support/example_runs.h"

using namespace profdiff;

namespace {

std::string FoldedOf(const TestExecution& run) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  WriteFolded(out, Execution{run.functions, run.profile, graph, run.selection});
  return out;
}

std::string FoldedOf(const TestExecution& base, const TestExecution& other) {
  std::string out;
  WriteFolded(out, SubtractTests(base, other));
  return out;
}

// The sum of the numbers in a column, counted from the end of the line.
double SumOf(const std::string& folded, int from_end) {
  std::istringstream lines(folded);
  std::string line;
  double sum = 0;
  while (std::getline(lines, line)) {
    for (int i = 1; i < from_end; ++i) line.resize(line.rfind(' '));
    sum += std::stod(line.substr(line.rfind(' ')));
  }
  return sum;
}

double SecondsOf(const TestExecution& run) {
  const std::vector<double>& ticks = run.profile.self_ticks;
  return run.profile.Seconds(std::accumulate(ticks.begin(), ticks.end(), run.profile.unattributed_ticks));
}

}  // namespace

TEST_CASE("one execution, folded: time goes to callers by calls") {
  CHECK(FoldedOf(PaperBase()) ==
        "main 1150000\n"
        "main;f_b 1090000\n"
        "main;f_c 3190000\n"
        "f_b;f_d 177742\n"
        "f_c;f_d 5332258\n");
}

TEST_CASE("times that do not fit into microseconds are refused") {
  TestExecution small = ProfileBuilder(1).Function("f", 1e12).Build();
  TestExecution large = ProfileBuilder(1).Function("f", 1e12).Function("g", 1).Build();
  CHECK(FoldedOf(small) == "f 1000000000000000000\n");
  CHECK_THROWS_WITH(FoldedOf(large), "folded stacks cannot hold more than 1,000,000,000,000 seconds");
  CHECK_THROWS_AS(FoldedOf(small, large), Error);
}

TEST_CASE("a difference, folded: base and other") {
  CHECK(FoldedOf(PaperBase(), PaperOther()) ==
        "main;f_b 1090000 1700000\n"
        "main;f_c 3190000 1910000\n"
        "f_b;f_d 177742 185455\n"
        "f_c;f_d 5332258 1854545\n"
        "main 1150000 3080000\n");
}

TEST_CASE("in a cycle the calls of each member divide its own time") {
  CHECK(FoldedOf(CycleBase()) ==
        "main 1000000\n"
        "main;a 1333333\n"
        "b;a 666667\n"
        "a;b 4000000\n"
        "b;leaf 1000000\n");
}

TEST_CASE("names fit the format") {
  TestExecution run = ProfileBuilder()
                          .Function("a;b\n", 1)
                          .Function("version 2", 1)
                          .Function("f(int, int)", 1)
                          .Unattributed(0.25)
                          .Build();
  CHECK(FoldedOf(run) ==
        "a:b? 1000000\n"
        "version_2 1000000\n"
        "f(int, int) 1000000\n"
        "[no function] 250000\n");
}

TEST_CASE("without a histogram there is nothing to fold") {
  CHECK(FoldedOf(ProfileBuilder().Function("main").Call("main", "leaf", 1).WithoutHistogram().Build()).empty());
}

TEST_CASE("all lines add up to all self time") {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    TestPair pair = RandomPair(seed);
    CHECK(SumOf(FoldedOf(pair.base), 1) == Approx(1e6 * SecondsOf(pair.base)).margin(50));
    CHECK(SumOf(FoldedOf(pair.base, pair.other), 2) == Approx(1e6 * SecondsOf(pair.base)).margin(50));
    CHECK(SumOf(FoldedOf(pair.base, pair.other), 1) == Approx(1e6 * SecondsOf(pair.other)).margin(50));
  }
}

TEST_CASE("a selection of times is kept") {
  TestExecution run = ProfileBuilder()
                          .Function("main", 1)
                          .Function("left", 1)
                          .Function("right", 1)
                          .Function("leaf", 2)
                          .Call("main", "left", 1)
                          .Call("main", "right", 1)
                          .Call("left", "leaf", 1)
                          .Call("right", "leaf", 3)
                          .Include(SpecTable::kTime, "left")
                          .Build();
  CHECK(FoldedOf(run) == "left 1000000\nleft;leaf 500000\n");
}

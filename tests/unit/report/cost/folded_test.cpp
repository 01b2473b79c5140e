// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for complete files of folded stacks: stacks of two levels, which are made from arcs, and whole stacks.
#include <catch2/catch.hpp>
#include <numeric>
#include <sstream>
#include <string>

#include "profdiff/formats.h"
#include "report/format/cost_formats.h"
#include "support/example_runs.h"
#include "support/measured_runs.h"
#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::folded_test {
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

// Returns the sum of the numbers in a column; `from_end` is 1 for the last column of a line.
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

std::string FoldedOf(const tests::StackRun& run) {
  std::string out;
  WriteFolded(out, run.execution(), DemangleStyle::kNone);
  return out;
}

std::string FoldedOf(const tests::StackRun& base, const tests::StackRun& other) {
  std::string out;
  WriteFolded(out, tests::SubtractStacks(base, other), DemangleStyle::kNone);
  return out;
}

tests::StackRun RunOf(std::string_view bytes, const std::string& unit = "") {
  StackOptions options;
  options.unit = unit;
  return tests::StackRun(tests::ReadText(bytes, options));
}

// Returns a stack of `frames` functions, with only a few different names.
std::string DeepStack(int frames) {
  std::string stack;
  for (int i = 0; i < frames; ++i) stack += (i == 0 ? "f" : ";f") + std::to_string(i % 7);
  return stack;
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

TEST_CASE("counts are written as counts, and add up") {
  CHECK(FoldedOf(tests::CountedBase()) ==
        "main 1000000000\n"
        "main;work 3500000000\n");
  const TestExecution thirds = tests::RunOf(
      "# callgrind format\nevents: Ir\n\nfn=a\n1 0\ncfn=f\ncalls=1 1\n1 33\n\nfn=b\n1 0\ncfn=f\ncalls=1 1\n1 33\n\n"
      "fn=c\n1 0\ncfn=f\ncalls=1 1\n1 34\n\nfn=f\n1 100\n");
  CHECK(SumOf(FoldedOf(thirds), 1) == 100);
  CHECK(FoldedOf(thirds, thirds) == "a;f 33 33\nb;f 34 34\nc;f 33 33\n");
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

TEST_CASE("without a histogram there are no stacks to fold") {
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

TEST_CASE("whole stacks are folded as they are", "[whole stacks]") {
  CHECK(FoldedOf(RunOf("main 1\nmain;a;b 3\nmain;c;b 4\n")) == "main 1\nmain;a;b 3\nmain;c;b 4\n");
  CHECK(FoldedOf(RunOf("main;a 2\nmain;b 1\n"), RunOf("main;a 5\nmain;c;d 1\n")) ==
        "main;a 2 5\nmain;b 1 0\nmain;c;d 0 1\n");
}

TEST_CASE("the unit of whole stacks loses nothing", "[whole stacks]") {
  // Times are written as samples if all samples have the same weight, otherwise as nanoseconds. Other events keep their
  // own unit.
  const std::string even = tests::AsPerfScript({{{"main", "a"}, 3}, {{"main"}, 2}});
  CHECK(FoldedOf(RunOf(even)) == "main 2\nmain;a 3\n");
  CHECK(FoldedOf(RunOf("main 0.0015\nmain;a 0.25\n", "us")) == "main 2\nmain;a 250\n");
  CHECK(FoldedOf(RunOf("main 7\nmain;a 12\n", "bytes")) == "main 7\nmain;a 12\n");
  CHECK(FoldedOf(RunOf("main 6\nmain;a 9\n")) == "main 6\nmain;a 9\n");
  CHECK(FoldedOf(RunOf(even), RunOf("main 1\n", "ms")) == "main 2000000 1000000\nmain;a 3000000 0\n");
}

TEST_CASE("times that were scaled are rounded", "[whole stacks]") {
  tests::StackRun run = RunOf(tests::AsPerfScript({{{"main"}, 2}, {{"main", "a"}, 3}}));
  run.contexts.scale /= 3;  // the mean of three runs
  CHECK(FoldedOf(run) == "main 666667\nmain;a 1000000\n");
}

TEST_CASE("whole stacks that are read back have the same numbers", "[whole stacks]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const std::vector<tests::SampledStack> stacks = tests::RandomStacks(seed);
    const StackProfile from_perf = tests::ReadText(tests::AsPerfScript(stacks));
    const StackProfile read = tests::ReadText(FoldedOf(tests::StackRun(from_perf)));
    REQUIRE(FoldedOf(tests::StackRun(read)) == FoldedOf(tests::StackRun(from_perf)));
    StackProfile uneven = from_perf;
    uneven.contexts.squares.assign(uneven.contexts.size(), 1);
    StackOptions nanoseconds;
    nanoseconds.unit = "ns";
    const StackProfile back = tests::ReadText(FoldedOf(tests::StackRun(uneven)), nanoseconds);
    REQUIRE(back.contexts.self == from_perf.contexts.self);
    REQUIRE(back.contexts.end == from_perf.contexts.end);
    REQUIRE(ProfileOfStacks(back).exact->total_ticks == ProfileOfStacks(from_perf).exact->total_ticks);
  }
}

TEST_CASE("odd stacks are folded", "[whole stacks]") {
  StackProfile stacks = tests::ReadText("main;a 2\nmain;b 3\n");
  static const std::string kOdd = "a;b\x01 7";
  stacks.functions.functions[0].name = kOdd;
  stacks.contexts.stackless = 4;
  stacks.contexts.stackless_samples = 4;
  CHECK(FoldedOf(tests::StackRun(stacks)) == "main;a:b?_7 2\nmain;b 3\n[no function] 4\n");
  const std::string deep = DeepStack(200000);
  CHECK((FoldedOf(RunOf(deep + " 3\n")) == deep + " 3\n"));
  stacks.contexts.samples.clear();
  stacks.contexts.self[1] = -2;
  CHECK_THROWS_WITH(FoldedOf(tests::StackRun(stacks)),
                    "folded stacks cannot hold negative numbers, but this profile has some");
  CHECK(FoldedOf(RunOf("main 1\n"), RunOf("other 1\n")) == "main 1 0\nother 0 1\n");
}

}  // namespace profdiff::folded_test

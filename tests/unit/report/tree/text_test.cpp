// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "profdiff/significance.h"
#include "support/example_runs.h"
#include "support/stack_files.h"

namespace profdiff::text_test {
namespace {

tests::StackRun RunOf(std::string_view bytes, const std::string& unit = "") {
  StackOptions options;
  options.unit = unit;
  return tests::StackRun(tests::ReadText(bytes, options));
}

std::string TreeOf(const tests::StackRun& run, TreeDirection direction, std::size_t limit = 0) {
  ListingOptions options;
  options.limit = limit;
  std::string out;
  WriteContextTree(out, run.execution(), direction, options);
  return out;
}

std::string TreeOf(const Difference& difference, TreeDirection direction, const Significance* significance = nullptr,
                   std::size_t limit = 0) {
  ListingOptions options;
  options.limit = limit;
  std::string out;
  WriteContextTree(out, difference, {"a", "b"}, significance, direction, options);
  return out;
}

constexpr std::string_view kBase = "main;a;x 1.25\nmain;a 0.5\nmain;b 0.25\n";
constexpr std::string_view kOther = "main;a;x 2.5\nmain;a 0.5\nmain;c;x 0.125\n";

}  // namespace

TEST_CASE("a tree of one execution", "[tree text]") {
  const tests::StackRun run = RunOf(kBase, "s");
  CHECK(TreeOf(run, TreeDirection::kDown) ==
        "    self    total      %\n"
        " seconds  seconds         function\n"
        "   0.000    2.000 100.00  main\n"
        "   0.500    1.750  87.50    a\n"
        "   1.250    1.250  62.50      x\n"
        "   0.250    0.250  12.50    b\n");
  CHECK(TreeOf(run, TreeDirection::kUp, 4) ==
        "   total      %\n"
        " seconds         function\n"
        "   1.250  62.50  x ← a ← main\n"
        "   0.500  25.00  a ← main\n"
        "   0.250  12.50  b ← main\n");
}

TEST_CASE("a tree of two executions", "[tree text]") {
  const Difference difference = tests::SubtractStacks(RunOf(kBase, "s"), RunOf(kOther, "s"));
  CHECK(TreeOf(difference, TreeDirection::kDown).find("- other: b") != std::string::npos);
  ListingOptions brief;
  brief.brief = true;
  std::string out;
  CHECK(WriteContextTree(out, difference, {"a", "b"}, nullptr, TreeDirection::kDown, brief) == 0);
  CHECK(out ==
        "    base    other     diff\n"
        " seconds  seconds  seconds    function\n"
        "   2.000    3.125   -1.125    main\n"
        "   1.750    3.000   -1.250      a\n"
        "   1.250    2.500   -1.250        x\n"
        "   0.250    0.000    0.250      b\n"
        "   0.000    0.125   -0.125      c → x\n");
  out.clear();
  brief.limit = 4;
  CHECK(WriteContextTree(out, difference, {"a", "b"}, nullptr, TreeDirection::kDown, brief) == 3);
  CHECK(out.ends_with("      x\n   0.250    0.125    0.125      2 more\n"));
}

TEST_CASE("noise is marked by the function's inclusive values", "[tree text]") {
  const Difference difference = tests::SubtractStacks(RunOf("main;a 5\nmain;b 7\n"), RunOf("main;a 6\nmain;b 7\n"));
  Significance significance;
  significance.totals.resize(difference.functions.size());
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    significance.totals[f].significant = difference.match.functions.functions[f].name == "main";
  }
  CHECK(TreeOf(difference, TreeDirection::kDown, &significance)
            .ends_with("      -1    main\n"
                       "       5        6       -1 ~    a\n"
                       "       7        7        0      b\n"));
  significance.totals.clear();
  CHECK(TreeOf(difference, TreeDirection::kDown, &significance).find('~') == std::string::npos);
}

TEST_CASE("a chain of calls without branches is one line", "[tree text]") {
  const tests::StackRun run = RunOf("main;run;loop;a 3\nmain;run;loop;b;c 4\nmain;run;loop;b;c;d 1\n");
  const std::string heading =
      "    self    total      %\n"
      " samples  samples         function\n";
  CHECK(TreeOf(run, TreeDirection::kDown) == heading +
                                                 "       0        8 100.00  main → run → loop\n"
                                                 "       4        5  62.50    b → c\n"
                                                 "       1        1  12.50      d\n"
                                                 "       3        3  37.50    a\n");
  // The limit is one of lines, so a chain leaves room for others. What it leaves out is not joined to a chain.
  CHECK(TreeOf(run, TreeDirection::kDown, 3) == heading +
                                                    "       0        8 100.00  main → run → loop\n"
                                                    "       0        5  62.50    b\n"
                                                    "       3        3  37.50    a\n");
  // A function with time of its own, or another difference, ends a chain.
  const Difference difference = tests::SubtractStacks(RunOf("a;b;c 5\n"), RunOf("a;b;c 2\na;b 1\n"));
  CHECK(TreeOf(difference, TreeDirection::kDown)
            .ends_with("       5        3        2    a → b\n"
                       "       5        2        3      c\n"));
}

TEST_CASE("the middle of a very long chain is counted", "[tree text]") {
  std::string stack = "f0";
  for (int i = 1; i < 25; ++i) stack += ";f" + std::to_string(i);
  const std::string tree = TreeOf(RunOf(stack + " 1\n"), TreeDirection::kDown);
  CHECK(tree.find("  f0 → f1 → f2 → f3 → f4 → f5 → f6 → f7 → f8 → f9 → (5 more) → f15 → ") != std::string::npos);
  CHECK(tree.ends_with(" → f24\n"));
}

TEST_CASE("units other than seconds are integers, and columns are as wide as needed", "[tree text]") {
  CHECK(TreeOf(RunOf("main 123456789012\nmain;a 1\n", "bytes"), TreeDirection::kDown) ==
        "         self         total      %\n"
        "        bytes         bytes         function\n"
        " 123456789012  123456789013 100.00  main\n"
        "            1             1   0.00    a\n");
}

TEST_CASE("beyond a certain depth, the depth is shown as a number", "[tree text]") {
  std::string stack, stacks;
  for (int i = 0; i < 63; ++i) {
    stack += (i == 0 ? "f" : ";f") + std::to_string(i);
    stacks += stack + " 1\n";
  }
  const std::string tree = TreeOf(RunOf(stacks), TreeDirection::kDown);
  CHECK(tree.find("\n       1        3   4.76  " + std::string(120, ' ') + "f60\n") != std::string::npos);
  CHECK(tree.ends_with("  " + std::string(120, ' ') + "[62] f62\n"));
  std::string deep = "f";
  for (int i = 1; i < 200000; ++i) deep += i % 2 == 0 ? ";f" : ";g";
  CHECK(TreeOf(RunOf(deep + " 1\n"), TreeDirection::kUp, 40).size() < 8000);
}

TEST_CASE("without whole stacks there is no tree", "[tree text]") {
  const TestExecution gprof = PaperBase();
  const CallGraph graph = MakeCallGraph(gprof.profile, gprof.selection);
  std::string out;
  CHECK_THROWS_WITH(
      WriteContextTree(out, {gprof.functions, gprof.profile, graph, gprof.selection}, TreeDirection::kDown, {}),
      "a tree needs whole stacks, which profiles of gprof do not have");
  CHECK_THROWS_WITH(TreeOf(SubtractTests(PaperBase(), PaperOther()), TreeDirection::kDown),
                    "a tree needs whole stacks, which profiles of gprof do not have");
  const tests::StackRun counted = RunOf("# callgrind format\nevents: Ir\nfn=main\n1 5\n");
  CHECK_THROWS_WITH(TreeOf(counted, TreeDirection::kDown),
                    "a tree needs whole stacks, which profiles of callgrind do not have");
  CHECK(out.empty());
}

}  // namespace profdiff::text_test

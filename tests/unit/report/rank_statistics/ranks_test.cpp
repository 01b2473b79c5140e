// SPDX-License-Identifier: GPL-3.0-or-later
#include "profdiff/ranks.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/formats.h"
#include "profdiff/significance.h"
#include "support/measured_runs.h"
#include "support/profile_builder.h"
#include "values/evidence.h"
#include "values/rank_numbers.h"

namespace profdiff::ranks_test {
namespace {

TestExecution Rank(double f, double g, std::uint64_t calls) {
  return ProfileBuilder().Function("f", f).Function("g", g).Function("idle").Call("g", "f", calls).Build();
}

RankStatistics Four() {
  RankStatistics ranks;
  std::uint32_t rank = 0;
  for (double seconds : {1.0, 3.0, 2.0, 2.0}) ranks.Add(Rank(seconds, 0.5, 10).profile, rank++);
  return ranks;
}

TEST_CASE("mean, extremes, deviation, imbalance and lost time", "[ranks]") {
  const RankStatistics ranks = Four();
  const Spread& f = ranks.seconds[0];
  CHECK(ranks.ranks == 4);
  CHECK(f.mean() == Approx(2));
  CHECK(f.min() == Approx(1));
  CHECK(f.min_rank() == 0);
  CHECK(f.max() == Approx(3));
  CHECK(f.max_rank() == 1);
  CHECK(f.Deviation() == Approx(0.70710678));
  CHECK(f.Imbalance() == Approx(0.5));
  CHECK(f.Lost() == Approx(4));
  CHECK(ranks.seconds[1].Lost() == Approx(0));
  CHECK(ranks.Lost() == Approx(4));
  CHECK(ranks.total_seconds.mean() == Approx(2.5));
  CHECK(ranks.calls[0].mean() == Approx(10));
}

TEST_CASE("the first of several equal ranks is named", "[ranks]") {
  Spread spread;
  for (std::uint32_t rank = 0; rank < 3; ++rank) spread.Add(rank, 7);
  CHECK(spread.min_rank() == 0);
  CHECK(spread.max_rank() == 0);
  CHECK(spread.Imbalance() == 0);
  CHECK(Spread().Imbalance() == 0);
  CHECK(Spread().Deviation() == 0);
}

TEST_CASE("a line for each function, by lost time", "[ranks]") {
  const RankStatistics ranks = Four();
  std::string text;
  CHECK(WriteRanks(text, *FindTableFormat("text"), Rank(1, 1, 1).functions, ranks, "", {}) == 0);
  CHECK(text.find(
            "\n4 ranks: mean 2.50 seconds, least 1.50 (rank 0), most 3.50 (rank 1), imbalance 40.0 %, lost 4.00\n") !=
        std::string::npos);
  if (!CanJudge()) return;
  CHECK(
      text ==
      "    lost     mean      min   at      max   at    stdev imbalance chance      calls     calls   at     calls   "
      "at\n"
      " seconds  seconds  seconds rank  seconds rank  seconds         %      %       mean       min rank       max "
      "rank  name\n"
      "    4.00     2.00     1.00    0     3.00    1     0.71      50.0    0.0       10.0        10    0        10    "
      "0  f\n"
      "    0.00     0.50     0.50    0     0.50    0     0.00       0.0  100.0        0.0         0    0         0    "
      "0  g\n"
      "\n"
      "4 ranks: mean 2.50 seconds, least 1.50 (rank 0), most 3.50 (rank 1), imbalance 40.0 %, lost 4.00\n"
      "imbalance is more than noise: ranks with equal work are as uneven in less than 0.1 % of runs\n");
}

TEST_CASE("numbers in the names of files are ranks", "[ranks]") {
  const RankNumbers numbers = NumberRanks({"gmon.out.0", "gmon.out.10", "gmon.out.2"});
  CHECK(numbers.from_names);
  CHECK(numbers.ranks == std::vector<std::uint32_t>{0, 10, 2});
  const RankNumbers counted = NumberRanks({"old", "new"});
  CHECK_FALSE(counted.from_names);
  CHECK(counted.ranks == std::vector<std::uint32_t>{0, 1});
  const RankInputs ordered = InOrderOfRanks({"g.0", "g.10", "g.2"});
  CHECK(PathsOf(ordered.files) == std::vector<std::string>{"g.0", "g.2", "g.10"});
  CHECK(ordered.ranks == std::vector<std::uint32_t>{0, 2, 10});
}

TEST_CASE("files of ranks are named", "[ranks]") {
  RankStatistics ranks;
  ranks.Add(Rank(1, 0, 1).profile, 3, "g.3");
  ranks.Add(Rank(2, 0, 1).profile, 41237, "g.41237");
  CHECK(ranks.FileOf(41237) == "g.41237");
  CHECK(ranks.FileOf(1).empty());
  std::string text;
  const FunctionTable functions = Rank(1, 1, 1).functions;
  WriteRanks(text, *FindTableFormat("text"), functions, ranks, "", {});
  CHECK(text.ends_with("rank 3 is g.3, rank 41237 is g.41237\n"));
  CHECK(text.find(" 1.00     3     2.00 41237 ") != std::string::npos);
  text.clear();
  WriteRanks(text, *FindTableFormat("csv"), functions, ranks, "a", {});
  CHECK(text.find("callsMaxRank,") != std::string::npos);
  CHECK(text.find(",evenChance,minPath,maxPath\r\n") != std::string::npos);
  CHECK(text.find(",g.3,g.41237\r\n") != std::string::npos);
}

TEST_CASE("the chance of imbalance is that of a chi-square test", "[ranks]") {
  if (!CanJudge()) return;
  RankStatistics ranks;
  for (const double seconds : {1.0, 1.2, 0.9, 1.05}) ranks.Add(Rank(seconds, 0.5, 1).profile, 0);
  const std::vector<double> counts = {100, 120, 90, 105};
  CHECK(*ranks.EvenChance(FunctionId(0)) == Approx(ChanceOfUnevenCounts(counts)));
  CHECK(*ranks.EvenChance(FunctionId(2)) == 1);
  CHECK(ranks.EvenChance().has_value());
  RankStatistics one;
  one.Add(Rank(1, 1, 1).profile, 0);
  CHECK_FALSE(one.EvenChance());
}

TEST_CASE("ranks of two executions", "[ranks]") {
  RankStatistics even;
  for (std::uint32_t i = 0; i < 2; ++i) even.Add(Rank(2, 0.5, 10).profile, i);
  FunctionTable table = Rank(1, 1, 1).functions;
  std::string text;
  CHECK(WriteRanks(text, *FindTableFormat("text"), MatchFunctions(table, table, true), Four(), even, {}, {}) == 0);
  CHECK(text.find(
            "    4.00     0.00     4.00     2.00     2.00     0.00     3.00    1     2.00    0     1.00  XX  f\n") !=
        std::string::npos);
  CHECK(text.find("\nother, 2 ranks: mean 2.50 seconds") != std::string::npos);
}

TEST_CASE("ranks of stacks have no calls, and integers of what they count", "[ranks]") {
  RankStatistics ranks;
  ranks.Add(tests::StacksBase().profile, 0);
  ranks.Add(tests::StacksBase().profile, 1);
  const FunctionTable functions = tests::StacksBase().functions;
  std::string text;
  if (!CanJudge()) return;
  WriteRanks(text, *FindTableFormat("text"), functions, ranks, "", {});
  CHECK(text.find(" samples  samples  samples rank  samples rank  samples ") != std::string::npos);
  CHECK(text.find(
            "       0       70       70    0       70    0        0       0.0  100.0          -         -    -      "
            "   -    -  scan\n") != std::string::npos);
  CHECK(text.find("\n2 ranks: mean 101 samples, least 101 (rank 0), most 101 (rank 0), imbalance 0.0 %, lost 0\n") !=
        std::string::npos);
  CHECK(text.ends_with("noise can explain the imbalance: ranks with equal work are as uneven in 100.0 % of runs\n"));
  text.clear();
  WriteRanks(text, *FindTableFormat("csv"), functions, ranks, "a", {});
  CHECK(text.find("\r\n0,70,70,0,70,0,0,0,,,,,,4,,,,,scan,scan,1,,\r\n") != std::string::npos);
  text.clear();
  WriteRanks(text, *FindTableFormat("json"), functions, ranks, "a", {});
  CHECK(text.find(R"("calls":null)") != std::string::npos);
  CHECK(text.find(R"("unit":"samples","format":"folded","event":"samples","callsKnown":false})") != std::string::npos);
}

}  // namespace
}  // namespace profdiff::ranks_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command lines of `egprof rank`, and for the manual's table of groups.
#include "egprof/rank/options.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace egprof::options_test {
namespace {

ThreadRankOptions Parse(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in("egprof rank " + line);
  for (std::string word; in >> word;) words.push_back(word);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return ParseRankOptions(arguments, {});
}

bool Runs(const std::string& line) { return Parse(line).task == CommandLine::Task::kRun; }

}  // namespace

TEST_CASE("Good runs, then --against, then bad ones; or one run alone", "[rank options]") {
  const ThreadRankOptions options = Parse("a b --against c --table d");
  CHECK(PathsOf(options.good) == std::vector<std::string>{"a", "b"});
  CHECK(PathsOf(options.bad) == std::vector<std::string>{"c", "d"});
  CHECK(options.table);
  CHECK(Runs("a"));
  CHECK(Runs("a --folded --lattice=f"));
  for (const char* wrong : {"", "a b", "--against c", "a --against", "a --against b --against c", "a --table",
                            "a --html=f", "a --fail-if=beyond>0"}) {
    INFO(wrong);
    CHECK_FALSE(Runs(wrong));
  }
}

TEST_CASE("Codes are parsed after the whole line", "[rank options]") {
  const ThreadRankOptions options = Parse("a --filter=11.mpi.cust.0K10 --filter=01.1K5 --cust=^x --nlr=7 --against b");
  REQUIRE(options.task == CommandLine::Task::kRun);
  REQUIRE(options.ranking.filters.size() == 2);
  CHECK(options.ranking.filters[0].keep.size() == 2);
  CHECK(options.ranking.filters[0].longest_body == 7);
  CHECK_FALSE(options.ranking.filters[1].drop_returns);
  CHECK(Parse("a --cust=^x").ranking.filters[0].keep == std::vector<std::string>{"^x"});
  for (const char* wrong : {"a --filter=11", "a --filter=11.cust.0K10", "a --filter=11.mpi.0K0", "a --nlr=0",
                            "a --against b --suspect=2", "a --against b --suspect=x", "a --attributes=sing",
                            "a --against b --diffnlr=3", "a --against b --cmpdiffnlr=1.1", "a --format=xml"}) {
    INFO(wrong);
    CHECK_FALSE(Runs(wrong));
  }
  CHECK(Parse("a --against b --diffnlr=1.2,3.4").diffs == std::vector<profdiff::ThreadKey>{{1, 2}, {3, 4}});
  CHECK(Parse("a --attributes=sing.orig,doub.log10").ranking.rows.size() == 2);
}

TEST_CASE("Stacks come from directories or from processes, and good ones follow --against", "[rank options]") {
  const ThreadRankOptions read = Parse("--stacks s1 s2 --against g1");
  CHECK(read.snapshots == std::vector<std::string>{"s1", "s2"});
  CHECK(read.good_snapshots == std::vector<std::string>{"g1"});
  CHECK(read.TakesStacks());
  const ThreadRankOptions taken = Parse("--attach=17,18 --snapshots=5 --interval=.5 --against g1 g2 --format=json");
  CHECK(taken.processes == std::vector<std::uint32_t>{17, 18});
  CHECK(taken.snapshot_count == 5);
  CHECK(taken.interval == 0.5);
  CHECK(taken.good_snapshots.size() == 2);
  for (const char* wrong :
       {"--stacks", "--stacks s --against", "--stacks --against g", "--stacks s --table", "--stacks s --interval=1",
        "--attach=17 s", "--attach=17 --stacks", "--attach=17,17", "--attach=0", "--attach=", "--attach=-1",
        "--attach=17 --snapshots=0", "--attach=17 --interval=-1", "--attach=17 --interval=x", "a --snapshots=2"}) {
    INFO(wrong);
    CHECK_FALSE(Runs(wrong));
  }
}

TEST_CASE("The manual has every group with its expression", "[rank options]") {
  std::ifstream in(PROFDIFF_TESTDATA "/../man/egprof-rank.1");
  const std::string manual{std::istreambuf_iterator<char>(in), {}};
  for (const profdiff::FilterGroup& group : profdiff::FilterGroups()) {
    INFO(group.name);
    CHECK(manual.find(".It Cm " + std::string(group.name) + "\n") != std::string::npos);
    CHECK(manual.find(group.expression) != std::string::npos);
  }
}

}  // namespace egprof::options_test

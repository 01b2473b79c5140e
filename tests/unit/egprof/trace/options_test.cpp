// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command lines of `egprof trace`.
#include "egprof/trace/options.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace egprof::options_test {
namespace {

std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

TraceOptions Parse(const std::string& line) {
  const std::vector<std::string> words = Words("egprof trace " + line);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return ParseTraceOptions(arguments, {});
}

bool Runs(const std::string& line) { return Parse(line).task == TraceOptions::Task::kRun; }

}  // namespace

TEST_CASE("One trace or two, with options anywhere between", "[trace options]") {
  const TraceOptions options = Parse("a --flat b --threads=3");
  REQUIRE(options.operands.size() == 2);
  CHECK(options.operands[0].text == "a");
  CHECK(options.operands[1].text == "b");
  CHECK(options.align.flat);
  CHECK(options.threads == 3);
  CHECK(Runs("a"));
  CHECK_FALSE(Runs("-- --a"));
  CHECK_FALSE(Runs(""));
  CHECK_FALSE(Runs("a b c"));
  CHECK_FALSE(Runs("a b --side-by-side"));
  CHECK(Parse("--help").task == TraceOptions::Task::kHelp);
}

TEST_CASE("Several runs of each side", "[trace options]") {
  const TraceOptions options = Parse("a1 a2 a3 -- b1 b2");
  CHECK((options.inputs_a.size() == 3 && options.inputs_b.size() == 2 && options.inputs_b[1].path() == "b2"));
  CHECK(Parse("a1 --subtract b1 b2").inputs_b.size() == 2);
  CHECK(Parse("a b").inputs_b.size() == 1);
  CHECK(Parse("a").inputs_b.empty());
  CHECK_FALSE(Runs("a --"));
  CHECK_FALSE(Runs("a -- b -- c"));
}

TEST_CASE("Parts of each side", "[trace options]") {
  const TraceOptions both = Parse("a b --root=f --from=1us");
  CHECK((both.parts[0].root == "f" && both.parts[1].root == "f" && both.parts[1].from == 1000U && !both.has_parts));
  const TraceOptions each = Parse("a --root=f#1 --root=f#2 --to=1us --to=2us");
  CHECK((each.parts[0].root == "f#1" && each.parts[1].root == "f#2" && each.has_parts));
  CHECK((each.parts[0].to == 1000U && each.parts[1].to == 2000U && !each.parts[0].from));
  CHECK(each.inputs_b.size() == 1);
  CHECK_FALSE(Runs("a --root=f --root=g --root=h"));
  CHECK(Parse("a b --group=all").groups == 1U);
  CHECK_FALSE(Runs("a b --group=0"));
}

TEST_CASE("How calls are aligned", "[trace options]") {
  const profdiff::AlignOptions usual = Parse("a b").align;
  CHECK((usual.scores.match == 2 && usual.scores.mismatch == -1 && usual.scores.gap == -1));
  CHECK(usual.by == profdiff::AlignBy::kName);
  CHECK(usual.pair == profdiff::PairBy::kRank);
  const profdiff::AlignOptions align = Parse("a b --score=3,-2,-4 --by=subtree --pair auto").align;
  CHECK((align.scores.match == 3 && align.scores.mismatch == -2 && align.scores.gap == -4));
  CHECK(align.by == profdiff::AlignBy::kSubtree);
  CHECK(align.pair == profdiff::PairBy::kSimilarity);
  for (const char* bad : {"--score=1", "--score=1,2,3,4", "--score=a,b,c", "--score=1,,2", "--score=1,1,1", "--by=x"}) {
    INFO(bad);
    CHECK_FALSE(Runs(std::string("a b ") + bad));
  }
}

TEST_CASE("Selection of calls", "[trace options]") {
  const profdiff::CallFilter filter =
      Parse("a --keep=f --keep=g --drop=h --depth=4 --rank=0,2 --rank=5 --thread=1 --from=1ms --to=2.5 --off-cpu")
          .filter;
  CHECK(filter.keep == std::vector<std::string>{"f", "g"});
  CHECK(filter.drop == std::vector<std::string>{"h"});
  CHECK(filter.depth == 4);
  CHECK(filter.ranks == std::vector<std::uint32_t>{0, 2, 5});
  CHECK(filter.threads == std::vector<std::uint32_t>{1});
  const TraceOptions::Part part = Parse("a --from=1ms --to=2.5").parts[0];
  CHECK((part.from == 1'000'000U && part.to == 2'500'000'000U));
  CHECK(filter.off_cpu);
  CHECK(filter.drop_startup);
  CHECK_FALSE(Parse("a --startup").filter.drop_startup);
  CHECK_FALSE(Runs("a --depth=0"));
  CHECK_FALSE(Runs("a --rank=-1"));
}

TEST_CASE("Outputs and their files", "[trace options]") {
  CHECK_FALSE(Parse("a b").HasOtherText());
  CHECK_FALSE(Parse("a b --blocks=x.csv --timeline=y.html --chrome=z").HasOtherText());
  CHECK(Parse("a b --blocks").HasOtherText());
  CHECK(Parse("a b --blocks=-").HasOtherText());
  CHECK(Parse("a b --tree").HasOtherText());
  CHECK_FALSE(Runs("a b --timeline=x.txt"));
  CHECK(Parse("a b --top=3 --top-by=inclusive").top == 3);
  CHECK((Parse("a b --table=threads").thread_table && Parse("a b --table=functions").function_table));
  CHECK_FALSE(Runs("a b --table=calls"));
}

TEST_CASE("The format of profiles is given, or derived from the name of their file", "[trace options]") {
  auto format = [](const std::string& line) { return ProfileFormatOf(Parse("a b " + line)); };
  CHECK(format("--profile").IsSideBySide());
  CHECK(format("--profile=x.txt").IsSideBySide());
  CHECK(format("--profile=x.csv").listings.table_format == profdiff::FindTableFormat("csv"));
  CHECK(format("--profile=x.gml").graph == profdiff::FindGraphFormat("gml"));
  CHECK(format("--profile=x.gml --format=classic").IsText());
  CHECK_FALSE(format("--profile=x.gml --format=classic").IsSideBySide());
  CHECK(format("--format=json --profile=-").listings.table_format == profdiff::FindTableFormat("json"));
  CHECK(format("--profile=x.callgrind --shrink").graph == profdiff::FindGraphFormat("callgrind"));
  CHECK_FALSE(Runs("a b --profile=x.callgrind"));
  CHECK_FALSE(Runs("a b --profile --growth --shrink"));
  CHECK_FALSE(Runs("a b --profile --format=xml"));
  CHECK(&Parse("a b --format=csv").ReportFormat() == profdiff::FindTableFormat("csv"));
  CHECK(Parse("a b --format=csv --profile=x").ReportFormat().is_text);
  CHECK_FALSE(Runs("a b --format=gml"));
  CHECK_FALSE(Runs("a b --format=csv --tree"));
  CHECK_FALSE(Runs("a b --growth"));
}

TEST_CASE("Rules for other names are checked before files are read", "[trace options]") {
  const TraceOptions options = Parse("a b --rename=x=y --rename-demangled=v1=v2 --rename-file=rules");
  REQUIRE(options.renames.size() == 2);
  CHECK((!options.renames[0].demangled && options.renames[1].demangled));
  CHECK(options.rename_files == std::vector<std::string>{"rules"});
  CHECK_FALSE(Runs("a b --rename=x"));
}

TEST_CASE("Conditions are checked before files are read", "[trace options]") {
  CHECK(Parse("a b --fail-if=calls>0 --fail-if=unmatched>0%").gates.size() == 2);
  CHECK_FALSE(Runs("a b --fail-if=significant"));
  CHECK_FALSE(Runs("a b --fail-if=rubbish"));
}

}  // namespace egprof::options_test

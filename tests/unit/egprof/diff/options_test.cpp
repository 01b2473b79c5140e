// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the command lines of `egprof diff`.
#include "egprof/diff/options.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "profdiff/error.h"

namespace egprof::options_test {
namespace {

using Rows = DiffOptions::Rows;

std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

DiffOptions Parse(const std::string& line, bool posixly_correct = false) {
  const std::vector<std::string> words = Words("egprof diff " + line);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  ParseRules rules;
  rules.posixly_correct = posixly_correct;
  return ParseDiffOptions(arguments, rules);
}

bool HasReport(const std::string& line) {
  const DiffOptions options = Parse(line);
  return WritesReport(options, options, options);
}

bool Runs(const std::string& line) { return Parse(line).task == DiffOptions::Task::kRun; }

// Returns the two sides with their images and profiles, such as "prog: a b | prog2: c", or the error message. Files
// whose names begin with "prog" are images.
std::string SidesOf(const std::string& line, bool posixly_correct = false) {
  auto show = [](const Side& side) {
    std::string text = side.image.path() + ":";
    for (const Input& profile : side.profiles) text += " " + profile.path();
    return text;
  };
  try {
    const auto make = [](const std::string& path) {
      return Input(path, profdiff::FindInputFormat(path.starts_with("prog") ? "image" : "gmon"));
    };
    const DiffOptions options = Parse(line, posixly_correct);
    const Sides sides = ChooseDiffSides(options, ItemsOf(options.operands, make));
    return show(sides.base) + (sides.other ? " | " + show(*sides.other) : "");
  } catch (const profdiff::Error& error) {
    return TextOf(error.message());
  }
}

}  // namespace

TEST_CASE("Two profiles need no separator", "[diff options]") {
  CHECK(SidesOf("a b") == "a.out: a | a.out: b");
  CHECK(SidesOf("prog a b") == "prog: a | prog: b");
  CHECK(SidesOf("prog a prog2 b") == "prog: a | prog2: b");
  CHECK(SidesOf("a prog2 b") == "a.out: a | prog2: b");
  CHECK(SidesOf("prog a b --top=5").starts_with("prog: a | prog: b"));
  CHECK(SidesOf("prog").starts_with("only one execution (prog)"));
  CHECK(SidesOf("prog a").starts_with("only one execution"));
  CHECK(SidesOf("a prog").starts_with("only one execution (a, prog)"));
  CHECK(SidesOf("prog a b c") ==
        "cannot tell which profiles are the other side; put -- or --subtract before them: prog, a, b, c are more than "
        "two "
        "profiles");
  CHECK(SidesOf("prog a prog2 b c").starts_with("cannot tell which profiles are the other side;"));
}

TEST_CASE("Two dashes mean the same as --subtract", "[diff options]") {
  for (const char* separator : {"--subtract", "--"}) {
    INFO(separator);
    const std::string between = std::string(" ") + separator + " ";
    CHECK(SidesOf("prog a1 a2" + between + "prog2 b1 b2 --top=3") == "prog: a1 a2 | prog2: b1 b2");
    CHECK(SidesOf("prog a1 a2" + between + "b1 b2") == "prog: a1 a2 | prog: b1 b2");
    CHECK(SidesOf("prog a1 a2" + between + "b1 b2", true) == "prog: a1 a2 | prog: b1 b2");
    CHECK(SidesOf("prog" + between + "b") == "prog: gmon.out | prog: b");
    CHECK(SidesOf("prog a" + between).starts_with("nothing to subtract"));
  }
}

TEST_CASE("Two dashes after an option that requires a value are its value", "[diff options]") {
  const DiffOptions options = Parse("--focus -- a b");
  CHECK(options.digest.focus == std::vector<std::string>{"--"});
  CHECK(SidesOf("--focus -- a b") == "a.out: a | a.out: b");
  CHECK(SidesOf("a1 a2 --focus -- -- b") == "a.out: a1 a2 | a.out: b");
  CHECK(SidesOf("a --focus=x -- b") == "a.out: a | a.out: b");
  CHECK(Parse("a b --top --").failure == "egprof: option '--top' needs a number, not '--'\n");
  CHECK(SidesOf("a --focus -- b", true) == "a.out: a --focus | a.out: b");
}

TEST_CASE("Ranks A,B are two ranks of one execution", "[diff options]") {
  CHECK(SidesOf("--ranks=0,1 prog a b c") == "prog: a b c");
  CHECK(SidesOf("--ranks=0,1 a b c") == "a.out: a b c");
  CHECK(SidesOf("--ranks prog a b -- c d") == "prog: a b | prog: c d");
  CHECK(SidesOf("--ranks=0,1 prog").starts_with("no profiles of any ranks"));
}

TEST_CASE("The kind, choice and number of rows", "[diff options]") {
  const DiffOptions usual = Parse("a b");
  CHECK(usual.digest.top == 20);
  CHECK(usual.listing.limit == 0);
  CHECK(usual.rows == Rows::kFunctions);
  CHECK(usual.digest.order == profdiff::DigestOrder::kWeight);
  CHECK(Parse("a b --by=line").lines);
  CHECK(Parse("a b --by=file").rows == Rows::kFiles);
  CHECK(Parse("a b --by=namespace").rows == Rows::kNamespaces);
  CHECK(Parse("a b --by=library").rows == Rows::kLibraries);
  CHECK(Parse("a b --sort=calls").digest.order == profdiff::DigestOrder::kCalls);
  CHECK(Parse("a b --min=20ms").digest.least == Approx(0.02));
  CHECK(Parse("a b --focus=x --focus=y --ignore=z").digest.focus == std::vector<std::string>{"x", "y"});
  CHECK(Parse("a b --top=7").listing.limit == 7);
  CHECK(Parse("a b --add").add);
  CHECK(Parse("a b --full-names").full_names);
  for (const char* bad : {"--by=x", "--sort=x", "--min=x", "--focus=(", "--ignore=[", "--top=x", "--runs", "-b", ""}) {
    INFO(bad);
    CHECK_FALSE(Runs(std::string(*bad == '\0' ? "" : "a b ") + bad));
  }
  CHECK(Parse("--help").task == DiffOptions::Task::kHelp);
}

TEST_CASE("Other outputs on standard output replace the report", "[diff options]") {
  for (const char* beside :
       {"", "--gml=x", "--folded=x", "--growth --callgrind=x", "--fail-if=self>1s", "--ranks=0,1"}) {
    INFO(beside);
    CHECK(HasReport(std::string("a b ") + beside));
  }
  for (const char* instead :
       {"--gml", "--gml=-", "--folded", "--growth", "--shrink", "--format=json", "--format=csv", "-p", "-q", "-C",
        "--side-by-side", "--columns=self", "--explain-matches", "--suggest-renames", "--ranks", "--gml=x --folded"}) {
    INFO(instead);
    CHECK_FALSE(HasReport(std::string("a b ") + instead));
    CHECK_FALSE(Runs(std::string("a b --min=1s ") + instead));
    CHECK_FALSE(Runs(std::string("a b --by=file ") + instead));
    CHECK(Runs(std::string("a b --top=3 --by=line ") + instead));
  }
}

TEST_CASE("Every option of the gprof form that diff should have is in its table", "[diff options]") {
  CHECK(DiffRows().size() == 66);
}

}  // namespace egprof::options_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for option rows, with an invented command: sets of rows under headings, conditions, and parsing of command
// lines.
#include "egprof/cli/option_row.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "profdiff/error.h"

namespace egprof::option_row_test {
namespace {

struct SpeedPart {
  std::size_t speed = 0;
};

struct NoisePart {
  std::vector<std::string> noises;
};

struct TestOptions : CommandLine, SpeedPart, NoisePart {
  bool dry = false;
};

constexpr Condition kWater = {"needs water"};
constexpr Condition kRain = {"is not for rain"};

constexpr OptionRow kSpeedRow = {
    .letter = 's',
    .name = "speed",
    .value = Value::kRequired,
    .metavar = "N",
    .help = "how fast",
    .gprof = true,
    .act = [](CommandLine& line, SpeedPart& o, const char* v) { o.speed = Count(line, "--speed", v); }};

constexpr OptionRow kNoiseRows[] = {
    {.name = "noise",
     .value = Value::kOptional,
     .metavar = "WORD",
     .help = "what it says",
     .needs = &kWater,
     .act = [](NoisePart& o, const char* v) { o.noises.emplace_back(v == nullptr ? "-" : v); }},
    {.name = "silent", .help = "nothing", .marks = Operand::Kind::kBase, .excludes = &kRain},
};

constexpr OptionRow kDryRow = {
    .name = "dry", .help = "no water", .act = [](TestOptions& o, const char*) { o.dry = true; }};

const OptionRows& Rows() {
  static const OptionRows rows = Join({UnderHeading("One", {kSpeedRow, kNoiseRows}),
                                       UnderHeading("Two", {Needing(kWater, WithHelp("none", kDryRow))})});
  return rows;
}

TestOptions Walked(std::vector<const char*> words, const ParseRules& rules = {}) {
  words.insert(words.begin(), "test");
  TestOptions options;
  options.program = "test";
  Walk(words, Rows(), rules, options);
  return options;
}

}  // namespace

TEST_CASE("Sets of rows are under headings, in their order", "[option rows]") {
  REQUIRE(Rows().size() == 4);
  CHECK(std::string(Rows()[0].group) == "One");
  CHECK(std::string(Rows()[2].name) == "silent");
  CHECK(std::string(Rows()[3].group) == "Two");
  CHECK(std::string(Rows()[3].help) == "none");
  CHECK(std::string(kDryRow.help) == "no water");
  CHECK(Rows()[3].needs == &kWater);
  CHECK(Rows()[0].gprof);
  for (const OptionRow& row : WithoutGprof(Rows())) CHECK_FALSE(row.gprof);
}

TEST_CASE("A row acts on some or all of the options", "[option rows]") {
  const TestOptions options = Walked({"a", "--speed=7", "--noise", "--noise=moo", "b", "--dry", "--", "--dry"});
  CHECK(options.task == CommandLine::Task::kRun);
  CHECK(options.speed == 7);
  CHECK(options.noises == std::vector<std::string>{"-", "moo"});
  CHECK(options.dry);
  REQUIRE(options.operands.size() == 3);
  CHECK(options.operands[2].text == "--dry");
  CHECK(options.used.size() == 4);
  CHECK(options.Used("dry"));
  CHECK_FALSE(options.Used("silent"));
}

TEST_CASE("An option without an action keeps its place among the operands", "[option rows]") {
  const TestOptions options = Walked({"a", "--silent", "b"});
  REQUIRE(options.operands.size() == 3);
  CHECK(options.operands[1].kind == Operand::Kind::kBase);
  CHECK(options.operands[1].place == 2);
}

TEST_CASE("Parsing ends at a mistake, and a similar name is suggested", "[option rows]") {
  const TestOptions wrong = Walked({"--speed=x", "--dry"});
  CHECK(wrong.task == CommandLine::Task::kFailWithUsage);
  CHECK(wrong.failure == "test: option '--speed' needs a number, not 'x'\n");
  CHECK_FALSE(wrong.dry);
  CHECK(Walked({"--sped=3"}).failure == "test: unrecognized option '--sped=3'; did you mean '--speed'?\n");
  CHECK(Walked({"--xyzzy"}).failure == "test: unrecognized option '--xyzzy'\n");
  ParseRules strict;
  strict.strict = true;
  CHECK(Walked({"--sped"}, strict).failure == "test: unrecognized option '--sped'\n");
}

TEST_CASE("What abbreviates an older option never means a later one", "[option rows]") {
  constexpr OptionRow kLaterRow = {
      .name = "drench", .help = "water", .later = true, .act = [](TestOptions& o, const char*) { o.dry = false; }};
  const OptionRows rows = Join({UnderHeading("One", {kLaterRow, kDryRow})});
  const auto used = [&rows](std::vector<const char*> words) -> std::string {
    words.insert(words.begin(), "test");
    TestOptions options;
    Walk(words, rows, {}, options);
    return options.used.empty() ? options.failure : options.used.front()->name;
  };
  CHECK(used({"--d"}) == "dry");
  CHECK(used({"--dr"}) == "dry");
  CHECK(used({"--dre"}) == "drench");
  CHECK(used({"--drench"}) == "drench");
}

TEST_CASE("A condition names the first option of the table that it concerns", "[option rows]") {
  const TestOptions options = Walked({"--dry", "--silent", "--noise"});
  REQUIRE(FirstThatNeeds(options, kWater) != nullptr);
  CHECK(std::string(FirstThatNeeds(options, kWater)->name) == "noise");
  CHECK(FirstThatNeeds(options, kRain) == nullptr);
  CHECK_THROWS_WITH(RefuseThoseThatNeed(options, kWater), "--noise needs water");
  CHECK_THROWS_WITH(RefuseThoseThatExclude(options, kRain), "--silent is not for rain");
  CHECK_NOTHROW(RefuseThoseThatNeed(Walked({"--speed=1"}), kWater));
}

TEST_CASE("An option is named as users write it", "[option rows]") {
  CHECK(OptionName(kSpeedRow) == "-s");
  CHECK(LongOptionName(kSpeedRow) == "--speed");
  const OptionRow letter = {.letter = 'B'};
  CHECK(LongOptionName(letter) == "-B");
}

}  // namespace egprof::option_row_test

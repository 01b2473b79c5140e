// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the help and version texts.
#include "egprof/cli/help.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/commands.h"

namespace egprof::help_test {
namespace {

std::string HelpOfGprofForm(const std::string& program, bool strict) {
  return HelpText(kGprofCommand, program, strict, CommandsBeside(kGprofCommand));
}

std::string UsageOfGprofForm(const std::string& program, bool strict) {
  return UsageText(kGprofCommand, program, strict);
}

// Splits a command line at blanks that are not in single quotes.
std::vector<std::string> WordsOf(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::size_t LongestLine(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) longest = std::max(longest, line.size());
  return longest;
}

bool IsAscii(const std::string& text) {
  return text.find_first_not_of(
             "\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
             "abcdefghijklmnopqrstuvwxyz{|}~") == std::string::npos;
}

}  // namespace

TEST_CASE("Help fits on a screen of 80 columns", "[help]") {
  for (bool strict : {false, true}) {
    CHECK(LongestLine(HelpOfGprofForm("egprof", strict)) <= 79);
    CHECK(LongestLine(UsageOfGprofForm("egprof", strict)) <= 79);
    CHECK(LongestLine(VersionText(strict)) <= 80);
    CHECK(IsAscii(HelpOfGprofForm("egprof", strict)));
  }
}

TEST_CASE("Help of every command fits on a screen of 80 columns", "[help]") {
  for (const Command& command : Commands()) {
    INFO(command.word);
    const std::string help = HelpText(command, "egprof", false, CommandsBeside(command));
    CHECK(LongestLine(help) <= 79);
    CHECK(LongestLine(UsageText(command, "egprof", false)) <= 79);
    CHECK(IsAscii(help));
  }
}

TEST_CASE("Every command has three examples, which it accepts", "[help]") {
  for (const Command& command : Commands()) {
    if (std::string_view(command.word) == "help") continue;
    std::istringstream examples(command.examples);
    std::size_t count = 0;
    for (std::string line; std::getline(examples, line); ++count) {
      INFO(line);
      REQUIRE(line.find('\t') != std::string::npos);
      const std::vector<std::string> words = WordsOf("egprof " + line.substr(0, line.find('\t')));
      std::vector<const char*> arguments;
      for (const std::string& word : words) arguments.push_back(word.c_str());
      const Command* const named = FindCommand(arguments[1]);
      const Command& meant = named == nullptr ? command : *named;
      if (command.HasWord()) CHECK(named == &command);
      CHECK(meant.parse(arguments, {})->failure == "");
    }
    CHECK(count == 3);
  }
}

TEST_CASE("Help has this layout", "[help]") {
  std::string help = HelpOfGprofForm("egprof", false);
  CHECK(help.find("\n  -b, --brief                   no explanations\n") != std::string::npos);
  CHECK(help.find("\n  -B                            call graph, like -q\n") != std::string::npos);
  CHECK(help.find("\n  -k FROM/TO                    calls from") != std::string::npos);
  CHECK(help.find("\n      --limit=N                 show only") != std::string::npos);
  CHECK(help.find("\n  -A, --annotated-source[=SPEC]\n                                source") != std::string::npos);
}

TEST_CASE("Usage and help name every form of the command line", "[help]") {
  for (const std::string& text : {HelpOfGprofForm("egprof", false), UsageOfGprofForm("egprof", false)}) {
    for (const char* form : {"Usage: egprof [OPTION]... [IMAGE [PROFILE...]]\n",
                             "\n       egprof [OPTION]... [IMAGE] PROFILE... --subtract [IMAGE] PROFILE...\n",
                             "\n       egprof -b BASE.out -s OTHER.out\n"}) {
      INFO(form);
      CHECK(text.find(form) != std::string::npos);
    }
    CHECK(text.find("egprof trace [OPTION]") == std::string::npos);  // a form of another command
  }
}

TEST_CASE("Help begins with the forms, the purpose and three examples", "[help]") {
  const std::string help = HelpOfGprofForm("egprof", false), intro = IntroductionText(Commands().front(), "egprof");
  const std::string beginning = help.substr(0, help.find("\nCommands, "));
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = beginning.find(" egprof ", at)) != std::string::npos; ++at) ++lines;
  CHECK(lines == 6);
  CHECK(beginning.find("\nShows ") < beginning.find("\nExamples:\n"));
  CHECK(beginning.find("  egprof diff prog before.out after.out") != std::string::npos);
  CHECK(intro.find("  egprof diff prog before.out after.out") != std::string::npos);
  CHECK(std::ranges::count(intro, '\n') <= 10);
  CHECK(LongestLine(intro) <= 79);
  CHECK(HelpOfGprofForm("gprof", true).find("Examples") == std::string::npos);
  CHECK(HelpOfGprofForm("./build/egprof", false).find("\n  egprof diff prog") != std::string::npos);
}

TEST_CASE("Help under gprof's name contains only gprof's options", "[help]") {
  std::string help = HelpOfGprofForm("gprof", true);
  CHECK(help.find("--brief") != std::string::npos);
  for (const char* ours : {"--subtract", "--gml", "--limit", "Differences", "BASE.out", "trace"}) {
    INFO(ours);
    CHECK(help.find(ours) == std::string::npos);
  }
  CHECK(UsageOfGprofForm("gprof", true).find("--subtract") == std::string::npos);
}

TEST_CASE("The version's first line is gprof's only under gprof's name", "[help]") {
  // tests/oracle/deviations compares the rest of the line, which is the release, with gprof's.
  CHECK(VersionText(true).rfind("GNU gprof (GNU Binutils", 0) == 0);
  CHECK(VersionText(false).rfind("egprof 1.", 0) == 0);
  CHECK(VersionText(false).find("NO WARRANTY") != std::string::npos);
}

}  // namespace egprof::help_test

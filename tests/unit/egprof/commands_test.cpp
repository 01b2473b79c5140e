// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that each command must pass. documentation_test.cpp compares the options of commands with the manual.
#include "egprof/commands.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "egprof/cli/completion.h"
#include "egprof/cli/help.h"
#include "egprof/console/console.h"
#include "profdiff/error.h"
#include "profdiff/input.h"

namespace egprof::commands_test {
namespace {

bool NoImage(const std::string&) { return false; }

std::string Chosen(std::vector<const char*> words) { return ChooseCommand(words, NoImage).word; }

std::string Manual(const Command& command) {
  std::ifstream in(std::string(PROFDIFF_TESTDATA "/../man/") + command.page + ".1");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Returns what `egprof help WORD` prints.
std::string HelpOf(std::vector<const char*> words) {
  words.insert(words.begin(), {"egprof", "help"});
  const Command& help = *FindCommand("help");
  Console console;
  const std::unique_ptr<CommandLine> line = help.parse(words, {});
  if (line->task != CommandLine::Task::kRun) return line->failure;
  help.run(*line, console);
  return console.out.text;
}

}  // namespace

TEST_CASE("A word is a command only if gprof would not treat it as a file", "[commands]") {
  for (const Command& command : Commands().subspan(1)) {
    const std::string word = command.word;
    INFO(word);
    CHECK(Chosen({"egprof", command.word, "a", "b"}) == word);
    CHECK(Chosen({"/usr/bin/egprof", command.word}) == word);
    CHECK(Chosen({"egprof", "-b", command.word}).empty());
    CHECK(Chosen({"egprof", "a", command.word}).empty());
    CHECK(Chosen({"gprof", command.word, "a"}).empty());
    CHECK(Chosen({"/x/mips-linux-gnu-gprof", command.word}).empty());
    const std::vector<const char*> words = {"egprof", command.word};
    CHECK_FALSE(ChooseCommand(words, [&](const std::string& path) { return path == word; }).HasWord());
  }
  CHECK(Chosen({"egprof"}).empty());
  CHECK(Chosen({"egprof", "tracer"}).empty());
  CHECK(Chosen({"egprof", ""}).empty());
}

TEST_CASE("Every command has a page that names it, a summary that fits on a line, and a help", "[commands]") {
  std::set<std::string> words;
  for (const Command& command : Commands()) {
    INFO(command.word);
    CHECK(words.insert(command.word).second);
    CHECK(Manual(command).size() > 100);
    // A longer summary does not fit into the list of commands.
    CHECK((!command.HasWord() || std::string(command.summary).size() <= 47));
    const std::string help = HelpText(command, "egprof", false, CommandsBeside(command));
    CHECK((help.find("\nCommands, ") == std::string::npos) == command.HasWord());
    for (const OptionRow& row : command.rows()) {
      INFO(OptionName(row));
      CHECK(row.group != nullptr);
      CHECK(std::string(row.help).size() > 5);
      CHECK((row.value == Value::kNone) == (row.metavar == nullptr));
      CHECK((row.act || row.marks != Operand::Kind::kFile));
    }
  }
}

TEST_CASE("Commands state what inputs they take, and one takes each format that can be read", "[commands]") {
  std::set<std::string_view> taken;
  for (const Command& command : Commands()) {
    INFO(command.word);
    const std::string_view word = command.word;
    CHECK((command.takes == nullptr) == (word == "help" || word == "record" || word == "search"));
    if (command.takes == nullptr) continue;
    for (const profdiff::InputFormat* format : profdiff::InputFormats()) {
      const auto fits = [format](const profdiff::InputNeed& need) { return need.Fits(*format); };
      if (std::ranges::any_of(command.takes(), fits)) taken.insert(format->name);
    }
  }
  for (const profdiff::InputFormat* format : profdiff::InputFormats()) {
    INFO(format->name);
    const bool is_operand = format->kind != profdiff::InputKind::kStore;  // the store of `db` comes before its inputs
    CHECK((!format->is_read || !is_operand || taken.contains(format->name)));
  }
}

TEST_CASE("Every row acts on options that its command has", "[commands]") {
  for (const Command& command : Commands()) {
    for (const OptionRow& row : command.rows()) {
      INFO(command.word << " " << OptionName(row));
      const std::string name = OptionName(row), value = "1";
      std::vector<const char*> words = {"egprof"};
      if (command.HasWord()) words.push_back(command.word);
      words.push_back(name.c_str());
      if (row.value == Value::kRequired) words.push_back(value.c_str());
      std::unique_ptr<CommandLine> line;
      CHECK_NOTHROW(line = command.parse(words, {}));
      REQUIRE(line != nullptr);
      CHECK(line->used.size() == 1);
      CHECK(line->program == "egprof");
    }
  }
}

TEST_CASE("Completion offers every command's word and options in each shell", "[commands]") {
  for (const std::string& script :
       {BashCompletion(Commands()), ZshCompletion(Commands()), FishCompletion(Commands())}) {
    for (const Command& command : Commands()) {
      CHECK(script.find(command.word) != std::string::npos);
      for (const OptionRow& row : command.rows()) {
        if (row.HasName()) CHECK(script.find(row.name) != std::string::npos);
      }
    }
  }
}

TEST_CASE("egprof help prints what --help prints", "[commands]") {
  for (const Command& command : Commands()) {
    const std::string expected = HelpText(command, "egprof", false, CommandsBeside(command));
    CHECK((command.HasWord() ? HelpOf({command.word}) : HelpOf({})) == expected);
  }
  CHECK_THROWS_WITH(HelpOf({"tarce"}), "there is no command 'tarce'; did you mean 'egprof trace'?");
  CHECK_THROWS_WITH(HelpOf({"gmon.out"}), "there is no command 'gmon.out'");
  CHECK(HelpOf({"trace", "diff"}).find("one command") != std::string::npos);
}

TEST_CASE("A word that is almost a command leads to a suggestion", "[commands]") {
  CHECK(SuggestCommand("egprof", "dif") == "; did you mean 'egprof diff'?");
  CHECK(SuggestCommand("egprof", "compare") == "; did you mean 'egprof diff'?");
  CHECK(SuggestCommand("egprof", "daiff") == "; did you mean 'egprof diff'?");
  CHECK(SuggestCommand("egprof", "a.out").empty());
  CHECK(SuggestCommand("egprof", "prog").empty());
}

}  // namespace egprof::commands_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the option rows of each command, its --help and its page in man/ contain the same options.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "egprof/cli/help.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/gprof/run.h"
#include "profdiff/error.h"
#include "unit/egprof/command_line.h"

namespace egprof::documentation_test {
namespace {

using Lines = std::vector<std::string>;

Lines Split(std::istream&& in) {
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Lines PageOf(const Command& command) {
  return Split(std::ifstream(std::string(PROFDIFF_TESTDATA "/../man/") + command.page + ".1"));
}

const Lines& Manual() {
  static const Lines lines = PageOf(Commands().front());
  return lines;
}

bool StartsWith(const std::string& text, const std::string& beginning) { return text.rfind(beginning, 0) == 0; }

// Returns the line that begins the manual's entry for an option, such as ".It Fl m Ar N , Fl Fl min-count Ns = Ns Ar
// N".
std::string ManualEntry(const OptionRow& row) {
  auto value = [&row](const char* required, const char* optional) -> std::string {
    if (row.value == Value::kNone) return "";
    if (row.value == Value::kRequired) return std::string(required) + "Ar " + row.metavar;
    return std::string(optional) + "Ar " + row.metavar + " Oc";
  };
  std::string text = ".It";
  if (row.letter != '\0') text += std::string(" Fl ") + row.letter + value(" ", " Ns Oo ");
  if (row.letter != '\0' && row.HasName()) text += " ,";
  if (row.HasName()) text += std::string(" Fl Fl ") + row.name + value(" Ns = Ns ", " Ns Oo = Ns ");
  return text;
}

// Returns the entries in the manual's lists of a command's options. In the page of egprof itself, these are the entries
// before the section SPECS; in the page of a command, those in the section OPTIONS.
std::multiset<std::string> ManualEntries(const Command& command) {
  const bool of_page = &command == &Commands().front();
  std::multiset<std::string> entries;
  bool found = of_page;
  for (const std::string& line : PageOf(command)) {
    if (of_page && line == ".Sh SPECS") break;
    if (!of_page && StartsWith(line, ".Sh")) found = line == ".Sh OPTIONS";
    if (found && StartsWith(line, ".It ")) entries.insert(line);  // ".It" without text is an item of a plain list
  }
  return entries;
}

std::multiset<std::string> EntriesOf(std::span<const OptionRow> table) {
  std::multiset<std::string> entries;
  for (const OptionRow& row : table) entries.insert(ManualEntry(row));
  return entries;
}

bool Includes(const std::multiset<std::string>& all, const std::multiset<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Returns the words that begin the entry for an option in --help, such as "-m, --min-count=N", "-p,
// --flat-profile[=SPEC]", "-k FROM/TO" or "--base".
std::string HelpEntry(const OptionRow& row) {
  std::string text = row.letter != '\0' ? std::string("-") + row.letter : "";
  if (row.HasName()) text += std::string(row.letter != '\0' ? ", " : "") + "--" + row.name;
  if (row.value == Value::kRequired) return text + (row.HasName() ? "=" : " ") + row.metavar;
  return row.value == Value::kOptional ? text + "[=" + row.metavar + "]" : text;
}

// Returns the words that begin each entry in the output of --help, without the descriptions.
std::multiset<std::string> HelpEntries(const std::string& help) {
  std::multiset<std::string> entries;
  for (const std::string& line : Split(std::istringstream(help))) {
    std::size_t begin = line.find_first_not_of(' ');
    if ((begin != 2 && begin != 6) || line[begin] != '-') continue;  // examples have no hyphen
    entries.insert(line.substr(begin, line.find("  ", begin) - begin));
  }
  return entries;
}

// Returns the option letters of one entry in the manual's section on differences: the entry that follows the given
// comment in the manual's source.
std::set<char> LettersAfter(const std::string& comment) {
  std::set<char> letters;
  bool found = false;
  for (const std::string& line : Manual()) {
    if (found && StartsWith(line, ".It")) {
      for (std::size_t at = 0; (at = line.find("Fl ", at)) != std::string::npos; at += 3) letters.insert(line[at + 3]);
      return letters;
    }
    found = found || line == ".\\\" test: " + comment;
  }
  return letters;
}

std::set<char> LettersInTable(InDifference kind) {
  std::set<char> letters;
  for (const OptionRow& row : Commands().front().rows()) {
    if (row.letter != '\0' && row.in_difference == kind) letters.insert(row.letter);
  }
  return letters;
}

// True if the program reports that the option is missing, before it opens any file.
bool IsMissing(char letter) {
  const GprofOptions options = Parse(std::string("egprof -") + letter + " no/image no/profile");
  if (options.task != CommandLine::Task::kRun) return false;
  Console console;
  try {
    RunGprof(options, console);
  } catch (const profdiff::Error& error) {
    return error.code() == profdiff::ErrorCode::kUnsupported;
  }
  return false;
}

}  // namespace

TEST_CASE("The manual has each option of a command once, with its value, and no other", "[documentation]") {
  for (const Command& command : Commands()) {
    INFO(command.word);
    const std::string page = command.page;
    REQUIRE(PageOf(command).size() > 100);
    // The command `help` is described on the page of egprof, and its only option is one that all commands have.
    if (command.HasWord() && page == Commands().front().page) {
      CHECK(Includes(ManualEntries(Commands().front()), EntriesOf(command.rows())));
    } else {
      CHECK(ManualEntries(command) == EntriesOf(command.rows()));
    }
  }
}

TEST_CASE("option --help has each option of a command once, with its value, and no other", "[documentation]") {
  for (const Command& command : Commands()) {
    INFO(command.word);
    std::multiset<std::string> table;
    for (const OptionRow& row : command.rows()) table.insert(HelpEntry(row));
    CHECK(HelpEntries(HelpText(command, "egprof", false)) == table);
  }
}

TEST_CASE("The manual describes the effect of each of gprof's options in a difference", "[documentation]") {
  CHECK(LettersAfter("both sides") == LettersInTable(InDifference::kBothSides));
  CHECK(LettersAfter("as usual") == LettersInTable(InDifference::kSame));
  CHECK(LettersAfter("no effect") == LettersInTable(InDifference::kNoEffect));
  CHECK(LettersAfter("error") == LettersInTable(InDifference::kError));
}

TEST_CASE("The table has each letter and each name once", "[documentation]") {
  std::set<std::string> seen;
  int empty_names = 0;
  for (const OptionRow& row : Commands().front().rows()) {
    if (row.letter != '\0') CHECK(seen.insert(std::string("-") + row.letter).second);
    if (row.HasName()) CHECK(seen.insert(std::string("--") + row.name).second);
    if (row.name != nullptr && !row.HasName()) ++empty_names;
    CHECK(std::string(row.help).size() > 5);
    CHECK((row.value == Value::kNone) == (row.metavar == nullptr));
  }
  CHECK(empty_names == 5);
}

TEST_CASE("The manual's list of missing options equals the program's", "[documentation]") {
  std::set<char> in_manual;  // each is on a line of its own after "Not yet here"
  bool found = false;
  for (const std::string& line : Manual()) {
    if (StartsWith(line, ".Sh") && found) break;
    if (found && StartsWith(line, ".Fl ")) in_manual.insert(line[4]);
    found = found || StartsWith(line, "Not yet here");
  }
  std::set<char> in_program;
  for (const OptionRow& row : Commands().front().rows()) {
    if (row.letter != '\0' && IsMissing(row.letter)) in_program.insert(row.letter);
  }
  CHECK(in_manual == in_program);
}

}  // namespace egprof::documentation_test

// SPDX-License-Identifier: GPL-3.0-or-later
// The option table, --help and the manual pages say the same: each option in each of them, and nothing else.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "egprof/cli/help.h"
#include "egprof/cli/option_table.h"
#include "egprof/diff/options.h"
#include "egprof/gprof/run.h"
#include "egprof/trace/options.h"
#include "profdiff/error.h"
#include "unit/egprof/command_line.h"

namespace egprof {
namespace {

using Lines = std::vector<std::string>;

Lines Split(std::istream&& in) {
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Lines ManualPage(const std::string& page) { return Split(std::ifstream(PROFDIFF_TESTDATA "/../man/" + page)); }

const Lines& Manual() {
  static const Lines lines = ManualPage("egprof.1");
  return lines;
}

bool StartsWith(const std::string& text, const std::string& beginning) { return text.rfind(beginning, 0) == 0; }

// The manual's entry for an option: ".It Fl m Ar N , Fl Fl min-count Ns = Ns Ar N".
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

// The entries in the manual's lists of options: those before the section on specs.
std::multiset<std::string> ManualEntries() {
  std::multiset<std::string> entries;
  for (const std::string& line : Manual()) {
    if (line == ".Sh SPECS") break;
    if (StartsWith(line, ".It")) entries.insert(line);
  }
  return entries;
}

// The same in the options of a command's page.
std::multiset<std::string> ManualEntriesIn(const std::string& page) {
  std::multiset<std::string> entries;
  bool found = false;
  for (const std::string& line : ManualPage(page)) {
    if (StartsWith(line, ".Sh")) found = line == ".Sh OPTIONS";
    if (found && StartsWith(line, ".It ")) entries.insert(line);  // those of plain lists have nothing behind them
  }
  return entries;
}

std::multiset<std::string> EntriesOf(std::span<const OptionRow> table) {
  std::multiset<std::string> entries;
  for (const OptionRow& row : table) entries.insert(ManualEntry(row));
  return entries;
}

// "-m, --min-count=N", "-p, --flat-profile[=SPEC]", "-k FROM/TO", "--base".
std::string HelpEntry(const OptionRow& row) {
  std::string text = row.letter != '\0' ? std::string("-") + row.letter : "";
  if (row.HasName()) text += std::string(row.letter != '\0' ? ", " : "") + "--" + row.name;
  if (row.value == Value::kRequired) return text + (row.HasName() ? "=" : " ") + row.metavar;
  return row.value == Value::kOptional ? text + "[=" + row.metavar + "]" : text;
}

// What stands before the descriptions.
std::multiset<std::string> HelpEntries(const std::string& help) {
  std::multiset<std::string> entries;
  for (const std::string& line : Split(std::istringstream(help))) {
    std::size_t begin = line.find_first_not_of(' ');
    if (begin != 2 && begin != 6) continue;
    entries.insert(line.substr(begin, line.find("  ", begin) - begin));
  }
  return entries;
}

// The letters of the entry that follows a comment in the manual's section on differences.
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
  for (const OptionRow& row : OptionTable()) {
    if (row.letter != '\0' && row.in_difference == kind) letters.insert(row.letter);
  }
  return letters;
}

// True if the program says so when the option is used, before it looks at any file.
bool IsMissing(char letter) {
  Options options = Parse(std::string("egprof -") + letter + " no/image no/profile");
  if (options.task != Options::Task::kRun) return false;
  Output output;
  try {
    Run(options, output);
  } catch (const profdiff::Error& error) {
    return error.code() == profdiff::ErrorCode::kUnsupported;
  }
  return false;
}

}  // namespace

TEST_CASE("The manual has each option of the table once, with its value, and no other", "[documentation]") {
  REQUIRE(Manual().size() > 100);
  CHECK(ManualEntries() == EntriesOf(OptionTable()));
  CHECK(ManualEntriesIn("egprof-diff.1") == EntriesOf(DiffOptionTable()));
  CHECK(ManualEntriesIn("egprof-trace.1") == EntriesOf(TraceOptionTable()));
}

TEST_CASE("--help has each option of the table once, with its value, and no other", "[documentation]") {
  std::multiset<std::string> table;
  for (const OptionRow& row : OptionTable()) table.insert(HelpEntry(row));
  CHECK(HelpEntries(HelpText("egprof", false)) == table);
}

TEST_CASE("The help of traces has each of their options once, with its value, and no other", "[documentation]") {
  std::multiset<std::string> table;
  for (const OptionRow& row : TraceOptionTable()) table.insert(HelpEntry(row));
  CHECK(HelpEntries(TraceHelpText("egprof")) == table);
}

TEST_CASE("The help of diff has each of its options once, with its value, and no other", "[documentation]") {
  std::multiset<std::string> table;
  for (const OptionRow& row : DiffOptionTable()) table.insert(HelpEntry(row));
  CHECK(HelpEntries(DiffHelpText("egprof")) == table);
}

TEST_CASE("The manual says of each of gprof's options what it does in a difference", "[documentation]") {
  CHECK(LettersAfter("both sides") == LettersInTable(InDifference::kBothSides));
  CHECK(LettersAfter("as usual") == LettersInTable(InDifference::kSame));
  CHECK(LettersAfter("no effect") == LettersInTable(InDifference::kNoEffect));
  CHECK(LettersAfter("error") == LettersInTable(InDifference::kError));
}

TEST_CASE("The table has each letter and each name once", "[documentation]") {
  std::set<std::string> seen;
  int empty_names = 0;
  for (const OptionRow& row : OptionTable()) {
    if (row.letter != '\0') CHECK(seen.insert(std::string("-") + row.letter).second);
    if (row.HasName()) CHECK(seen.insert(std::string("--") + row.name).second);
    if (row.name != nullptr && !row.HasName()) ++empty_names;
    CHECK(std::string(row.help).size() > 5);
    CHECK((row.value == Value::kNone) == (row.metavar == nullptr));
  }
  CHECK(empty_names == 5);
}

TEST_CASE("The manual's list of missing options is the program's", "[documentation]") {
  std::set<char> in_manual;  // each on a line of its own after "Not yet here"
  bool found = false;
  for (const std::string& line : Manual()) {
    if (StartsWith(line, ".Sh") && found) break;
    if (found && StartsWith(line, ".Fl ")) in_manual.insert(line[4]);
    found = found || StartsWith(line, "Not yet here");
  }
  std::set<char> in_program;
  for (const OptionRow& row : OptionTable()) {
    if (row.letter != '\0' && IsMissing(row.letter)) in_program.insert(row.letter);
  }
  CHECK(in_manual == in_program);
}

}  // namespace egprof

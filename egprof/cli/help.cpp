// SPDX-License-Identifier: GPL-3.0-or-later
// Prints --help and usage texts from the declaration of a command.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/unit/egprof/documentation_test.cpp.
#include "egprof/cli/help.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/parse_text.h"
#include "egprof/process/binutils.h"

namespace egprof {
namespace {

constexpr std::size_t kWidth = 79;   // width of a line, in characters
constexpr std::size_t kColumn = 32;  // column at which descriptions begin

constexpr std::string_view kLicence =
    "Licence GPLv3+: GNU GPL version 3 or later, <https://gnu.org/licenses/gpl.html>.\n"
    "This is free software: you may change and redistribute it. There is NO WARRANTY.\n";

// Returns text such as "  -p, --flat-profile[=SPEC]".
std::string Synopsis(const OptionRow& row) {
  std::string text = row.letter != '\0' ? std::string("  -") + row.letter : "    ";
  if (row.HasName()) text += std::string(row.letter != '\0' ? ", --" : "  --") + row.name;
  if (row.value == Value::kNone) return text;
  std::string metavar = row.HasName() ? std::string("=") + row.metavar : row.metavar;
  if (row.value == Value::kOptional) return text + "[" + metavar + "]";
  return text + (row.HasName() ? "" : " ") + metavar;
}

// Returns how many characters of the first word are put on the current line: the whole word if it fits into `room`;
// otherwise, for a long expression, the part up to the last "|" that fits.
std::size_t SizeOfPart(std::string_view words, std::size_t room) {
  const std::size_t size = std::min(words.find(' '), words.size());
  if (size <= room) return size;
  const std::size_t bar = words.rfind('|', room - 1);
  return bar == std::string_view::npos || bar == 0 ? room : bar + 1;
}

// Appends words and breaks lines where needed. New lines are indented to column `indent`; `column` is the current
// column.
void AppendWords(std::string& out, std::string_view words, std::size_t column, std::size_t indent) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, SizeOfPart(words, kWidth - indent));
    words.remove_prefix(word.size());
    if (words.starts_with(' ')) words.remove_prefix(1);
    if (column > indent && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  out += '\n';
}

void AppendRow(std::string& out, const std::string& synopsis, std::string_view description) {
  out += synopsis;
  out += synopsis.size() + 2 > kColumn ? "\n" + std::string(kColumn, ' ') : std::string(kColumn - synopsis.size(), ' ');
  AppendWords(out, description, kColumn, kColumn);
}

// Returns the headings of the options, in the order of the rows.
std::vector<std::string_view> GroupsOf(std::span<const OptionRow> rows) {
  std::vector<std::string_view> groups;
  for (const OptionRow& row : rows) {
    if (std::ranges::find(groups, row.group) == groups.end()) groups.push_back(row.group);
  }
  return groups;
}

void AppendGroup(std::string& out, std::span<const OptionRow> rows, std::string_view group, bool strict) {
  std::string text;
  for (const OptionRow& row : rows) {
    if (row.group == group && (!strict || row.gprof)) AppendRow(text, Synopsis(row), row.help);
  }
  if (!text.empty()) out.append("\n").append(group).append(":\n").append(text);
}

// Returns the program's name and the command's word.
std::string Beginning(const Command& command, const std::string& program) {
  return command.HasWord() ? program + " " + command.word : program;
}

void AppendForms(std::string& out, const Command& command, const std::string& program, bool strict) {
  for (std::string_view forms = command.operands; !forms.empty();) {
    out += (out.empty() ? "Usage: " : "       ") + Beginning(command, program);
    out.append(" ").append(profdiff::TakeUpTo(forms, '\n')).append("\n");
    if (strict) return;
  }
}

// Returns the usage lines of a command. With `strict`, returns only the first line, which is gprof's own.
std::string Forms(const Command& command, const std::string& program, bool strict) {
  std::string out;
  AppendForms(out, command, program, strict);
  return out;
}

// Returns a line for each example: the command line and its meaning. The name of the program is without its folders.
std::string Examples(const Command& command, std::string_view program) {
  const std::string name(program.substr(program.rfind('/') + 1));
  std::string out;
  for (std::string_view lines = command.examples; !lines.empty();) {
    std::string_view meaning = profdiff::TakeUpTo(lines, '\n');
    const std::string typed = "  " + name + " " + std::string(profdiff::TakeUpTo(meaning, '\t'));
    AppendRow(out, typed, meaning);
  }
  return out;
}

void AppendCommands(std::string& out, std::span<const Command> commands) {
  if (commands.empty()) return;
  out += "\nCommands, each with its own --help:\n";
  for (const Command& command : commands) AppendRow(out, std::string("  ") + command.word, command.summary);
}

}  // namespace

std::string HelpText(const Command& command, const std::string& program, bool strict, std::span<const Command> others) {
  std::string out = Forms(command, program, strict);
  out += '\n';
  AppendWords(out, command.about, 0, 0);
  if (!strict && *command.more != '\0') AppendWords(out, command.more, 0, 0);
  if (!strict && *command.examples != '\0') out += "\nExamples:\n" + Examples(command, program);
  if (!strict) AppendCommands(out, others);
  const std::span<const OptionRow> rows = command.rows();
  for (const std::string_view group : GroupsOf(rows)) AppendGroup(out, rows, group, strict);
  out += "\n";
  AppendWords(out, command.notes, 0, 0);
  if (command.words == nullptr || strict) return out;
  out.append("\n").append(command.words_heading).append(":\n");
  for (const HelpWord& word : command.words()) AppendRow(out, "    " + word.word, word.meaning);
  return out;
}

std::string UsageText(const Command& command, const std::string& program, bool strict) {
  return Forms(command, program, strict) + "Try '" + Beginning(command, program) + " --help' for more.\n";
}

std::string IntroductionText(const Command& command, const std::string& program) {
  return program +
         " shows where a program spent its time, and what changed\nbetween two executions, from profiles and "
         "traces.\n" +
         Examples(command, program) + "'" + program + " --help' lists all commands and options.\n";
}

std::string VersionText(bool strict) {
  std::string out = "egprof " EGPROF_VERSION "\n" + std::string(kLicence);
  return strict ? "GNU gprof " + std::string(BinutilsRelease()) + "\nActually " + out : out;
}

}  // namespace egprof

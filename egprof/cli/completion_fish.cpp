// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a call of fish's `complete` for each option. `-r` requires a value, `-f` excludes files as values.
#include "egprof/cli/completion.h"
#include "egprof/cli/completion_words.h"

namespace egprof {
namespace {

// Returns the text in single quotes, within which fish recognises only the escapes \\ and \'.
std::string QuotedForFish(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string Call(const OptionRow& row, const std::string& condition) {
  std::string call = "complete -c egprof -n " + condition;
  if (row.letter != '\0') call += std::string(" -s ") + row.letter;
  if (row.HasName()) call += std::string(" -l ") + row.name;
  if (row.value == Value::kRequired) call += " -r";
  if (row.value != Value::kNone) {
    const ValueKind kind = KindOf(row);
    if (kind == ValueKind::kFile) call += " -F";
    if (kind == ValueKind::kWords) call += " -f -a " + QuotedForFish(WordsOf(row));
    if (kind == ValueKind::kFolders) call += " -f -a '(__fish_complete_directories)'";
    if (kind == ValueKind::kOther) call += " -f";
  }
  return call + " -d " + QuotedForFish(row.help) + "\n";
}

constexpr std::string_view kFunctions =
    R"(# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for egprof, made from the declarations of its commands.
function __egprof_first
  set -l words (commandline -opc)
  test (count $words) -eq 1
end
function __egprof_is
  set -l words (commandline -opc)
  test (count $words) -gt 1; and contains -- $words[2] $argv
end
)";

}  // namespace

std::string FishCompletion(std::span<const Command> commands) {
  const std::string words = WordsOfAll(commands);
  std::string script(kFunctions);
  for (const Command& command : commands) {
    const std::string condition =
        QuotedForFish(command.HasWord() ? std::string("__egprof_is ") + command.word : "not __egprof_is " + words);
    if (command.HasWord()) {
      script += "complete -c egprof -n __egprof_first -a " + std::string(command.word) + " -d " +
                QuotedForFish(command.summary) + "\n";
    }
    if (command.operand == nullptr)
      script += "complete -c egprof -n " + condition + " -f -a " + QuotedForFish(words) + "\n";
    for (const OptionRow& row : command.rows()) script += Call(row, condition);
  }
  return script;
}

}  // namespace egprof

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
# Operands after the command: those that do not begin with a hyphen.
function __egprof_operands
  set -l words (commandline -opc)
  test (count $words) -gt 2; and string match -v -- '-*' $words[3..-1]
end
function __egprof_paths
  set -l operands (__egprof_operands)
  set -l depth 3
  if contains -- $operands[1] import; or test $operands[1] = add -a (count $operands) -gt 2
    __fish_complete_path (commandline -ct)
    return
  end
  contains -- $operands[1] add history; and set depth 2
  for line in (egprof db list --format=csv $operands[2] 2>/dev/null)[2..-1]
    set -l cells (string split -m 3 , $line)
    string join / $cells[1..$depth]
  end | string match -r '^[a-zA-Z0-9_./+-]+$' | sort -u
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
    if (command.has_verbs) {
      const std::string is = std::string("complete -c egprof -n '__egprof_is ") + command.word;
      script += is + "; and test (count (__egprof_operands)) -eq 0' -f -a " + QuotedForFish(VerbsOf(command)) + "\n";
      script += is + "; and test (count (__egprof_operands)) -gt 1' -f -a '(__egprof_paths)'\n";
    }
    for (const OptionRow& row : command.rows()) script += Call(row, condition);
  }
  return script;
}

}  // namespace egprof

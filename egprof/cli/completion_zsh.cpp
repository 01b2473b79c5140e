// SPDX-License-Identifier: GPL-3.0-or-later
// Writes zsh's completion function, which passes a specification of each option to zsh's _arguments.
#include "egprof/cli/completion.h"
#include "egprof/cli/completion_words.h"

namespace egprof {
namespace {

// Escapes text for single quotes, and also brackets and colons, which are special to zsh's _arguments.
std::string QuotedForZsh(std::string_view text) {
  std::string quoted;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted;
}

std::string Action(const OptionRow& row) {
  switch (KindOf(row)) {
    case ValueKind::kWords:
      return "(" + WordsOf(row) + ")";
    case ValueKind::kFile:
      return "_files";
    case ValueKind::kFolders:
      return "_dir_list";
    default:
      return " ";
  }
}

// Returns an option in the notation of zsh's _arguments: "-p-" and "--flat-profile=-" accept a value only in the same
// word; "-m+" and "--min-count=" also accept it in the next word.
std::string Spelling(const OptionRow& row, const std::string& spelling) {
  const bool is_long = spelling.size() > 2;
  if (row.value == Value::kNone) return spelling;
  if (row.value == Value::kOptional) return spelling + (is_long ? "=-" : "-");
  return spelling + (is_long ? "=" : "+");
}

std::string Row(const OptionRow& row) {
  std::string rest = "[" + QuotedForZsh(row.help) + "]";
  if (row.value != Value::kNone) {
    rest += (row.value == Value::kOptional ? "::" : ":") + QuotedForZsh(row.metavar) + ":" + Action(row);
  }
  std::string rows;
  for (const std::string& spelling : Spellings(row)) rows += "  '*" + Spelling(row, spelling) + rest + "' \\\n";
  return rows;
}

// Returns the options and operands of a command. `words` contains the words of all commands.
std::string Arguments(const Command& command, const std::string& words) {
  std::string script = "_arguments -s -S \\\n";
  for (const OptionRow& row : command.rows()) script += Row(row);
  if (command.has_verbs) {
    return script.append("  '1:verb:(").append(VerbsOf(command)).append(")' '2:store:_files' '*:path:_egprof_paths'\n");
  }
  if (command.operand == nullptr) return script.append("  '*:command:(").append(words).append(")'\n");
  return script.append("  '*:").append(command.operand).append(":_files'\n");
}

// Offers files, or the paths in the store that is the second operand.
constexpr std::string_view kPaths = R"script(_egprof_paths() {
  local -a operands paths cells
  local line each
  operands=(${words[2,CURRENT-1]:#-*})
  if [[ $operands[1] == import ]] || { [[ $operands[1] == add ]] && (( $#operands > 2 )) }; then
    _files
    return
  fi
  for line in ${${(f)"$(_call_program paths egprof db list --format=csv ${(q)operands[2]} 2>/dev/null)"}[2,-1]}; do
    cells=("${(@s:,:)line}")
    each=$cells[1]/$cells[2]
    [[ $operands[1] == (add|history) ]] || each+=/$cells[3]
    [[ $each == *[^a-zA-Z0-9_./+-]* ]] || paths+=($each)
  done
  compadd -- ${(u)paths}
}
)script";

}  // namespace

std::string ZshCompletion(std::span<const Command> commands) {
  const std::string words = WordsOfAll(commands);
  std::string cases;
  for (const Command& command : commands) {
    if (!command.HasWord()) continue;
    cases += std::string("if (( CURRENT > 2 )) && [[ $words[2] == ") + command.word +
             " ]]; then\n  shift words\n  (( --CURRENT ))\n" + Arguments(command, words) + "  return\nfi\n";
  }
  return "#compdef egprof\n"
         "# SPDX-License-Identifier: GPL-3.0-or-later\n"
         "# zsh completion for egprof, made from the declarations of its commands.\n" +
         std::string(kPaths) +
         "if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
         "  _alternative 'commands:command:(" +
         words + ")' 'files:" + commands.front().operand + ":_files'\n  return\nfi\n" + cases +
         Arguments(commands.front(), words);
}

}  // namespace egprof

// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for bash. Bash splits words at "=", so it passes --option=value to the script as the three words
// "--option", "=" and "value".
#include "egprof/cli/completion.h"
#include "egprof/cli/completion_words.h"

namespace egprof {
namespace {

using BashRows = std::span<const OptionRow>;

// Returns the long options, each followed by an equals sign if it needs a value, and the letters of options without a
// long name.
std::string Options(BashRows rows) {
  std::string options;
  for (const OptionRow& row : rows) {
    if (!options.empty()) options += ' ';
    options += Spellings(row).back();
    if (row.HasName() && row.value == Value::kRequired) options += '=';
  }
  return options;
}

std::string_view Action(ValueKind kind) {
  switch (kind) {
    case ValueKind::kFile:
      return "compopt -o default";
    case ValueKind::kFolders:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")";
    default:
      return ":";
  }
}

// Returns the clause of a `case` statement that completes the values of one option, such as
// "    *:-O|*:--file-format) …". A required value may be a separate word; an optional value follows "=".
std::string ValueCase(const OptionRow& row) {
  std::string text;
  for (const std::string& spelling : Spellings(row)) {
    text += text.empty() ? "    " : "|";
    text += (row.value == Value::kRequired ? "*:" : "joined:") + spelling;
  }
  const ValueKind kind = KindOf(row);
  if (kind == ValueKind::kWords) return text + ") words='" + WordsOf(row) + "' ;;\n";
  return text + ") " + std::string(Action(kind)) + "; return ;;\n";
}

std::string NameOf(const Command& command) {
  return std::string("_egprof_") + (command.HasWord() ? command.word : "profiles");
}

// Returns a function that offers the options of a command and their values.
std::string Function(const Command& command) {
  std::string script = NameOf(command) + "() {\n  case $how:$option in\n";
  for (const OptionRow& row : command.rows()) {
    if (row.value != Value::kNone) script += ValueCase(row);
  }
  script += "  esac\n";
  if (command.has_verbs) {
    script += "  if [[ -z $words && $word != -* ]]; then _egprof_store '" + VerbsOf(command) + "'; return; fi\n";
  }
  if (command.operand == nullptr) script += "  [[ -n $words || $word == -* ]] || words=$_egprof_commands\n";
  return script + "  _egprof_offer '" + Options(command.rows()) + "'\n}\n";
}

constexpr std::string_view kBefore =
    R"(# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for egprof, made from the declarations of its commands. The variables are those of _egprof.
_egprof_offer() {
  if [[ -z $words && $word != -* ]]; then compopt -o default; return; fi
  [[ -n $words ]] || words=$1
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace
}
# Offers a verb, then a store, then paths in that store. Paths that bash would not take as they are, are left out.
_egprof_store() {
  local operands=() joined= each path application experiment trial rest
  for each in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    if [[ $each == = ]]; then
      joined=1
    elif [[ -n $joined ]]; then
      joined=
    elif [[ $each != -* ]]; then
      operands+=("$each")
    fi
  done
  if [[ ${#operands[@]} -eq 0 ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
    return
  fi
  if [[ ${#operands[@]} -eq 1 || ${operands[0]} == import || ${operands[0]}${#operands[@]} == add[3-9] ]]; then
    compopt -o default
    return
  fi
  while IFS=, read -r application experiment trial rest; do
    path=$application/$experiment
    [[ ${operands[0]} == @(add|history) ]] || path+=/$trial
    [[ $path == "$word"* && $path =~ ^[[:alnum:]_./+-]+$ && " ${COMPREPLY[*]} " != *" $path "* ]] && COMPREPLY+=("$path")
  done < <("${COMP_WORDS[0]}" db list --format=csv "${operands[1]/#\~/$HOME}" 2>/dev/null | tail -n +2)
}
)";

// $_egprof_commands contains the words of all commands.
constexpr std::string_view kMain =
    R"(_egprof() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} how=apart words= i
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 && $word != -* && -n $(compgen -W "$_egprof_commands" -- "$word") ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -W "$_egprof_commands" -f -- "$word")
    return
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then compopt -o default; return; fi
  done
  if [[ $word == = ]]; then
    how=joined word=
  elif [[ $option == = ]]; then
    how=joined option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local first=
  [[ $COMP_CWORD -le 1 ]] || first=${COMP_WORDS[1]}
  case $first in
)";

constexpr std::string_view kAfter =
    R"(  esac
}
complete -F _egprof egprof
)";

}  // namespace

std::string BashCompletion(std::span<const Command> commands) {
  std::string script(kBefore), cases;
  for (const Command& command : commands) {
    script += Function(command);
    if (!command.HasWord()) continue;
    cases += std::string("    ") + command.word + ") " + NameOf(command) + " ;;\n";
  }
  script += "_egprof_commands='" + WordsOfAll(commands) + "'\n" + std::string(kMain) + cases;
  return script + "    *) " + NameOf(commands.front()) + " ;;\n" + std::string(kAfter);
}

}  // namespace egprof

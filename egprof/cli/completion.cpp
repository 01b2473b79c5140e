// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/cli/completion.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "egprof/cli/option_table.h"
#include "egprof/diff/options.h"
#include "egprof/trace/options.h"

namespace egprof {
namespace {

using Table = std::span<const OptionRow>;

// What a value is, which its name in --help tells.
enum class ValueKind { kWords, kFile, kFolders, kOther };

ValueKind KindOf(const OptionRow& row) {
  std::string_view name = row.metavar;
  if (name.find('|') != std::string_view::npos) return ValueKind::kWords;
  if (name == "FILE" || name == "MAP") return ValueKind::kFile;
  return name == "DIRS" ? ValueKind::kFolders : ValueKind::kOther;
}

// "all|gprof" -> "all gprof".
std::string Words(const OptionRow& row) {
  std::string words = row.metavar;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

// All ways to write an option, without its value.
std::vector<std::string> Spellings(const OptionRow& row) {
  std::vector<std::string> spellings;
  if (row.letter != '\0') spellings.push_back(std::string("-") + row.letter);
  if (row.HasName()) spellings.push_back(std::string("--") + row.name);
  return spellings;
}

// Long options, those that need a value with its equals sign; and letters that have no long option.
std::string BashOptions(Table table) {
  std::string options;
  for (const OptionRow& row : table) {
    if (!options.empty()) options += ' ';
    options += Spellings(row).back();
    if (row.HasName() && row.value == Value::kRequired) options += '=';
  }
  return options;
}

std::string_view BashAction(ValueKind kind) {
  switch (kind) {
    case ValueKind::kFile:
      return "compopt -o default";
    case ValueKind::kFolders:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")";
    default:
      return ":";
  }
}

// "    *:-O|*:--file-format) …": a value may stand apart where it is required, else it is joined by "=".
std::string BashValueCase(const OptionRow& row) {
  std::string text = "    ";
  bool first = true;
  for (const std::string& spelling : Spellings(row)) {
    if (!first) text += '|';
    first = false;
    text += (row.value == Value::kRequired ? "*:" : "joined:") + spelling;
  }
  ValueKind kind = KindOf(row);
  if (kind == ValueKind::kWords) return text + ") words='" + Words(row) + "' ;;\n";
  return text + ") " + std::string(BashAction(kind)) + "; return ;;\n";
}

// Text in single quotes, within which zsh's _arguments gives brackets and colons a meaning.
std::string ZshText(std::string_view text) {
  std::string quoted;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted;
}

std::string ZshAction(const OptionRow& row) {
  switch (KindOf(row)) {
    case ValueKind::kWords:
      return "(" + Words(row) + ")";
    case ValueKind::kFile:
      return "_files";
    case ValueKind::kFolders:
      return "_dir_list";
    default:
      return " ";
  }
}

// "-p-" and "--flat-profile=-" take a value in the same word only; "-m+" and "--min-count=" in the next one too.
std::string ZshSpelling(const OptionRow& row, const std::string& spelling) {
  bool is_long = spelling.size() > 2;
  if (row.value == Value::kNone) return spelling;
  if (row.value == Value::kOptional) return spelling + (is_long ? "=-" : "-");
  return spelling + (is_long ? "=" : "+");
}

std::string ZshRow(const OptionRow& row) {
  std::string rest = "[" + ZshText(row.help) + "]";
  if (row.value != Value::kNone) {
    rest += (row.value == Value::kOptional ? "::" : ":") + ZshText(row.metavar) + ":" + ZshAction(row);
  }
  std::string rows;
  for (const std::string& spelling : Spellings(row)) {
    rows += "  '*" + ZshSpelling(row, spelling) + rest + "' \\\n";
  }
  return rows;
}

// A function that offers the options of a table, and their values.
std::string BashFunction(std::string_view name, Table table) {
  std::string script(name);
  script += "() {\n  case $how:$option in\n";
  for (const OptionRow& row : table) {
    if (row.value != Value::kNone) script += BashValueCase(row);
  }
  return script + "  esac\n  _egprof_offer '" + BashOptions(table) + "'\n}\n";
}

constexpr std::string_view kBashBefore =
    R"(# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for egprof, made from its tables of options. The variables are those of _egprof.
_egprof_offer() {
  if [[ -z $words && $word != -* ]]; then compopt -o default; return; fi
  [[ -n $words ]] || words=$1
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace
}
)";

constexpr std::string_view kBashAfter =
    R"(_egprof() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} how=apart words= i
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]] && compgen -W 'diff trace' -- "$word" >/dev/null; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -W 'diff trace' -f -- "$word")
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
  local command=profiles
  [[ $COMP_CWORD -le 1 || ${COMP_WORDS[1]} != @(diff|trace) ]] || command=${COMP_WORDS[1]}
  "_egprof_$command"
}
complete -F _egprof egprof
)";

constexpr std::string_view kZshBefore =
    R"(#compdef egprof
# SPDX-License-Identifier: GPL-3.0-or-later
# zsh completion for egprof, made from its tables of options.
if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
  _alternative 'commands:command:(diff trace)' 'files:image or profile:_files'
  return
fi
)";

// What stands around the options of a command.
std::string ZshCommand(std::string_view word, const std::string& arguments) {
  std::string script = "if (( CURRENT > 2 )) && [[ $words[2] == ";
  script.append(word).append(" ]]; then\n  shift words\n  (( --CURRENT ))\n");
  return script.append(arguments).append("  return\nfi\n");
}

// The options of a table, and operands.
std::string ZshArguments(Table table, std::string_view operands) {
  std::string script = "_arguments -s -S \\\n";
  for (const OptionRow& row : table) script += ZshRow(row);
  return script.append("  '*:").append(operands).append(":_files'\n");
}

}  // namespace

std::string BashCompletion() {
  std::string script(kBashBefore);
  script += BashFunction("_egprof_profiles", OptionTable());
  script += BashFunction("_egprof_diff", DiffOptionTable());
  script += BashFunction("_egprof_trace", TraceOptionTable());
  return script.append(kBashAfter);
}

std::string ZshCompletion() {
  std::string script(kZshBefore);
  script += ZshCommand("diff", ZshArguments(DiffOptionTable(), "image or profile"));
  script += ZshCommand("trace", ZshArguments(TraceOptionTable(), "trace"));
  return script + ZshArguments(OptionTable(), "image or profile");
}

}  // namespace egprof

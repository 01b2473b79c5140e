// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the text of `egprof COMMAND --help`. No other command uses the list of all commands.
// Test: tests/unit/egprof/commands_test.cpp.
#include <string>

#include "egprof/cli/help.h"
#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/options/shared_rows.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

std::span<const OptionRow> HelpRows() {
  static const OptionRows rows = WithoutGprof(UnderHeading("Options", {kHelpRow, kVersionRow}));
  return rows;
}

CommandLine ParseHelpOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<CommandLine>(arguments, HelpRows(), rules, [](CommandLine& line) {
    if (line.operands.size() > 1) FailWithUsage(line, "help takes only one command");
  });
}

void RunHelp(CommandLine line, Console& console) {
  const Command* command = &Commands().front();
  if (!line.operands.empty()) {
    const std::string& word = line.operands.front().text;
    command = FindCommand(word);
    if (command == nullptr) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            "there is no command '" + word + "'" + SuggestCommand(line.program, word));
    }
  }
  console.out.text = HelpText(*command, line.program, false, CommandsBeside(*command));
}

}  // namespace

constexpr Command kHelpCommand = {
    .word = "help",
    .summary = "prints the help of a command",
    .operands = "[COMMAND]",
    .about = "Prints what COMMAND --help prints, or what egprof --help prints.",
    .notes = "See egprof(1) for more.",
    .rows = HelpRows,
    .parse = ParseTo<CommandLine, ParseHelpOptions>,
    .run = RunOn<CommandLine, RunHelp>,
};

}  // namespace egprof

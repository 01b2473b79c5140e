// SPDX-License-Identifier: GPL-3.0-or-later
// The only list of commands. Dispatch, `egprof help`, completion, and the tests of pages and options are derived from
// it.
// Tests: tests/unit/egprof/commands_test.cpp, tests/lint/new_command_test.sh.
#ifndef EGPROF_COMMANDS_H_
#define EGPROF_COMMANDS_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "egprof/cli/command.h"

namespace egprof {

// The commands, each defined in the command.cpp of its folder.
extern const Command kGprofCommand;
extern const Command kDiffCommand;
extern const Command kRecordCommand;
extern const Command kTraceCommand;
extern const Command kRankCommand;
extern const Command kCheckCommand;
extern const Command kSearchCommand;
extern const Command kModelCommand;
extern const Command kPruneCommand;
extern const Command kSelectCommand;
extern const Command kDbCommand;
extern const Command kHelpCommand;

// Returns all commands, beginning with the gprof-compatible form, which has no command word.
std::span<const Command> Commands();

// Returns the commands listed in the help of `command`: all others for the gprof-compatible form, and none for any
// other command.
std::span<const Command> CommandsBeside(const Command& command);

// Returns the command with the given word; null if there is none.
const Command* FindCommand(std::string_view word);

// Chooses the command of a command line. If the first argument is the word of a command, chooses that command. The word
// is an operand instead if the program is called gprof, or if `is_image` returns true for the word, that is, if the
// working directory has an executable of that name.
const Command& ChooseCommand(std::span<const char* const> arguments,
                             const std::function<bool(const std::string&)>& is_image);

// Returns a suggestion such as "; did you mean 'egprof trace'?" if the word resembles a command word; otherwise, an
// empty string.
std::string SuggestCommand(const std::string& program, std::string_view typed);

// True for "gprof" and for "TARGET-gprof", with any directory before it.
bool IsGprofName(std::string_view program);

}  // namespace egprof

#endif  // EGPROF_COMMANDS_H_

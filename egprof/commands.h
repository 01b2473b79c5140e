// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of commands. Dispatch, `egprof help`, completion and the tests of pages and options come from it.
// Tests: tests/unit/egprof/commands_test.cpp, tests/lint/new_command_test.sh.
#ifndef EGPROF_COMMANDS_H_
#define EGPROF_COMMANDS_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "egprof/cli/command.h"

namespace egprof {

// The form without a word first.
std::span<const Command> Commands();

// Commands listed in the help of `command`: all others for the form without a word, else none.
std::span<const Command> CommandsBeside(const Command& command);

// The command of a word; null if there is none.
const Command* FindCommand(std::string_view word);

// The command that a line is for: the first argument may be its word. It is an operand where the program is called
// gprof, and where the working directory has an image of that name.
const Command& ChooseCommand(std::span<const char* const> arguments,
                             const std::function<bool(const std::string&)>& is_image);

// "; did you mean 'egprof trace'?" for a word that is nearly a command's, else nothing.
std::string SuggestCommand(const std::string& program, std::string_view typed);

// True for "gprof" and for "TARGET-gprof", with any folder before it.
bool IsGprofName(std::string_view program);

}  // namespace egprof

#endif  // EGPROF_COMMANDS_H_

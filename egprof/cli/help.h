// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of --help and --version, and the reminder after a mistake. All of it is our own wording.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/unit/egprof/documentation_test.cpp.
#ifndef EGPROF_CLI_HELP_H_
#define EGPROF_CLI_HELP_H_

#include <span>
#include <string>

#include "egprof/cli/command.h"

namespace egprof {

// Every option of a command with a line or two, by groups, at most 80 columns wide. `strict` leaves out what gprof does
// not have. `others`: commands that are listed besides.
std::string HelpText(const Command& command, const std::string& program, bool strict,
                     std::span<const Command> others = {});

// For standard error, after a mistake in the command line.
std::string UsageText(const Command& command, const std::string& program, bool strict,
                      std::span<const Command> others = {});

// The first line is GNU gprof's if `strict` is set: scripts look at it.
std::string VersionText(bool strict);

}  // namespace egprof

#endif  // EGPROF_CLI_HELP_H_

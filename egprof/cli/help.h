// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of --help and --version, and the reminder after a mistake, all in our own wording.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/unit/egprof/documentation_test.cpp.
#ifndef EGPROF_CLI_HELP_H_
#define EGPROF_CLI_HELP_H_

#include <span>
#include <string>

#include "egprof/cli/command.h"

namespace egprof {

// Returns text, at most 80 columns wide, that describes every option of a command in a line or two, grouped by heading.
// If `strict` is set, everything that gprof does not have is omitted. `others` are further commands to list, each in a
// line.
std::string HelpText(const Command& command, const std::string& program, bool strict,
                     std::span<const Command> others = {});

// Returns the text for standard error after a mistake in the command line.
std::string UsageText(const Command& command, const std::string& program, bool strict);

// Returns what the program is, and its examples, for a user who typed only its name.
std::string IntroductionText(const Command& command, const std::string& program);

// Returns the text of --version. If `strict` is set, the first line is GNU gprof's, because scripts parse it.
std::string VersionText(bool strict);

}  // namespace egprof

#endif  // EGPROF_CLI_HELP_H_

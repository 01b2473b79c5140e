// SPDX-License-Identifier: GPL-3.0-or-later
// What --help and --version print, and the reminder after a mistake. All of it is our own wording.
// Tests: tests/unit/egprof/cli/help_test.cpp, tests/unit/egprof/documentation_test.cpp.
#ifndef EGPROF_CLI_HELP_H_
#define EGPROF_CLI_HELP_H_

#include <string>

namespace egprof {

// Every option with a line or two, by groups, at most 80 columns wide. `strict` leaves out what gprof does not have.
std::string HelpText(const std::string& program, bool strict);

// For standard error, after a mistake in the command line.
std::string UsageText(const std::string& program, bool strict);

// The same for `egprof trace`.
std::string TraceHelpText(const std::string& program);
std::string TraceUsageText(const std::string& program);

// The same for `egprof diff`.
std::string DiffHelpText(const std::string& program);
std::string DiffUsageText(const std::string& program);

// The first line is GNU gprof's if `strict` is set: scripts look at it.
std::string VersionText(bool strict);

}  // namespace egprof

#endif  // EGPROF_CLI_HELP_H_

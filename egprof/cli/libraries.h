// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/cli/command_lines.
#ifndef EGPROF_CLI_LIBRARIES_H_
#define EGPROF_CLI_LIBRARIES_H_

#include <string>

namespace egprof {

// Returns the libraries in this build with their versions, licences and holders of the copyright, a line for each.
std::string LibrariesText();

}  // namespace egprof

#endif  // EGPROF_CLI_LIBRARIES_H_

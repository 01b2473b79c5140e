// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the words of a command line into the options of a command.
// Test: tests/unit/egprof/cli/option_row_test.cpp.
#ifndef EGPROF_CLI_WALK_H_
#define EGPROF_CLI_WALK_H_

#include <span>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"

namespace egprof {

// Lets the row of each option act, in order, and collects the operands. What follows --help, --version or a mistake is
// not looked at. The first word is passed over: it is the program's name, or that of a command.
void Walk(std::span<const char* const> words, std::span<const OptionRow> rows, const ParseRules& rules,
          CommandLine& line);

}  // namespace egprof

#endif  // EGPROF_CLI_WALK_H_

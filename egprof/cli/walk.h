// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the words of a command line into the options of a command.
// Test: tests/unit/egprof/cli/option_row_test.cpp.
#ifndef EGPROF_CLI_WALK_H_
#define EGPROF_CLI_WALK_H_

#include <span>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"

namespace egprof {

// Applies the row of each option, in order, and collects the operands. Ignores everything after --help, --version or a
// mistake. Skips the first word, which is the name of the program or of a command.
void Walk(std::span<const char* const> words, std::span<const OptionRow> rows, const ParseRules& rules,
          CommandLine& line);

}  // namespace egprof

#endif  // EGPROF_CLI_WALK_H_

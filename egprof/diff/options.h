// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof diff`.
// Test: tests/unit/egprof/diff/options_test.cpp.
#ifndef EGPROF_DIFF_OPTIONS_H_
#define EGPROF_DIFF_OPTIONS_H_

#include <span>

#include "egprof/cli/option_row.h"
#include "egprof/cli/parse_rules.h"
#include "egprof/executions/sides.h"
#include "egprof/options/report_rows.h"

namespace egprof {

struct DiffOptions : CommandLine, ReportOptions {};

// The options after `diff`: its own options, and the options of the gprof form that are useful for a difference.
std::span<const OptionRow> DiffRows();

// Parses the command line. Regular expressions, conditions and rules are checked here; files are not.
DiffOptions ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Divides the files into base and other side. Without --subtract, they must be two profiles. The image of a profile may
// precede it. With --ranks=A,B there is no other side. Errors: kBadArgument if the division is ambiguous.
Sides ChooseDiffSides(const DiffOptions& options, const FileTests& tests);

}  // namespace egprof

#endif  // EGPROF_DIFF_OPTIONS_H_

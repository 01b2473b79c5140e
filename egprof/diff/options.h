// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof diff`.
// Test: tests/unit/egprof/diff/options_test.cpp.
#ifndef EGPROF_DIFF_OPTIONS_H_
#define EGPROF_DIFF_OPTIONS_H_

#include <span>

#include "egprof/cli/option_table.h"
#include "egprof/cli/options.h"
#include "egprof/executions/sides.h"

namespace egprof {

// The options behind `diff`: its own, and those of the gprof form that a difference has a use for.
std::span<const OptionRow> DiffOptionTable();

// Parses such a line: `diff` is set in what it returns. Regular expressions, conditions and rules are looked at here,
// files are not.
Options ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules);

// True if the report is written: nothing else takes standard output.
bool WritesReport(const Options& options);

// Which files are the base and which the other side. Without --subtract: the two profiles, each after its image if it
// has one of its own. With --ranks=A,B there is no other side.
// Errors: kBadArgument where that is not clear.
Sides ChooseDiffSides(const Options& options, const ImageTest& is_image);

}  // namespace egprof

#endif  // EGPROF_DIFF_OPTIONS_H_

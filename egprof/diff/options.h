// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof diff`.
// Test: tests/unit/egprof/diff/options_test.cpp.
#ifndef EGPROF_DIFF_OPTIONS_H_
#define EGPROF_DIFF_OPTIONS_H_

#include <span>

#include "egprof/cli/option_row.h"
#include "egprof/executions/sides.h"
#include "egprof/options/report_rows.h"

namespace egprof {

struct DiffOptions : CommandLine,
                     WorkOptions,
                     LayoutOptions,
                     RenameOptions,
                     FunctionOptions,
                     FileOptions,
                     InputOptions,
                     SideOptions,
                     ComparisonOptions,
                     OutputOptions,
                     ReportOptions {};

// The options after `diff`: its own options, and the options of the gprof-compatible form that are useful for a
// difference.
std::span<const OptionRow> DiffRows();

// Parses the command line. Regular expressions, conditions and rules are checked here, but no file is opened.
DiffOptions ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Divides the files into the base and the other side. Without --subtract, there must be two profiles, each optionally
// preceded by its image. With --ranks=A,B, there is no other side. Errors: kBadArgument if a profile is missing, or if
// the files can be divided in several ways; those of profdiff::WrongKind for a file that is none of the kinds that the
// command takes, or for an image without profiles after it.
Sides ChooseDiffSides(const SideOptions& options, std::vector<LineItem> files,
                      std::span<const profdiff::InputNeed> takes = {});

}  // namespace egprof

#endif  // EGPROF_DIFF_OPTIONS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof select`.
// Test: tests/cli/select/run.py.
#ifndef EGPROF_SELECT_OPTIONS_H_
#define EGPROF_SELECT_OPTIONS_H_

#include <optional>
#include <span>
#include <string>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "egprof/options/parameter_row.h"
#include "profdiff/families.h"

namespace egprof {

// The operand is a file of families.
struct SelectCommandOptions : CommandLine, WorkOptions, LayoutOptions, TableOptions, ParameterOptions {
  profdiff::SelectOptions selection;
  std::string models;               // --models; empty if not given
  profdiff::Input graph, observed;  // --graph, --observed; empty if not given
  std::optional<std::string> emit;  // --emit; "-" means standard output
};

// The options after `select`, in the order of --help.
std::span<const OptionRow> SelectRows();

// Parses the command line with its expressions and ranges, without opening files.
SelectCommandOptions ParseSelectOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_SELECT_OPTIONS_H_

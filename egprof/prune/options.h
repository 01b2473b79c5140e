// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof prune`.
// Test: tests/cli/prune/run.py.
#ifndef EGPROF_PRUNE_OPTIONS_H_
#define EGPROF_PRUNE_OPTIONS_H_

#include <optional>
#include <span>
#include <string>

#include "egprof/cli/option_row.h"
#include "egprof/options/options.h"
#include "profdiff/pruning.h"

namespace egprof {

// The operands are either a trace, or profiles, preceded by their program if they need one.
struct PruneCommandOptions : CommandLine, WorkOptions, LayoutOptions, InputOptions, CallOptions, TableOptions {
  profdiff::PruneOptions pruning;
  std::optional<std::string> graph_file;  // --gml; "" and "-" mean standard output
  std::optional<std::string> page;        // --html; "-" means standard output
};

// The options after `prune`, in the order of --help.
std::span<const OptionRow> PruneRows();

// Parses the command line without opening files.
PruneCommandOptions ParsePruneOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Refuses options that select calls of a trace; called if the input is a profile. Errors: kBadArgument.
void RefuseCallRows(const CommandLine& line);

}  // namespace egprof

#endif  // EGPROF_PRUNE_OPTIONS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// --ranks, which shows how evenly the processes of one or two executions share the work.
#ifndef EGPROF_LISTINGS_RANKS_H_
#define EGPROF_LISTINGS_RANKS_H_

#include <utility>

#include "egprof/cli/command_line.h"
#include "egprof/console/console.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Throws for options that do not apply to the table of ranks. These options are allowed with --ranks=A,B, which writes
// a difference of two ranks instead. Errors: kBadArgument.
void RefuseRankOptions(const CommandLine& line, const SideOptions& options);

// Returns the two ranks that --ranks=A,B names, as the sides of a difference. Errors: kBadArgument for ranks that do
// not exist.
std::pair<Side, Side> ChooseRankPair(const SideOptions& options, const Side& side);
[[noreturn]] void RefuseRankPair();  // throws the error for --ranks=A,B with two executions

// Where the table of ranks is written, and how it looks.
struct RankOutput {
  const profdiff::TableFormat& format;
  const PageOptions& page;
  const profdiff::ListingOptions& listing;
};

// Write the table of the ranks of one execution, or of two.
void RunRanks(const LoadPlan& load, const RankOutput& output, const Side& side, Console& console);
void RunRanks(const LoadPlan& load, const RankOutput& output, const RenameOptions& renames, const Side& base,
              const Side& other, Console& console);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_RANKS_H_

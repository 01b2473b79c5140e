// SPDX-License-Identifier: GPL-3.0-or-later
// --ranks: how evenly the processes of one execution, or of two, share the work.
#ifndef EGPROF_LISTINGS_RANKS_H_
#define EGPROF_LISTINGS_RANKS_H_

#include <utility>

#include "egprof/cli/command_line.h"
#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Throws for options that the table of ranks has no use for. Of two ranks, --ranks=A,B, there is a difference.
// Errors: kBadArgument.
void RefuseRankOptions(const CommandLine& line, const DifferenceOptions& options);

// The two ranks that --ranks=A,B names, as the sides of a difference. Errors: kBadArgument for ranks that are not
// there.
std::pair<Side, Side> ChooseRankPair(const DifferenceOptions& options, const Side& side);
[[noreturn]] void RefuseRankPair();  // of two executions

void RunRanks(ProfileOptions options, const Side& side, Output& output);
void RunRanks(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_RANKS_H_

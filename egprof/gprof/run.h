// SPDX-License-Identifier: GPL-3.0-or-later
// The command: from options to what is printed.
#ifndef EGPROF_GPROF_RUN_H_
#define EGPROF_GPROF_RUN_H_

#include <utility>

#include "egprof/cli/options.h"
#include "egprof/console/output.h"
#include "egprof/executions/sides.h"

namespace egprof {

// gprof's answer to each -d: the level. Also before --version and before a mistake is reported.
void ReportDebugLevels(const Options& options, Output& output);

// Settles what options leave open: threads, and where long listings go. `output` has to outlive the options.
void Prepare(Options& options, Output& output);

// Does what the options ask for. What there was to print before an error stays in `output`.
// Errors: profdiff::Error.
void Run(Options options, Output& output);

// The two things it may be. Source: GPROF.md, section 1.5; ARCHITECTURE.md ("The difference, rule by rule").
void RunClassic(const Options& options, const Side& side, Output& output);
void RunDifference(const Options& options, const Side& base, const Side& other, Output& output);

// Errors: kBadArgument for options that the table of ranks has no use for.
void RefuseRankOptions(const Options& options);

// The two ranks that --ranks=A,B names, as the sides of a difference. Errors: kBadArgument for ranks that are not
// there.
std::pair<Side, Side> ChooseRankPair(const Options& options, const Side& side);
[[noreturn]] void RefuseRankPair();  // of two executions

// How evenly the processes of one execution, or of two, share the work.
void RunRanks(Options options, const Side& side, Output& output);
void RunRanks(const Options& options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_GPROF_RUN_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof rank`, which compares bad runs of a parallel program with good ones. It names the threads that
// behave differently, their first differing call, and the places where they stopped.
#ifndef EGPROF_RANK_COMMAND_H_
#define EGPROF_RANK_COMMAND_H_

#include <functional>

#include "egprof/console/console.h"
#include "egprof/rank/options.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace egprof {

// Reads the runs and ranks their threads; adds the messages and sizes of the runs, and the exit status for missing
// parts, to the console.
using RunRanker = std::function<profdiff::ThreadRanking(const ThreadRankOptions& options, Console& console)>;

// Runs the command with the given function in place of the normal ranking. Errors: profdiff::Error.
void RunRankWith(const RunRanker& rank, ThreadRankOptions options, Console& console);

// Returns the options of the library's ranking that follow from the command line.
profdiff::RankOptions RankingOptions(const ThreadRankOptions& options);
// Returns how a run is read: with the arguments of calls, which show for whom threads wait.
profdiff::TraceOptions RankReadingOf(const ThreadRankOptions& options, bool is_good);

}  // namespace egprof

#endif  // EGPROF_RANK_COMMAND_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of RankThreads for runs whose traces are in other processes. In all functions, good runs come first.
// Tests: tests/unit/analyze/ranking/rank_test.cpp, shares_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_RANK_H_
#define PROFDIFF_ANALYZE_RANKING_RANK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/ranking/call_starts.h"
#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Errors: kBadArgument if there is no good run, or no bad run.
void RequireRuns(std::size_t good, std::size_t bad);
// Errors: kBadArgument for a filter that keeps no call.
void RequireCalls(const FoldedTraces& folded);

// Ranks folded runs, given one FoldedTraces for each filter. Does not set FirstDifference::time. Errors: kBadArgument
// if no thread is common to good and bad runs.
ThreadRanking RankFolded(std::vector<FoldedTraces> folded, std::span<const RunSummary> runs, std::size_t good_runs,
                         const RankOptions& options);

// Finds the places where the threads of a single run stopped, without ranking the threads.
ThreadRanking DescribeFolded(std::vector<FoldedTraces> folded, const RunSummary& run, const RankOptions& options);

// The last two steps: PlacesOf returns the calls at which threads first differ; SetTimes sets FirstDifference::time
// from the start times of these calls.
std::vector<CallPlace> PlacesOf(const Ranking& ranking);
void SetTimes(const CallStarts& starts, std::span<const RunSummary> runs, Ranking& ranking);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_RANK_H_

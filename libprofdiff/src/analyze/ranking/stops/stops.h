// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of FindStops, and a version of FindStops that uses summaries of runs, so that the traces can stay in other
// processes.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Good runs come first in both `folded` and `runs`.
Stops FindStops(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, unsigned threads);

// Returns Stops::runs: the state of every thread of every run at the end of its recording.
std::vector<std::vector<ThreadEnd>> FindThreadEnds(const FoldedTraces& folded, std::span<const RunSummary> runs,
                                                   std::size_t good_runs, unsigned threads);

// Adds to `ends` the ranks of one bad run that ended with an exit status other than 0.
void AddBadEnds(const RunSummary& of_run, std::size_t run, std::vector<BadEnd>& ends);

// Adds the places and suspects of a run to Stops::places and Stops::suspects. `ends` has the states of the run's
// threads at its end.
void AddPlaces(const std::vector<ThreadEnd>& ends, std::size_t run, Stops& stops);

// Returns Stops::slower, from bad runs that took more than 1.2 times as long as the longest good run.
std::vector<SlowerFunction> FindSlower(std::span<const RunSummary> good, std::span<const RunSummary> bad);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

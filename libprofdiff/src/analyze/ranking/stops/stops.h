// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of FindStops, and a version of FindStops that uses summaries of runs, so that the traces can stay in other
// processes.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "analyze/ranking/stops/good_steps.h"
#include "analyze/ranking/stops/run_summary.h"
#include "analyze/ranking/stops/waiting.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Finds the places where threads of bad runs stopped, the suspects, and slower functions. Either list of runs may be
// empty. `filter` selects the calls for ThreadEnd::next. Cost: linear in calls. Errors: kBadArgument as in SelectCalls.
Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads = 1);

// Good runs come first in both `folded` and `runs`.
Stops FindStops(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, unsigned threads);

// Returns Stops::runs: the state of every thread of every run at the end of its recording.
std::vector<std::vector<ThreadEnd>> FindThreadEnds(const FoldedTraces& folded, std::span<const RunSummary> runs,
                                                   std::size_t good_runs, const GoodSteps& steps, unsigned threads);

// The exit statuses of each rank in good runs.
using EndsOfGoodRuns = std::map<std::uint32_t, std::vector<int>>;
EndsOfGoodRuns StatusesOf(std::span<const RunSummary> good);

// Adds to `ends` the ranks of one bad run that ended with an exit status other than 0.
void AddBadEnds(const RunSummary& of_run, std::size_t run, const EndsOfGoodRuns& good, std::vector<BadEnd>& ends);

// A bad run that stopped, and what is known about it. `ends` has the states of its threads at its end.
struct StoppedRun {
  const RunSummary& summary;
  std::size_t run = 0;  // index in the list of bad runs
  const std::vector<ThreadEnd>& ends;
  const std::vector<BadEnd>& bad_ends;  // of all runs
  const RunWaits& waits;
  const std::vector<Reason>& reasons;  // of all runs
};

// Returns the ranks of a bad run without a recording, although all good runs have one, as their first threads.
std::vector<ThreadKey> FindMissingRanks(const std::vector<ThreadEnd>& ends);

// Adds the places and suspects of a run to Stops::places and Stops::suspects.
void AddPlaces(const StoppedRun& stopped, std::vector<StopPlace>& places,
               std::vector<std::vector<ThreadKey>>& suspects);

// Adds threads of a bad run whose MPI calls have other arguments than those of the same threads in all good runs.
// Threads that already have a reason are left out.
void AddArgumentReasons(std::span<const RunSummary> good, const RunSummary& bad, std::size_t run,
                        std::vector<Reason>& reasons);

// Returns the duration of the rank that took longest, in nanoseconds.
std::uint64_t LongestDuration(const RunSummary& run);

// Finds functions for Stops::slower: in bad runs that took more than 1.2 times as long as the longest good run, and in
// a bad run whose threads are compared with each other.
std::vector<SlowerFunction> FindSlower(std::span<const RunSummary> good, std::span<const RunSummary> bad);
std::vector<SlowerFunction> FindUnlikePeers(std::span<const RunSummary> good, const RunSummary& bad);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

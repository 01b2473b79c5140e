// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the places where threads stopped, in runs whose traces are folded and summarised.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include "analyze/ranking/stops/stops.h"

#include <algorithm>
#include <vector>

namespace profdiff {

Stops FindStops(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, unsigned threads) {
  const std::span<const RunSummary> good = runs.first(good_runs), bad = runs.subspan(good_runs);
  Stops stops;
  stops.runs = FindThreadEnds(folded, runs, good_runs, threads);
  for (std::size_t run = 0; run < bad.size(); ++run) {
    const std::vector<ThreadEnd>& ends = stops.runs[good_runs + run];
    AddBadEnds(bad[run], run, stops.ends);
    AddPlaces(ends, run, stops);
    // Threads that do not finish in any good run either, such as threads started by libraries, do not indicate a stop.
    stops.stopped = stops.stopped || std::ranges::any_of(ends, [](const ThreadEnd& end) {
                      return !end.usual && end.state != EndState::kFinished && end.state != EndState::kMissing;
                    });
  }
  stops.stopped = stops.stopped || std::ranges::any_of(stops.ends, &BadEnd::is_early);
  stops.slower = FindSlower(good, bad);
  return stops;
}

Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads) {
  std::vector<const Trace*> runs(good.begin(), good.end());
  runs.insert(runs.end(), bad.begin(), bad.end());
  return FindStops(FoldTraces(runs, filter, threads), SummarizeRuns(runs, threads), good.size(), threads);
}

}  // namespace profdiff

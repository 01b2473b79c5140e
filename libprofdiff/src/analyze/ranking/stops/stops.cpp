// SPDX-License-Identifier: GPL-3.0-or-later
// What is found of the ends of threads, put together.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>

#include "analyze/ranking/stops/slower.h"
#include "analyze/ranking/stops/suspects.h"
#include "analyze/ranking/stops/thread_ends.h"

namespace profdiff {

Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads) {
  Stops stops;
  stops.runs = FindThreadEnds(good, bad, filter, threads);
  for (std::size_t run = 0; run < bad.size(); ++run) {
    const std::vector<ThreadEnd>& ends = stops.runs[good.size() + run];
    AddBadEnds(*bad[run], run, stops.ends);
    AddPlaces(ends, run, stops);
    stops.stopped = stops.stopped || std::ranges::any_of(ends, [](const ThreadEnd& end) {
                      return !end.usual && end.state != EndState::kFinished && end.state != EndState::kMissing;
                    });
  }
  stops.stopped = stops.stopped || std::ranges::any_of(stops.ends, &BadEnd::is_early);
  stops.slower = FindSlower(good, bad);
  return stops;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the threads that most likely caused a stop.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_SUSPECTS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_SUSPECTS_H_

#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Adds the ends of one bad run to Stops::ends.
void AddBadEnds(const RunSummary& of_run, std::size_t run, std::vector<BadEnd>& ends);

// Adds the places and suspects of a run to Stops::places and Stops::suspects. `ends` are the ends of its threads.
void AddPlaces(const std::vector<ThreadEnd>& ends, std::size_t run, Stops& stops);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_SUSPECTS_H_

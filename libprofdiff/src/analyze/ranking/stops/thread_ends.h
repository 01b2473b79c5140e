// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the state of every thread of every run at the end of its recording.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Finds Stops::runs for runs that are folded and summarized. Good runs come first.
std::vector<std::vector<ThreadEnd>> FindThreadEnds(const FoldedTraces& folded, std::span<const RunSummary> runs,
                                                   std::size_t good_runs, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_

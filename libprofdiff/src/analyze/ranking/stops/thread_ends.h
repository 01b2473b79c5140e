// SPDX-License-Identifier: GPL-3.0-or-later
// The state of every thread of every run at the end of its recording.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_

#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Stops::runs.
std::vector<std::vector<ThreadEnd>> FindThreadEnds(Runs good, Runs bad, const RankFilter& filter, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_THREAD_ENDS_H_

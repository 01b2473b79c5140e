// SPDX-License-Identifier: GPL-3.0-or-later
// FindStops for runs whose traces are in other processes.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

#include <cstddef>
#include <span>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Good runs come first in both `folded` and `runs`.
Stops FindStops(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_STOPS_H_

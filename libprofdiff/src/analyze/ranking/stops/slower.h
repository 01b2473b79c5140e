// SPDX-License-Identifier: GPL-3.0-or-later
// Finds functions that took more time than in any good run.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_SLOWER_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_SLOWER_H_

#include <span>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

// Returns Stops::slower, from bad runs that took more than 1.2 times as long as the longest good run.
std::vector<SlowerFunction> FindSlower(std::span<const RunSummary> good, std::span<const RunSummary> bad);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_SLOWER_H_

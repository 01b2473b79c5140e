// SPDX-License-Identifier: GPL-3.0-or-later
// Which threads executed a parallel region together, of regions that are calls of the recording.
// Tests: tests/unit/analyze/waits/constructs_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_

#include "analyze/waits/runtime_calls.h"
#include "profdiff/trace.h"

namespace profdiff {

// Fills RuntimeCalls::teams from its parts, and team_problem. Where no function was recorded around a call, or around
// what was counted, it gets the function around the region in the thread that leads the team.
// Cost: linear in parts and calls but for sorting.
void FindParallelTeams(const Trace& trace, RuntimeCalls& runtime);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_

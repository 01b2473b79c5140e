// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the threads that executed a parallel region together, if parallel regions are calls in the recording.
// Tests: tests/unit/analyze/waits/constructs_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_

#include "analyze/waits/runtime_calls.h"
#include "profdiff/trace.h"

namespace profdiff {

// Fills in RuntimeCalls::teams and team_problem. If a thread has no recorded function that encloses the region, its
// calls and counts are assigned to the function that encloses the region in the master thread.
// Cost: linear in parts and calls, except for sorting.
void FindParallelTeams(const Trace& trace, RuntimeCalls& runtime);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_PARALLEL_TEAMS_H_

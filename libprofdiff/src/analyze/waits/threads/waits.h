// SPDX-License-Identifier: GPL-3.0-or-later
// Finds waits of threads for mutexes, for work and for the ends of other threads.
// Tests: tests/unit/analyze/waits/threads_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_THREADS_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_THREADS_WAITS_H_

#include <vector>

#include "analyze/waits/phase.h"
#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// Appends the waits within the phase. Sets in `problems` the reason for each kind of wait that cannot be found. Cost:
// linear in calls of the routines, except for sorting.
void FindThreadWaits(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime, std::vector<Wait>& waits,
                     WaitProblems& problems);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_THREADS_WAITS_H_

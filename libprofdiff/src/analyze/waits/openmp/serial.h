// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the time in which the threads of a team had nothing to do, because no parallel region was running.
// Tests: tests/unit/analyze/waits/openmp_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_SERIAL_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_SERIAL_H_

#include <vector>

#include "analyze/waits/phase.h"
#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// Appends a wait for each function and instance of the phase: the function's own time in the first thread of its rank
// outside of parallel regions, multiplied by the number of other threads with parts of such regions. Functions with
// little time are added up as the phase's own. Cost: linear in calls.
void FindSerialTime(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime, std::vector<Wait>& waits);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_SERIAL_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what the ranks of one process contribute to the history of the run.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_SHARE_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_SHARE_H_

#include <vector>

#include "analyze/waits/causes/history.h"
#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/waits.h"
#include "analyze/waits/mpi/whole_run.h"
#include "analyze/waits/trace_events.h"

namespace profdiff {

// Moves the timelines out of the parts, and corrects their clocks. `own` has the calls of these parts, and `waits` and
// `messages` the results of matching them.
HistoryShare TakeHistory(std::vector<TraceEvents>& parts, const OwnCalls& own, const WholeRun& run,
                         const ClockFit& clocks, const std::vector<CallWait>& waits, const MatchedMessages& messages);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_SHARE_H_

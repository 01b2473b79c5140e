// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the messages that MPI_Waitany and MPI_Waitsome completed.
// Tests: tests/unit/analyze/waits/any_waits_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_ANY_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_ANY_WAITS_H_

#include <vector>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/transfers.h"
#include "analyze/waits/mpi/whole_run.h"

namespace profdiff {

// Assigns messages to the calls in `waits`: among the messages for the requests in a call's list, the one that was sent
// first ended the wait. MPI_Waitsome also completes those that were sent before it returned. `posted` are the requests
// of receives. Times of `own` are on the clocks of ranks. Cost: linear in calls, times the length of a list.
void CompleteAny(const OwnCalls& own, const std::vector<PostedReceive>& posted, const std::vector<AnyWait>& waits,
                 const ClockFit& clocks, MatchedMessages& messages);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_ANY_WAITS_H_

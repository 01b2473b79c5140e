// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the waits of ranks for each other.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/collectives.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/window_locks.h"
#include "analyze/waits/waits.h"

namespace profdiff {

// Time lost in a call of this process.
struct CallWait {
  WaitKind kind = WaitKind::kLateSender;
  std::uint32_t call = 0;  // index into OwnCalls::calls
  std::int64_t lost = 0;   // nanoseconds
  CallAddress by;          // the call that ended the wait
};

// Returns the waits of calls of this process, both within and outside the phase. Times of `own` are on corrected
// clocks. Only waits of kPollingForMessage may be longer than their calls.
std::vector<CallWait> FindMpiWaits(const OwnCalls& own, const MatchedMessages& messages,
                                   const std::vector<MatchedCall>& collectives, const std::vector<WindowWait>& locks,
                                   const ClockFit& clocks);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_

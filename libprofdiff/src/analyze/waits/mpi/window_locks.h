// SPDX-License-Identifier: GPL-3.0-or-later
// Finds waits for locks of windows of memory.
// Tests: tests/unit/analyze/waits/mpi/windows_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_WINDOW_LOCKS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_WINDOW_LOCKS_H_

#include <cstdint>
#include <vector>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/transfers.h"
#include "analyze/waits/mpi/whole_run.h"

namespace profdiff {

// A call of this process that waited for a lock.
struct WindowWait {
  std::uint32_t call = 0;  // index into OwnCalls::calls
  std::int64_t until = 0;  // end of the call that released the lock, on corrected clocks
  CallAddress by;
};

// A rank waits until the end of the last lock of the same window that excludes its own one. MPI may grant a lock only
// in the call that ends it, so both calls can wait. Times of `own` are on the clocks of ranks.
// Shape: sorted by call. Cost: linear in locks, except for sorting, and for locks that begin and end during one call.
std::vector<WindowWait> FindWindowWaits(const OwnCalls& own, const std::vector<WindowLock>& locks, const WholeRun& run,
                                        const ClockFit& clocks, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_WINDOW_LOCKS_H_

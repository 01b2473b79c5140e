// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom, from the locks of live processes.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STACKS_LOCKS_H_
#define PROFDIFF_ANALYZE_RANKING_STACKS_LOCKS_H_

#include <span>
#include <vector>

#include "analyze/ranking/stacks/numbered.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {

// Returns the waits of threads for others, sorted by id, with the locks that each of these threads holds. Locks of
// threads that are not in the stacks are left out.
std::vector<ThreadWait> WaitsForLocks(std::span<const LockWait> locks, const NumberedThreads& threads,
                                      const StackFindings& findings);

// Returns the cycles of these waits, in which each thread waits for one other. A cycle begins with its smallest id.
std::vector<WaitCycle> CyclesOfWaits(const std::vector<ThreadWait>& waits);

// Returns the threads for which others wait, and which do not wait themselves.
std::vector<ThreadKey> EndsOfWaits(const std::vector<ThreadWait>& waits);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STACKS_LOCKS_H_

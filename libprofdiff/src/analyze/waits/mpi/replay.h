// SPDX-License-Identifier: GPL-3.0-or-later
// Computes how long a run would have taken if no transfer took any time.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_REPLAY_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_REPLAY_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analyze/waits/mpi/collectives.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/phase.h"

namespace profdiff {

// The results of matching for the calls of this process.
struct MatchedShare {
  const OwnCalls& own;  // times are on corrected clocks
  const MatchedMessages& messages;
  const std::vector<MatchedCall>& calls;     // calls of collective operations
  const std::vector<Operation>& operations;  // operations whose calls are matched in this process
};

// Replays the ranks' calls in the first instance of the phase. Between calls, time passes as recorded; calls take only
// the time for which they wait for another rank. `instance` is the interval during which each rank of this process was
// in the phase, on corrected clocks. All processes get the same result.
// Units: nanoseconds, from the earliest start to the latest end. Returns nullopt if calls wait for each other in a
// cycle. Cost: linear in calls; the number of exchanges is the length of the longest chain of waits that pass from one
// process to another.
std::optional<std::int64_t> ReplayIdeally(const MatchedShare& share, const std::map<std::uint32_t, TimeSpan>& instance,
                                          const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_REPLAY_H_

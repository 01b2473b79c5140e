// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run would have taken if no transfer took any time.
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

// What matching has found about the calls of this process.
struct MatchedShare {
  const OwnCalls& own;  // times are those of corrected clocks
  const MatchedMessages& messages;
  const std::vector<MatchedCall>& calls;     // of collective operations
  const std::vector<Operation>& operations;  // that this process matches
};

// Plays the ranks' calls of the phase's first instance: between calls time passes as it did, and calls take the time
// alone for which they wait for another rank. `instance` is when each rank of this process was in it, by corrected
// clocks. All processes get the same result.
// Units: nanoseconds, from the first begin to the last end. Nothing where calls wait for each other in a circle.
// Cost: linear in calls; as many exchanges as waits follow each other from process to process.
std::optional<std::int64_t> ReplayIdeally(const MatchedShare& share,
                                          const std::map<std::uint32_t, PhaseInterval>& instance,
                                          const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_REPLAY_H_

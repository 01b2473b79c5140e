// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run would have taken if no transfer took any time.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_REPLAY_H_
#define PROFDIFF_ANALYZE_WAITS_REPLAY_H_

#include <cstdint>
#include <optional>
#include <span>

#include "analyze/waits/mpi_calls.h"
#include "analyze/waits/phase.h"

namespace profdiff {

// Plays the ranks' calls of the phase's first instance: between calls time passes as it did, and calls take the time
// alone for which they wait for another rank. `instance` is when each rank was in it.
// Units: nanoseconds, from the first begin to the last end. Nothing where calls wait for each other in a circle.
// Cost: linear in calls.
std::optional<std::int64_t> ReplayIdeally(const MpiCalls& mpi, std::span<const PhaseInterval> instance);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_REPLAY_H_

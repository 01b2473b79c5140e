// SPDX-License-Identifier: GPL-3.0-or-later
// Separates the time in which ranks start and end from the phase.
// Tests: tests/unit/analyze/waits/start_up_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_START_UP_H_
#define PROFDIFF_ANALYZE_WAITS_START_UP_H_

#include <cstdint>
#include <optional>

#include "analyze/waits/trace_events.h"

namespace profdiff {

// Returns the length of an instance of the phase without start-up, in nanoseconds: the longest time that a rank spends
// in it outside of MPI_Init and MPI_Finalize. nullopt if no rank calls them in this instance. Ranks begin at different
// times, and meet in MPI_Init.
std::optional<std::int64_t> LengthWithoutStartUp(const TraceEvents& events, std::uint32_t instance);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_START_UP_H_

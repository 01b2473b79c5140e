// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_
#define PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_

#include <cstdint>
#include <optional>
#include <span>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/trace_events.h"
#include "profdiff/properties.h"

namespace profdiff {

// Returns the rank whose recording begins last if it is late, compared with `length`, the nanoseconds of the whole
// recording. `waits` are the seconds of waits before all ranks are recorded.
std::optional<LateStart> LateRank(std::span<const ThreadEvents> threads, const ClockFit& clocks, std::int64_t length,
                                  double waits);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_
#define PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_

#include <cstdint>
#include <optional>
#include <span>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/trace_events.h"
#include "profdiff/error.h"

namespace profdiff {

// Returns a remark if the recording of a rank begins late, compared with `length`, the nanoseconds of the whole
// recording. What other ranks wait for it until then is no fault of the program.
std::optional<Message> LateRank(std::span<const ThreadEvents> threads, const ClockFit& clocks, std::int64_t length);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_LATE_RANK_H_

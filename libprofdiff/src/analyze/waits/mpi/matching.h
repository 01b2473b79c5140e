// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the MPI calls of a run in the processes that have the parts of the run, and stores sums by caller in the
// parts.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_MATCHING_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_MATCHING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/trace_events.h"
#include "profdiff/properties.h"

namespace profdiff {

// Results about the run as a whole. Shape: complete only in the first process.
struct MpiResult {
  ClockFit clocks;
  // The reasons why waits are unknown: for messages, for collective operations, for operations with a root, for fences,
  // and for locks of windows.
  std::optional<std::string> message_problem, collective_problem, root_problem, fence_problem, lock_problem;
  bool counts_elements = false;              // true if message sizes are in elements instead of bytes
  std::optional<std::int64_t> ideal_length;  // length of the run, in nanoseconds, if transfers had taken no time
  std::string ideal_problem;                 // the reason why the ideal length is unknown
  std::optional<WaitCauses> causes;          // nullopt if waits are unknown
  std::vector<RunError> errors;
  std::vector<Message> remarks;
};

// Matches the calls of the parts in all processes, and replaces the calls of each part by sums in `mpi_waits` and
// `sent`. A part without the run's phase is treated as outside the phase. All processes of the exchange must call this
// function.
// Errors: kBadTrace for damaged bytes from another process. Cost: linear in calls, except for look-ups.
MpiResult MatchMpiCalls(std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_MATCHING_H_

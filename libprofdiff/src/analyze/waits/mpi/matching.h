// SPDX-License-Identifier: GPL-3.0-or-later
// The MPI calls of a run, matched where its parts are: sums by caller are left in the parts.
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

// What was found about the run as a whole. Shape: complete in the first process.
struct MpiResult {
  ClockFit clocks;
  // What cannot be said, and why: about messages; about collective operations; about those with a root.
  std::optional<std::string> message_problem, collective_problem, root_problem;
  std::optional<std::int64_t> ideal_length;  // nanoseconds, if transfers took no time
  std::string ideal_problem;                 // why it is unknown
  std::vector<std::string> remarks;
};

// Matches the calls of all processes' parts, and replaces those of each part by its `mpi_waits` and `sent`. Parts
// without the run's phase leave it. All processes of the exchange call it.
// Errors: kBadTrace for bytes of another process that are damaged. Cost: linear in calls but for look-ups.
MpiResult MatchMpiCalls(std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_MATCHING_H_

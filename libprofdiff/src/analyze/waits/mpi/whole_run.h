// SPDX-License-Identifier: GPL-3.0-or-later
// The MPI calls that one process has, and facts about the run that all processes agree on before they match calls.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_WHOLE_RUN_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_WHOLE_RUN_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/mpi/call.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/transfers.h"
#include "analyze/waits/trace_events.h"

namespace profdiff {

// A communicator in which several ranks called collective operations.
struct Communicator {
  std::uint64_t id = 0;                // as MpiCall::communicator
  std::vector<std::uint32_t> ranks;    // ascending
  std::uint64_t fewest = 0, most = 0;  // calls of a rank
};

// Shape: the same in all processes.
struct WholeRun {
  std::map<std::uint32_t, std::size_t> process_of;  // by rank
  std::string phase;                                // as TraceEvents::phase
  std::uint32_t instances = 0;                      // of the phase
  bool has_mpi = false;
  TransferGaps gaps;
  std::vector<Communicator> communicators;         // by id
  std::vector<std::vector<std::string>> routines;  // by process: names of collective operations that it has, sorted

  // The process that has a rank; nothing for a rank without a recording.
  std::optional<std::size_t> ProcessOf(std::uint32_t rank) const;
};

// Exchanges summaries of the parts, whose calls were not taken yet.
// Errors: kBadTrace if two processes have the same rank.
WholeRun DescribeRun(const std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange);

// The MPI calls of the ranks of this process, at most 2^32 - 1.
struct OwnCalls {
  std::vector<MpiCall> calls;           // by part; of a part by rank, then by start
  std::vector<std::uint32_t> parts;     // by call: index of its part
  std::vector<std::uint32_t> routines;  // by call: entry of WholeRun::routines for this process; 0 if not collective
  Transfers transfers;                  // of `calls`; until messages are matched
};

// Takes the calls out of the parts. Errors: kOverflow for too many calls.
OwnCalls TakeCalls(std::vector<TraceEvents>& parts, const std::vector<std::string>& routines);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_WHOLE_RUN_H_

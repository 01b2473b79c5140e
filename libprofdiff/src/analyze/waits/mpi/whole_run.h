// SPDX-License-Identifier: GPL-3.0-or-later
// The MPI calls of one process, and facts about the run that all processes share before they match calls.
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
#include "analyze/waits/mpi/communicator_map.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/transfers.h"
#include "analyze/waits/trace_events.h"

namespace profdiff {

// A communicator with collective operations of several ranks.
struct Communicator {
  std::uint64_t id = 0;                // as in MpiCall::communicator
  std::vector<std::uint32_t> ranks;    // ascending
  std::uint64_t fewest = 0, most = 0;  // smallest and largest number of collective calls by one rank
};

// A collective operation that some ranks call, and without which others end.
struct Desertion {
  std::uint64_t communicator = 0;           // as in MpiCall::communicator
  std::uint64_t operation = 0;              // index of the operation, from 0
  std::vector<std::uint32_t> inside, left;  // ranks, ascending
};

// Facts about the whole run. Shape: all processes have the same facts.
struct WholeRun {
  std::map<std::uint32_t, std::size_t> process_of;  // by rank
  // Linkage name of the phase's function; empty for the whole recording.
  std::string phase;
  std::uint32_t instances = 0;  // number of instances of the phase in the run
  bool has_mpi = false;
  TransferGaps gaps;
  std::vector<Communicator> communicators;         // sorted by id
  std::vector<Desertion> desertions;               // at most one for each communicator
  std::vector<std::vector<std::string>> routines;  // names of the collective operations of each process, sorted
  CommunicatorMap communicator_map;                // only if TransferGaps::tells_apart

  // Returns the id in the whole run of a communicator that has a number among those of its rank. Communicators whose
  // ranks are unknown have ids of their own.
  std::uint64_t CommunicatorOf(std::uint32_t rank, std::uint64_t number) const;
  // Returns the ranks of a communicator in its own order; empty if that is unknown.
  std::vector<std::uint32_t> OrderOf(const Communicator& communicator) const;
  // Returns the process that has a rank; nullopt for a rank without a recording.
  std::optional<std::size_t> ProcessOf(std::uint32_t rank) const;
};

// Exchanges summaries of the parts. Must be called before TakeCalls, which moves the calls out of the parts.
// Errors: kBadTrace if two processes have the same rank.
WholeRun DescribeRun(const std::vector<TraceEvents>& parts, const MeasureOptions& options, const Exchange& exchange);

// The MPI calls of the ranks of this process, at most 2^32 - 2 calls.
struct OwnCalls {
  std::vector<MpiCall> calls;        // sorted by part, rank and start
  std::vector<std::uint32_t> parts;  // index of each call's part
  // Index of each call's name in WholeRun::routines of this process; 0 if the call is not collective.
  std::vector<std::uint32_t> routines;
  Transfers transfers;  // transfers of `calls`; empty once messages are matched
  std::vector<Poll> polls;
  // Number of sends, receives and collective calls in communicators whose ranks are unknown.
  std::uint64_t left_out = 0;
};

// Moves the calls of a process out of its parts, and translates communicators. Errors: kOverflow if there are too many
// calls.
OwnCalls TakeCalls(std::vector<TraceEvents>& parts, const WholeRun& run, std::size_t process);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_WHOLE_RUN_H_

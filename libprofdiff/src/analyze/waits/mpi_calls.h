// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of MPI that were made, what they sent and received, and which belong together.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_CALLS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/routines.h"
#include "profdiff/functions.h"
#include "profdiff/trace.h"

namespace profdiff {

// One MPI call. Units: nanoseconds, bytes.
struct MpiCall {
  std::uint32_t thread = 0;    // as RuntimeCall::thread
  std::uint32_t rank = 0;      // MPI rank; in MpiCalls an index into MpiCalls::ranks
  std::uint32_t instance = 0;  // of the phase, from 1; 0: outside of it
  NameId caller, function;     // `caller` as RuntimeCall::caller; `function` is the routine
  MpiRoutine routine;
  std::int64_t begin = 0, end = 0;    // of the rank's clock; FitClocks finds the offset
  std::optional<std::uint32_t> root;  // number of the rank, of a collective operation that has one
  std::uint64_t communicator = 0;     // of a collective operation
};

// A message, by the calls that sent and received it.
struct MpiMessage {
  std::size_t send = 0, receive = 0;  // entries of MpiCalls::calls; `receive` is the call in which it arrived
  std::optional<std::size_t> start;   // the call that began to receive, where it is known
  std::uint64_t bytes = 0;
};

// The n-th collective operation of a communicator: a call of each rank in it.
struct MpiCollective {
  std::vector<std::size_t> calls;  // entries of MpiCalls::calls, by rank
};

struct MpiCalls {
  std::vector<std::uint32_t> ranks;  // numbers, ascending
  std::vector<MpiCall> calls;        // by rank, then in order of their beginning
  std::vector<MpiMessage> messages;
  std::vector<MpiCollective> collectives;
  // What cannot be said, and why: about messages; about collective operations; about those with a root.
  std::optional<std::string> message_problem, collective_problem, root_problem;
  std::uint64_t sent_messages = 0, sent_bytes = 0;
  std::vector<std::string> remarks;

  // The root's call; nothing if there is none, or it is not known.
  std::optional<std::size_t> RootOf(const MpiCollective& collective) const {
    for (const std::size_t call : collective.calls) {
      const std::optional<std::uint32_t>& root = calls[collective.calls.front()].root;
      if (root && ranks[calls[call].rank] == *root) return call;
    }
    return std::nullopt;
  }
};

struct Transfers;  // analyze/waits/transfers.h

// Matches the calls of all ranks. `calls` are sorted by rank, then by start; `names` are by NameId. A remark counts
// messages without a partner.
// Cost: linear in calls but for look-ups by message.
MpiCalls MatchMpiCalls(std::vector<MpiCall> calls, std::vector<std::uint32_t> ranks, const Transfers& transfers,
                       const std::vector<std::string>& names);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_CALLS_H_

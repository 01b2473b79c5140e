// SPDX-License-Identifier: GPL-3.0-or-later
// Matches collective operations: the n-th calls of all ranks of a communicator belong together.
//
// Each operation has a process in which the times of all its calls are collected; that process sends the callers the
// time until which they waited. Operations are distributed to the processes in turn, so that no process receives the
// times of all calls.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_COLLECTIVES_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_COLLECTIVES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/mpi/clocks.h"
#include "analyze/waits/mpi/disagreements.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/whole_run.h"

namespace profdiff {

// The call by which one rank takes part in an Operation.
struct Participant {
  std::uint32_t rank = 0;
  CallAddress call;
  std::uint32_t routine = 0;          // index into WholeRun::routines of the process that made the call
  std::optional<std::uint32_t> root;  // rank of the root
  std::int64_t begin = 0, end = 0;    // nanoseconds on the rank's clock; `end` may be kUnknownEnd
  bool is_played = false;             // true if the call is in the phase's first instance, the one that is replayed
};

// A collective operation and the calls of all its ranks, which are matched in this process. The operations of a
// communicator are distributed over the processes in turn.
struct Operation {
  std::size_t communicator = 0;  // index into WholeRun::communicators
  std::uint64_t index = 0;       // index n of the operation, from 0
  MpiRoutine::Kind kind = MpiRoutine::Kind::kOther;
  std::vector<Participant> calls;  // sorted by rank
  // True for a fence that no rank left before all ranks had entered; only after Collectives::Answer.
  bool meets = false;

  // Returns the root's call; null if there is no root or the root is unknown.
  const Participant* Root() const;
  // True if the replay of the phase's first instance includes the operation.
  bool IsPlayed() const;
};

// Roles of a call in an operation that is replayed: whether other calls wait for it, and whether it waits for other
// calls.
struct ReplayRole {
  bool delays = false, waits = false;
};
ReplayRole RoleOf(MpiRoutine::Kind kind, bool is_root, bool is_played);

// The information that a process receives about an operation called by one of its ranks.
struct MatchedCall {
  std::uint32_t call = 0;  // index into OwnCalls::calls
  // Time until which calls of the operation waited, by corrected clocks; nullopt if no call waited.
  std::optional<std::int64_t> until;
  CallAddress last;  // the call that ended the waits, if any call waited
  bool is_root = false;
  // The process in which the operation's calls were matched, and the operation's index in Collectives::operations of
  // that process.
  std::uint32_t process = 0, operation = 0;
  ReplayRole role;  // both members are false if the operation is not replayed
};

struct RankCalls;  // the calls of one rank that are matched in one process
struct Answers;    // answers about the operations of one communicator

class Collectives {
 public:
  // Sends the calls of this process to the processes that match them. All arguments must outlive this object.
  Collectives(const OwnCalls& own, const WholeRun& run, const Exchange& exchange);

  const std::vector<Operation>& operations() const { return operations_; }
  // Returns the disagreements about the operations that this process has matched.
  std::vector<Disagreement> TakeDisagreements() { return disagreements_.Take(); }

  // True if the clocks agree with the operations: no call ends before the calls for which it waits have begun. Cost:
  // linear in calls.
  bool AreOrdered() const;
  // Adds the bounds that follow from the operations. Cost: calls * ranks for up to 512 ranks; calls * log(ranks) for
  // more.
  void AddBounds(ClockBounds& bounds) const;

  // Sends answers about the operations to the processes that called them, and returns the answers about calls of this
  // process.
  // Shape: sorted by MatchedCall::call.
  std::vector<MatchedCall> Answer(const ClockFit& clocks);

 private:
  std::uint64_t FirstOf(std::size_t process, std::size_t communicator) const;
  std::uint64_t CountOf(std::size_t process, std::size_t communicator) const;
  void TakeCalls(const std::vector<std::vector<RankCalls>>& calls);
  void AddOperations(std::size_t communicator, const std::vector<std::pair<std::uint32_t, const RankCalls*>>& calls);
  const std::string& NameOf(const Participant& call) const;
  void SetKind(Operation& operation);
  template <class WhatOf>
  void AddDisagreement(const Operation& operation, bool is_root, const WhatOf& what_of);
  void AddMatches(std::uint32_t process, const Answers& answers, std::vector<MatchedCall>& matches) const;

  const OwnCalls& own_;
  const WholeRun& run_;
  const Exchange& exchange_;
  // Indices into OwnCalls::calls in the order of the calls, by index of the communicator and by rank.
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::uint32_t>> own_calls_;
  std::vector<std::vector<MpiRoutine::Kind>> kinds_;  // kinds of the routines in WholeRun::routines
  std::vector<Operation> operations_;                 // sorted by communicator, then by index
  std::vector<std::size_t> first_;                    // index in operations_ of each communicator's first operation
  DisagreementList disagreements_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_COLLECTIVES_H_

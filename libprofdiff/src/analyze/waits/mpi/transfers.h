// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the sends and receives of messages, call by call.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/mpi/call.h"
#include "analyze/waits/mpi/communicator_log.h"
#include "analyze/waits/mpi/polls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// One end of a message. Source and destination are ranks of processes, like ThreadTrace::rank. If only argument values
// were recorded, the other end is a rank of the communicator until communicators are translated (communicators.h).
struct MessageEnd {
  static constexpr std::uint32_t kAnyTag = 0xffffffff;
  static constexpr std::uint32_t kUnknownRank = 0xffffffff;  // source of a receive if only its start was recorded

  std::size_t call = 0;  // index into the list of MPI calls
  // For receives, the index of the call that started the receive, if known; for synchronous sends, of the call that
  // waited for the send.
  std::optional<std::size_t> start;
  std::uint32_t source = 0, destination = 0;
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;
  std::uint64_t bytes = 0;
  // False for a receive that no call is seen to complete; `call` is then the call that started it.
  bool is_seen = true;
  bool is_probe = false;                   // true if the call leaves the message to a later receive
  std::optional<std::uint32_t> poll = {};  // index into Transfers::polls, for a message for which the rank polled
};

// The request of a receive.
struct PostedReceive {
  std::size_t call = 0;  // index of the call that started the receive
  std::int64_t request = 0;
};

// True if a request, which is not below `list`, is in the list of `bytes` bytes. The subtraction is unsigned, because
// recorded addresses can be any numbers.
inline bool IsInList(std::int64_t request, std::int64_t list, std::int64_t bytes) {
  return static_cast<std::uint64_t>(request) - static_cast<std::uint64_t>(list) < static_cast<std::uint64_t>(bytes);
}

// A call that completes some of the requests in a list: which ones is not recorded.
struct AnyWait {
  std::size_t call = 0;      // index into the list of MPI calls
  std::int64_t request = 0;  // address of the first request
  std::int64_t bytes = 0;    // size of the list
  bool takes_all = false;    // true if the call completes all requests that are ready (MPI_Waitsome)
};

// A time in which a rank has access to the window of a rank.
struct WindowLock {
  std::size_t lock = 0;               // index into the list of MPI calls
  std::optional<std::size_t> unlock;  // nullopt if the access does not end
  std::uint32_t rank = 0, target = 0;
  std::uint64_t window = 0;  // like MpiCall::communicator
  bool is_exclusive = false;
};

// Numbers of windows that are known only from recorded arguments have this bit, which those of communicators lack.
inline constexpr std::uint64_t kWindowBit = std::uint64_t{1} << 62;

// A recorded text ends before its first byte of 0, so a Fortran argument of 256 is recorded like 0.
inline constexpr std::uint32_t kMostFortranRanks = 256;

// Information about messages that is missing from a recording.
struct TransferGaps {
  bool lacks_partner = false, lacks_root = false, has_any_source = false, has_fortran = false;
  bool has_many_ranks = false;   // true if a run has more ranks than texts of Fortran's arguments tell apart
  bool counts_elements = false;  // true if MessageEnd::bytes counts elements, whose sizes are unknown
  bool tells_apart = false;      // true if CommunicatorMap tells the communicators apart
  bool has_windows = false;      // true if there are windows that are known only from recorded arguments
  // True if calls of MPI_Win_fence, or of MPI_Win_lock and MPI_Win_unlock, were recorded without their windows.
  bool lacks_fences = false, lacks_locks = false;
  bool splits_communicators = false;  // true if a call may have created a communicator that lacks some ranks
  // Largest number of communicators, without windows, used by one rank, among the ranks for which only argument values
  // were recorded.
  std::uint64_t most_communicators = 0;

  void Add(const TransferGaps& more);
  std::optional<std::string> MessageProblem() const;  // why messages cannot be matched; nullopt if they can
  // Why calls of collective operations cannot be matched; nullopt if they can.
  std::optional<std::string> CollectiveProblem() const;
  std::optional<std::string> FenceProblem() const;  // why waits at fences are unknown; nullopt if they are known
  std::optional<std::string> LockProblem() const;   // why waits for locks of windows are unknown; nullopt if known
  std::optional<std::string> RootProblem() const;   // why roots of collective operations are unknown; nullopt if known
};

// Shape: the sends of each rank are in the order of its calls, and its receives in the order in which they were
// started, if this is known. MPI matches receives in that order, whichever calls complete them.
struct Transfers {
  std::vector<MessageEnd> sends, receives;
  // Only of ranks with such calls, in the order of calls.
  std::vector<PostedReceive> posted;
  std::vector<AnyWait> any_waits;
  std::vector<WindowLock> locks;  // of each rank, in the order of its calls
  std::vector<Poll> polls;
  std::vector<RankCommunicators> communicators;  // of ranks that create any
  TransferGaps gaps;

  // Appends the transfers of other ranks, whose call indices must already be adjusted.
  void Append(Transfers more);
};

template <class Pack>
void Fields(Pack& pack, TransferGaps& gaps) {
  pack(gaps.lacks_partner, gaps.lacks_root, gaps.has_any_source, gaps.has_fortran, gaps.has_many_ranks,
       gaps.counts_elements, gaps.tells_apart, gaps.splits_communicators, gaps.most_communicators, gaps.has_windows,
       gaps.lacks_fences, gaps.lacks_locks);
}

// Finds the sends and receives in the recorded communications or, if there are none, in the argument values. `calls`
// are sorted by rank; `made` has the trace's call for each element of `calls`. Fills MpiCall::root and
// MpiCall::communicator.
Transfers FindTransfers(const Trace& trace, const std::vector<const RuntimeCall*>& made, std::vector<MpiCall>& calls);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_

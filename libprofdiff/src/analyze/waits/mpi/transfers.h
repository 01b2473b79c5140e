// SPDX-License-Identifier: GPL-3.0-or-later
// Who sent what to whom, call by call.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/mpi/call.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// One end of a message. Ranks are numbers, as in ThreadTrace::rank.
struct MessageEnd {
  static constexpr std::uint32_t kAnyTag = 0xffffffff;

  std::size_t call = 0;              // index into the calls
  std::optional<std::size_t> start;  // of a receive: the call that began it, where it is known
  std::uint32_t source = 0, destination = 0;
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;
  std::uint64_t bytes = 0;
};

// What a recording lacks about its messages.
struct TransferGaps {
  bool lacks_partner = false, lacks_root = false, has_any_source = false, has_fortran = false;
  std::uint64_t most_communicators = 0;  // of any rank with arguments only

  void Add(const TransferGaps& more);
  std::optional<std::string> MessageProblem() const;  // why messages cannot be matched
  std::optional<std::string> RootProblem() const;     // why roots of collective operations are unknown
};

// Shape: sends and receives of each rank in its order.
struct Transfers {
  std::vector<MessageEnd> sends, receives;
  TransferGaps gaps;

  // Appends those of other ranks, whose indices of calls fit.
  void Append(Transfers more);
};

template <class Pack>
void Fields(Pack& pack, TransferGaps& gaps) {
  pack(gaps.lacks_partner, gaps.lacks_root, gaps.has_any_source, gaps.has_fortran, gaps.most_communicators);
}

// Finds transfers from recorded communications, else from the values of arguments. `calls` are by rank; `made` has the
// trace's call for each of them. Fills MpiCall::root and MpiCall::communicator.
Transfers FindTransfers(const Trace& trace, const std::vector<const RuntimeCall*>& made, std::vector<MpiCall>& calls);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_TRANSFERS_H_

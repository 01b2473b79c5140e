// SPDX-License-Identifier: GPL-3.0-or-later
// Who sent what to whom, call by call.
#ifndef PROFDIFF_ANALYZE_WAITS_TRANSFERS_H_
#define PROFDIFF_ANALYZE_WAITS_TRANSFERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/mpi_calls.h"
#include "profdiff/trace.h"

namespace profdiff {

// One end of a message. Ranks are numbers, as in ThreadTrace::rank.
struct MessageEnd {
  static constexpr std::uint32_t kAnyTag = 0xffffffff;

  std::size_t call = 0;              // an entry of MpiCalls::calls
  std::optional<std::size_t> start;  // of a receive: the call that began it, where it is known
  std::uint32_t source = 0, destination = 0;
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;
  std::uint64_t bytes = 0;
};

// Shape: sends and receives of each rank in its order.
struct Transfers {
  std::vector<MessageEnd> sends, receives;
  std::optional<std::string> problem;       // why messages cannot be matched
  std::optional<std::string> root_problem;  // why roots of collective operations are unknown
};

// From communications where the recording has them, else from the values of arguments. Fills MpiCall::root and
// MpiCall::communicator.
Transfers FindTransfers(const Trace& trace, MpiCalls& mpi);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_TRANSFERS_H_

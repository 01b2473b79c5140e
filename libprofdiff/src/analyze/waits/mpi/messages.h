// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between ranks: which send belongs to which receive.
//
// A process sends the ends of the messages that its ranks sent to the processes of the receiving ranks. There they are
// matched, and the sender gets back when the receive began.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/whole_run.h"

namespace profdiff {

// A call of any process.
struct CallAddress {
  std::uint32_t process = 0;
  std::uint32_t call = 0;  // index into OwnCalls::calls of that process

  friend bool operator==(const CallAddress&, const CallAddress&) = default;
};

// A message that a rank of this process received. Units: nanoseconds of each rank's clock.
struct ReceivedMessage {
  std::uint32_t receive = 0;           // own call in which it arrived
  std::optional<std::uint32_t> start;  // own call that began to receive, where it is known
  CallAddress send;
  std::uint32_t source = 0;  // rank
  std::int64_t send_begin = 0, send_end = 0;
  bool is_synchronous = false;  // the send
  bool is_played = false;       // the send is in the first instance of the phase
};

// A message that a rank of this process sent, and another one received.
struct DeliveredMessage {
  std::uint32_t send = 0;  // own call
  std::uint64_t bytes = 0;
  CallAddress receive;
  bool is_played = false;         // the receive is in the first instance of the phase
  std::uint32_t destination = 0;  // rank
  // The call that began to receive, where it is known.
  std::optional<std::uint32_t> start;  // index, as of `receive`
  std::int64_t start_begin = 0;
  bool start_is_played = false;
};

// Shape: received messages of each rank in the order of its receives; delivered ones by receiver.
struct MatchedMessages {
  std::vector<ReceivedMessage> received;
  std::vector<DeliveredMessage> delivered;
  std::uint64_t unsent = 0, unreceived = 0;  // ends without a match that this process has found
};

// Messages match in order: the n-th one of a source, a destination, a tag and a communicator that was sent is the n-th
// one that was received. Cost: linear in messages but for look-ups.
MatchedMessages MatchMessages(const OwnCalls& own, const WholeRun& run, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_

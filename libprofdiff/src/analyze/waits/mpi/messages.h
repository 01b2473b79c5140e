// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the sends and receives of messages between ranks.
//
// A process passes the sends of its ranks to the processes that have the receiving ranks. These match sends with
// receives, and return the start time of each receive.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/whole_run.h"
#include "profdiff/properties.h"

namespace profdiff {

// A call of any process.
struct CallAddress {
  std::uint32_t process = 0;
  std::uint32_t call = 0;  // index into OwnCalls::calls of that process

  friend bool operator==(const CallAddress&, const CallAddress&) = default;
};

// A message that a rank of this process received. Times are in nanoseconds on each rank's own clock.
struct ReceivedMessage {
  std::uint32_t receive = 0;           // index of this process's call in which the message arrived
  std::optional<std::uint32_t> start;  // index of this process's call that started the receive, if known
  CallAddress send;
  std::uint32_t source = 0;                   // rank
  std::int64_t send_begin = 0, send_end = 0;  // send_end may be kUnknownEnd
  bool is_blocking = false;                   // true if the send is a call of MPI_Send
  bool is_synchronous = false;                // true if the send is synchronous
  bool is_played = false;                     // true if the send is in the first instance of the phase
  // False if another message of the same call ended the wait, although this one was sent later.
  bool may_wait = true;
  // The call that the replay lets wait for the message; nullopt if no call is seen to complete the receive.
  std::optional<std::uint32_t> replayed = {};
};

// A message that a rank of this process sent and another rank received.
struct DeliveredMessage {
  std::uint32_t send = 0;  // index of this process's call
  std::uint64_t bytes = 0;
  CallAddress receive;
  bool is_synchronous = false;    // true if the send is synchronous
  bool is_played = false;         // true if the receive is in the first instance of the phase
  bool is_seen = true;            // false if no call is seen to complete the receive; `receive` is then its start
  std::uint32_t destination = 0;  // rank
  // The call that started the receive, if known.
  std::optional<std::uint32_t> start;  // index in the same process as `receive`
  std::int64_t start_begin = 0;
  bool start_is_played = false;
  // This process's call that waited for a synchronous send, if the send itself did not.
  std::optional<std::uint32_t> waiting = {};
};

// A message for which a rank of this process polled. Times are on the sender's clock.
struct PolledMessage {
  std::size_t poll = 0;  // index into OwnCalls::polls
  std::uint32_t source = 0;
  std::int64_t send_begin = 0;
  CallAddress send;
};

// An error and the calls that it concerns, each with its rank.
struct PlacedError {
  struct Where {
    std::uint32_t rank = 0;
    CallAddress call;
  };

  RunError error;
  std::vector<Where> places;
};

template <class Pack>
void Fields(Pack& pack, PlacedError::Where& where) {
  pack(where.rank, where.call.process, where.call.call);
}
template <class Pack>
void Fields(Pack& pack, PlacedError& placed) {
  pack(placed.error.kind, placed.error.ranks, placed.error.text, placed.places);
}

// Shape: received messages are sorted by the call in which they arrived; delivered messages are sorted by receiver.
struct MatchedMessages {
  std::vector<ReceivedMessage> received;
  std::vector<ReceivedMessage> unseen_messages;  // of `unseen`; `receive` is the call that started the receive
  std::vector<DeliveredMessage> delivered;
  std::vector<PolledMessage> polled;
  std::uint64_t unsent = 0, unreceived = 0;  // receives without a send, and sends without a receive, in this process
  std::uint64_t unseen = 0;                  // receives that no call is seen to complete
  std::uint64_t unjudged = 0;                // messages that receives from an unknown sender may have received
  std::vector<PlacedError> errors;           // receives that never ended, although a message with another tag was sent
};

// A receive from an unknown sender belongs to the channel (source, destination, communicator) in which as many messages
// were sent more than received, if this is the only one for its destination. Otherwise, the channels with such a
// surplus are left out.
//
// Matches messages in order: among the messages with the same source, destination, tag and communicator, the n-th one
// sent belongs to the n-th receive that was started. Cost: linear in messages, except for look-ups.
MatchedMessages MatchMessages(const OwnCalls& own, const WholeRun& run, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_MESSAGES_H_

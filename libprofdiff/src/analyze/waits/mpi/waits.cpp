// SPDX-License-Identifier: GPL-3.0-or-later
// Finds wait states as defined in Scalasca's pattern documentation:
//   - late sender: a receiver waits from the time at which it enters its call until the sender enters its call; the
//     wait also counts as a wait in the wrong order if a message that was sent earlier is received later;
//   - late receiver: a sender waits for the receiver (and leaves its call after the receiver has begun);
//   - wait at barrier, wait at N x N: a rank waits from the time at which it enters until the last rank enters;
//   - late broadcast: the other ranks wait until the root enters; early reduce: the root waits until the last rank
//     enters; early scan: a rank waits until the last lower rank enters;
//   - wait at fence: a rank waits until the last rank enters the fence, if it leaves after that;
//   - window contention: a rank waits for a lock until the rank that has a lock of the same window releases it.
// No wait is longer than its call. Polling for a message is the time in which a rank tests or probes again and again
// (polls.h), until the message is sent; this time is in several calls, and between them.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/cli/check/ranks.py.
#include "analyze/waits/mpi/waits.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace profdiff {
namespace {

using Kind = MpiRoutine::Kind;

class MpiWaits {
 public:
  MpiWaits(const OwnCalls& own, const ClockFit& clocks) : own_(own), clocks_(clocks) {}

  std::vector<CallWait> Find(const MatchedMessages& messages, const std::vector<MatchedCall>& collectives,
                             const std::vector<WindowWait>& locks) {
    FindLateSenders(messages.received);
    for (const DeliveredMessage& message : messages.delivered) AddLateReceiver(message);
    AddLateReceivers();
    for (const MatchedCall& call : collectives) AddCollective(call);
    for (const WindowWait& wait : locks) AddUntil(WaitKind::kWindowContention, wait.call, wait.until, wait.by);
    AddPolls(messages.polled);
    return std::move(waits_);
  }

 private:
  // Tests do not wait, although they receive messages. Processes the last message of a rank first, so that messages
  // received later are already known. A call that receives several messages waits for the last one.
  void FindLateSenders(const std::vector<ReceivedMessage>& messages) {
    std::vector<const ReceivedMessage*> order;
    for (const ReceivedMessage& message : messages) order.push_back(&message);
    std::ranges::stable_sort(order, {}, [](const ReceivedMessage* message) { return message->receive; });
    std::uint32_t rank = std::numeric_limits<std::uint32_t>::max();
    std::int64_t earliest = 0;  // earliest send of a message that is received later
    for (auto at = order.rbegin(); at != order.rend();) {
      const std::uint32_t receive = (*at)->receive;
      const MpiCall& call = own_.calls[receive];
      if (call.rank != rank) earliest = std::numeric_limits<std::int64_t>::max();
      rank = call.rank;
      std::int64_t last_sent = std::numeric_limits<std::int64_t>::min(), first_sent = earliest;
      CallAddress last;
      for (; at != order.rend() && (*at)->receive == receive; ++at) {
        const std::int64_t sent = (*at)->send_begin + clocks_.OffsetOf((*at)->source);
        if ((*at)->may_wait && sent > last_sent) last = (*at)->send;
        if ((*at)->may_wait) last_sent = std::max(last_sent, sent);
        first_sent = std::min(first_sent, sent);
      }
      const bool is_test = call.routine.kind == Kind::kTest || call.routine.kind == Kind::kTestAll;
      if (!is_test) AddUntil(WaitKind::kLateSender, receive, last_sent, last);
      if (!is_test && earliest < last_sent) AddUntil(WaitKind::kWrongOrder, receive, last_sent, last);
      earliest = first_sent;
    }
  }

  // Skips calls that only start a send, as they do not wait: the call that completes it does.
  void AddLateReceiver(const DeliveredMessage& message) {
    const MpiCall& send = own_.calls[message.send];
    if (message.start && message.waiting) {
      const std::int64_t begin = message.start_begin + clocks_.OffsetOf(message.destination);
      LateReceiver& latest = late_receivers_[*message.waiting];
      if (begin > latest.begin) latest = {begin, {message.receive.process, *message.start}};
      return;
    }
    if (!message.start || (send.routine.kind != Kind::kSend && send.routine.kind != Kind::kSynchronousSend)) return;
    const std::int64_t begin = message.start_begin + clocks_.OffsetOf(message.destination);
    if (send.end >= begin)
      AddUntil(WaitKind::kLateReceiver, message.send, begin, {message.receive.process, *message.start});
  }

  // A call that waits for several requests waits for the last one, whether it is a send or a receive.
  void AddLateReceivers() {
    std::map<std::uint32_t, std::int64_t> for_senders;  // the longest wait of each call
    for (const CallWait& wait : waits_) {
      if (late_receivers_.contains(wait.call)) for_senders[wait.call] = std::max(for_senders[wait.call], wait.lost);
    }
    std::erase_if(late_receivers_, [&](const auto& each) {
      const MpiCall& call = own_.calls[each.first];
      const auto other = for_senders.find(each.first);
      return other != for_senders.end() && other->second >= std::min(each.second.begin, call.end) - call.begin;
    });
    std::erase_if(waits_, [this](const CallWait& wait) { return late_receivers_.contains(wait.call); });
    for (const auto& [call, latest] : late_receivers_) {
      AddUntil(WaitKind::kLateReceiver, call, latest.begin, latest.start);
    }
  }

  void AddCollective(const MatchedCall& match) {
    if (!match.until) return;
    const auto add = [&](WaitKind kind) { AddUntil(kind, match.call, *match.until, match.last); };
    switch (own_.calls[match.call].routine.kind) {
      case Kind::kBarrier:
        return add(WaitKind::kWaitAtBarrier);
      case Kind::kAllToAll:
        return add(WaitKind::kWaitAtNxN);
      case Kind::kFence:
        if (own_.calls[match.call].end >= *match.until) add(WaitKind::kWaitAtFence);
        return;
      case Kind::kOneToAll:
        return add(WaitKind::kLateBroadcast);
      case Kind::kAllToOne:
        if (match.is_root) add(WaitKind::kEarlyReduce);
        return;
      case Kind::kScan:
        return add(WaitKind::kEarlyScan);
      default:
        return;
    }
  }

  // A time in which a rank polled for one message that had not been sent.
  struct PolledWait {
    std::int64_t begin = 0, end = 0;
    std::uint32_t call = 0;
    CallAddress by;
  };

  // Time in which a rank polls for several messages counts once.
  void AddPolls(const std::vector<PolledMessage>& messages) {
    std::map<std::uint32_t, std::vector<PolledWait>> waits;  // by rank
    for (const PolledMessage& message : messages) {
      const std::int64_t sent = message.send_begin + clocks_.OffsetOf(message.source);
      for (const PolledSpan& span : own_.polls[message.poll].spans) {
        const std::uint32_t rank = own_.calls[span.call].rank;
        const std::int64_t offset = clocks_.OffsetOf(rank), begin = span.begin + offset;
        const std::int64_t end = std::min(span.end + offset, sent);
        if (!span.IsPolling() || begin >= end) continue;
        waits[rank].push_back({begin, end, static_cast<std::uint32_t>(span.call), message.send});
      }
    }
    for (auto& [rank, list] : waits) {
      std::ranges::sort(list, {}, [](const PolledWait& wait) { return std::tuple(wait.begin, wait.end, wait.call); });
      std::int64_t counted = std::numeric_limits<std::int64_t>::min();
      for (const PolledWait& wait : list) {
        const std::int64_t lost = wait.end - std::max(wait.begin, counted);
        if (lost > 0) waits_.push_back({WaitKind::kPollingForMessage, wait.call, lost, wait.by});
        counted = std::max(counted, wait.end);
      }
    }
  }

  void AddUntil(WaitKind kind, std::uint32_t call, std::int64_t time, const CallAddress& by) {
    const std::int64_t lost = std::min(time, own_.calls[call].end) - own_.calls[call].begin;
    if (lost > 0) waits_.push_back({kind, call, lost, by});
  }

  const OwnCalls& own_;
  const ClockFit& clocks_;
  // The last receive that began among those for which a call waits.
  struct LateReceiver {
    std::int64_t begin = std::numeric_limits<std::int64_t>::min();
    CallAddress start;
  };

  std::vector<CallWait> waits_;
  std::map<std::uint32_t, LateReceiver> late_receivers_;  // by call of MPI_Wait and others
};

}  // namespace

std::vector<CallWait> FindMpiWaits(const OwnCalls& own, const MatchedMessages& messages,
                                   const std::vector<MatchedCall>& collectives, const std::vector<WindowWait>& locks,
                                   const ClockFit& clocks) {
  return MpiWaits(own, clocks).Find(messages, collectives, locks);
}

}  // namespace profdiff

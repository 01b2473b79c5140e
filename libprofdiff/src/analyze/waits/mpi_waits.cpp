// SPDX-License-Identifier: GPL-3.0-or-later
// Wait states, as Scalasca's documentation of patterns defines them:
//   - late sender: a receiver waits from when it enters its call until the sender enters its own;
//     in wrong order if a message that had been sent before that one was received later;
//   - late receiver: a sender that waits for the receiver (it leaves after that one has begun);
//   - wait at barrier, wait at N x N: from the own enter to the last rank's;
//   - late broadcast: until the root enters; early reduce: the root, until the last one enters.
// No wait is longer than the call.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/mpi_waits.h"

#include <algorithm>
#include <limits>

namespace profdiff {
namespace {

using Kind = MpiRoutine::Kind;

class MpiWaits {
 public:
  MpiWaits(const MpiCalls& mpi, std::vector<Wait>& waits, WaitProblems& problems)
      : mpi_(mpi), waits_(waits), problems_(problems) {}

  void Find() {
    SetProblems();
    FindLateSenders();
    for (const MpiMessage& message : mpi_.messages) AddLateReceiver(message);
    for (const MpiCollective& collective : mpi_.collectives) AddCollective(collective);
  }

 private:
  void SetProblem(WaitKind kind, const std::optional<std::string>& problem) {
    std::optional<std::string>& stored = problems_[static_cast<std::size_t>(kind)];
    if (problem && !stored) stored = problem;
  }

  void SetProblems() {
    for (const WaitKind kind : {WaitKind::kLateSender, WaitKind::kWrongOrder, WaitKind::kLateReceiver}) {
      SetProblem(kind, mpi_.message_problem);
    }
    for (const WaitKind kind :
         {WaitKind::kWaitAtBarrier, WaitKind::kWaitAtNxN, WaitKind::kLateBroadcast, WaitKind::kEarlyReduce}) {
      SetProblem(kind, mpi_.collective_problem);
    }
    SetProblem(WaitKind::kLateBroadcast, mpi_.root_problem);
    SetProblem(WaitKind::kEarlyReduce, mpi_.root_problem);
  }

  // From the last message of a rank to its first, so that those received later are known. A call that receives several
  // messages waits for the last one.
  void FindLateSenders() {
    std::vector<const MpiMessage*> order;
    for (const MpiMessage& message : mpi_.messages) order.push_back(&message);
    std::ranges::stable_sort(order, {}, [](const MpiMessage* message) { return message->receive; });
    std::uint32_t rank = std::numeric_limits<std::uint32_t>::max();
    std::int64_t earliest = 0;  // when a message was sent that is received later
    for (auto at = order.rbegin(); at != order.rend();) {
      const MpiCall& receive = mpi_.calls[(*at)->receive];
      if (receive.rank != rank) earliest = std::numeric_limits<std::int64_t>::max();
      rank = receive.rank;
      std::int64_t last_sent = std::numeric_limits<std::int64_t>::min(), first_sent = earliest;
      for (const std::size_t call = (*at)->receive; at != order.rend() && (*at)->receive == call; ++at) {
        last_sent = std::max(last_sent, mpi_.calls[(*at)->send].begin);
        first_sent = std::min(first_sent, mpi_.calls[(*at)->send].begin);
      }
      const std::int64_t lost = std::min(last_sent, receive.end) - receive.begin;
      Add(WaitKind::kLateSender, receive, lost);
      if (earliest < last_sent) Add(WaitKind::kWrongOrder, receive, lost);
      earliest = first_sent;
    }
  }

  // A call that only starts a send does not wait.
  void AddLateReceiver(const MpiMessage& message) {
    const MpiCall& send = mpi_.calls[message.send];
    if (!message.start || (send.routine.kind != Kind::kSend && send.routine.kind != Kind::kSynchronousSend)) return;
    const MpiCall& receive = mpi_.calls[*message.start];
    if (send.end >= receive.begin) Add(WaitKind::kLateReceiver, send, receive.begin - send.begin);
  }

  void AddCollective(const MpiCollective& collective) {
    const std::vector<std::size_t>& calls = collective.calls;
    const MpiCall& first = mpi_.calls[calls.front()];
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const std::size_t call : calls) last = std::max(last, mpi_.calls[call].begin);
    if (first.routine.kind == Kind::kBarrier) return AddUntil(WaitKind::kWaitAtBarrier, calls, last);
    if (first.routine.kind == Kind::kAllToAll) return AddUntil(WaitKind::kWaitAtNxN, calls, last);
    const std::optional<std::size_t> root = mpi_.RootOf(collective);
    if (!root) return;
    if (first.routine.kind == Kind::kOneToAll) AddUntil(WaitKind::kLateBroadcast, calls, mpi_.calls[*root].begin);
    if (first.routine.kind == Kind::kAllToOne) AddUntil(WaitKind::kEarlyReduce, {*root}, last);
  }

  void AddUntil(WaitKind kind, const std::vector<std::size_t>& calls, std::int64_t time) {
    for (const std::size_t i : calls) {
      const MpiCall& call = mpi_.calls[i];
      Add(kind, call, std::min(time, call.end) - call.begin);
    }
  }

  void Add(WaitKind kind, const MpiCall& call, std::int64_t lost) {
    if (lost <= 0 || call.instance == 0) return;
    waits_.push_back({kind, call.thread, call.caller, call.function, call.instance, lost});
  }

  const MpiCalls& mpi_;
  std::vector<Wait>& waits_;
  WaitProblems& problems_;
};

}  // namespace

void FindMpiWaits(const MpiCalls& mpi, std::vector<Wait>& waits, WaitProblems& problems) {
  MpiWaits(mpi, waits, problems).Find();
}

}  // namespace profdiff

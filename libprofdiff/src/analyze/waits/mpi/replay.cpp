// SPDX-License-Identifier: GPL-3.0-or-later
// The replay is a simulation on a graph whose nodes are calls and collective operations. When a rank arrives at a call,
// the call sends signals to the nodes that wait for it; a collective operation sends its signals when the last rank has
// arrived. A rank continues when its call has received all signals for which it waits. Signals within a process are
// delivered immediately; signals to other processes are delivered when no rank of this process can continue. Tests:
// tests/unit/analyze/waits/mpi_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/mpi/replay.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace profdiff {

struct Signal {
  bool is_for_operation = false;
  std::uint32_t node = 0;  // index of an operation or call in the receiving process
  std::int64_t time = 0;   // simulated time in nanoseconds at which the sender arrived
};
// Signals from one process to another. `goes_on` is true if the sending process has signals for any process.
struct Signals {
  bool goes_on = false;
  std::vector<Signal> list;
};

template <class Pack>
void Fields(Pack& pack, Signal& signal) {
  pack(signal.is_for_operation, signal.node, signal.time);
}
template <class Pack>
void Fields(Pack& pack, Signals& signals) {
  pack(signals.goes_on, signals.list);
}

namespace {

// A node of any process that waits for a node of this process.
struct Target {
  std::uint32_t process = 0;
  bool is_operation = false;
  std::uint32_t node = 0;
};

// Adds a difference to a time that is not negative. A chain of ranks can wait for times that add up to more than 64
// bits.
std::int64_t Later(std::int64_t time, std::int64_t difference) {
  return time + std::min(difference, std::numeric_limits<std::int64_t>::max() - time);
}

class Nodes {
 public:
  explicit Nodes(std::size_t count) : nodes_(count) {}

  void AddMissing(std::size_t node) { ++nodes_[node].missing; }
  void AddTarget(std::uint32_t node, const Target& target) { edges_.push_back({node, target}); }
  void SortTargets() { std::ranges::stable_sort(edges_, {}, &Edge::node); }

  bool Waits(std::size_t node) const { return nodes_[node].missing > 0; }
  std::int64_t latest(std::size_t node) const { return nodes_[node].latest; }
  // Delivers a signal to a node. Returns true if this was the last signal for which the node waited.
  bool Take(std::size_t node, std::int64_t time) {
    Exchange::Require(node < nodes_.size() && nodes_[node].missing > 0);
    nodes_[node].latest = std::max(nodes_[node].latest, time);
    return --nodes_[node].missing == 0;
  }
  template <class Use>
  void ForEachTarget(std::uint32_t node, const Use& use) const {
    const auto first = std::ranges::lower_bound(edges_, node, {}, &Edge::node);
    for (auto edge = first; edge != edges_.end() && edge->node == node; ++edge) use(edge->target);
  }

 private:
  struct Node {
    std::uint32_t missing = 0;  // number of signals that have not arrived yet
    std::int64_t latest = 0;    // time of the latest signal that has arrived
  };
  struct Edge {
    std::uint32_t node = 0;
    Target target;
  };
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;  // sorted by node before the replay starts
};

class Replay {
 public:
  Replay(const MatchedShare& share, const std::map<std::uint32_t, TimeSpan>& instance, const Exchange& exchange)
      : share_(share),
        instance_(instance),
        exchange_(exchange),
        calls_(share.own.calls.size()),
        operations_(share.operations.size()) {
    AddMessages();
    AddCollectives();
    calls_.SortTargets();
    operations_.SortTargets();
    StartRanks();
  }

  std::optional<std::int64_t> Run() {
    for (auto& [rank, state] : ranks_) Play(state);
    do {
      DeliverOwn();
    } while (ExchangeSignals());
    bool is_complete = true;
    std::int64_t last = 0;
    for (const auto& [rank, state] : ranks_) {
      is_complete = is_complete && state.next == state.calls.size();
      last = std::max(last, Later(state.time, instance_.at(rank).end - state.left));
    }
    // A process in which a rank still waits sends nullopt, which is less than any time.
    const std::vector<std::optional<std::int64_t>> ends =
        exchange_.Share(is_complete ? std::optional(last) : std::nullopt);
    return std::ranges::min(ends) ? std::ranges::max(ends) : std::nullopt;
  }

 private:
  struct Rank {
    std::vector<std::uint32_t> calls;  // indices of the rank's calls in the first instance of the phase
    std::size_t next = 0;
    bool has_arrived = false;  // true if the rank has arrived at its next call
    std::int64_t time = 0;     // simulated time since the first rank began
    // Recorded time at which the rank left its last call; before its first call, the time at which the rank began.
    std::int64_t left = 0;
  };

  bool IsPlayed(std::size_t call) const { return share_.own.calls[call].instance == 1; }

  // A receive waits for the send, and a synchronous send waits for the start of the receive.
  void AddMessages() {
    const auto own = static_cast<std::uint32_t>(exchange_.own());
    for (const ReceivedMessage& message : share_.messages.received) {
      if (!message.is_played || !message.replayed) continue;
      if (IsPlayed(*message.replayed) && message.send != CallAddress{own, *message.replayed}) {
        calls_.AddMissing(*message.replayed);
      }
      if (message.is_synchronous && message.start && IsPlayed(*message.start) &&
          message.send != CallAddress{own, *message.start}) {
        calls_.AddTarget(*message.start, {message.send.process, false, message.send.call});
      }
    }
    for (const DeliveredMessage& message : share_.messages.delivered) {
      if (!IsPlayed(message.send) || !message.is_seen) continue;
      const CallAddress send{own, message.send};
      if (message.is_played && message.receive != send) {
        calls_.AddTarget(message.send, {message.receive.process, false, message.receive.call});
      }
      if (message.is_synchronous && message.start && message.start_is_played &&
          CallAddress{message.receive.process, *message.start} != send) {
        calls_.AddMissing(message.send);
      }
    }
  }

  void AddCollectives() {
    for (const MatchedCall& match : share_.calls) {
      if (match.role.delays) calls_.AddTarget(match.call, {match.process, true, match.operation});
      if (match.role.waits) calls_.AddMissing(match.call);
    }
    for (std::uint32_t i = 0; i < share_.operations.size(); ++i) {
      const Operation& operation = share_.operations[i];
      if (!operation.IsPlayed()) continue;
      const Participant* const root = operation.Root();
      for (const Participant& call : operation.calls) {
        const ReplayRole role = RoleOf(operation.kind, &call == root, call.is_played);
        if (role.delays) operations_.AddMissing(i);
        if (role.waits) operations_.AddTarget(i, {call.call.process, false, call.call.call});
      }
    }
  }

  void StartRanks() {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    std::int64_t own = kNever;
    for (const auto& [rank, interval] : instance_) {
      own = std::min(own, interval.begin);
      ranks_[rank].left = interval.begin;
    }
    const std::int64_t first = std::ranges::min(exchange_.Share(own));
    for (const auto& [rank, interval] : instance_) ranks_[rank].time = interval.begin - first;
    // Ranks that start in the phase meet in MPI_Init, however late they begin.
    for (std::uint32_t i = 0; i < share_.own.calls.size(); ++i) {
      const MpiCall& call = share_.own.calls[i];
      if (IsPlayed(i) && call.routine.kind == MpiRoutine::Kind::kInitialize) ranks_[call.rank].time = 0;
    }
    for (std::uint32_t i = 0; i < share_.own.calls.size(); ++i) {
      if (IsPlayed(i)) ranks_[share_.own.calls[i].rank].calls.push_back(i);
    }
  }

  // Replays a rank until it has to wait.
  void Play(Rank& rank) {
    for (; rank.next < rank.calls.size(); ++rank.next, rank.has_arrived = false) {
      const std::uint32_t call = rank.calls[rank.next];
      if (!rank.has_arrived) {
        rank.time = Later(rank.time, std::max<std::int64_t>(share_.own.calls[call].begin - rank.left, 0));
        rank.has_arrived = true;
        Fire(calls_, call, rank.time);
      }
      if (calls_.Waits(call)) return;
      rank.time = std::max(rank.time, calls_.latest(call));
      rank.left = std::max(rank.left, share_.own.calls[call].end);
    }
  }

  void Fire(const Nodes& nodes, std::uint32_t node, std::int64_t time) {
    nodes.ForEachTarget(node, [&](const Target& target) {
      const Signal signal{target.is_operation, target.node, time};
      target.process == exchange_.own() ? own_signals_.push_back(signal) : outgoing_[target.process].push_back(signal);
    });
  }

  void DeliverOwn() {
    while (!own_signals_.empty()) {
      const Signal signal = own_signals_.back();
      own_signals_.pop_back();
      Deliver(signal);
    }
  }

  void Deliver(const Signal& signal) {
    Nodes& nodes = signal.is_for_operation ? operations_ : calls_;
    if (!nodes.Take(signal.node, signal.time)) return;
    if (signal.is_for_operation) return Fire(nodes, signal.node, nodes.latest(signal.node));
    Rank& rank = ranks_.at(share_.own.calls[signal.node].rank);
    if (rank.next < rank.calls.size() && rank.calls[rank.next] == signal.node && rank.has_arrived) Play(rank);
  }

  // Returns false if no process has signals.
  bool ExchangeSignals() {
    if (exchange_.count() == 1) return false;
    const bool goes_on = !outgoing_.empty();
    std::vector<Signals> signals(exchange_.count(), Signals{goes_on, {}});
    for (auto& [process, list] : outgoing_) signals[process].list = std::move(list);
    outgoing_.clear();
    signals = exchange_.Swap(std::move(signals));
    for (const Signals& from : signals) {
      for (const Signal& signal : from.list) Deliver(signal);
    }
    return std::ranges::any_of(signals, &Signals::goes_on);
  }

  const MatchedShare& share_;
  const std::map<std::uint32_t, TimeSpan>& instance_;
  const Exchange& exchange_;
  Nodes calls_;       // calls of this process, by index into OwnCalls::calls
  Nodes operations_;  // operations whose calls are matched in this process, by index into MatchedShare::operations
  std::map<std::uint32_t, Rank> ranks_;
  std::vector<Signal> own_signals_;
  std::map<std::size_t, std::vector<Signal>> outgoing_;  // by process
};

}  // namespace

std::optional<std::int64_t> ReplayIdeally(const MatchedShare& share, const std::map<std::uint32_t, TimeSpan>& instance,
                                          const Exchange& exchange) {
  return Replay(share, instance, exchange).Run();
}

}  // namespace profdiff

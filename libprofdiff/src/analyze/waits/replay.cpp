// SPDX-License-Identifier: GPL-3.0-or-later
// Each rank is played until it needs another rank's arrival that has not been played; that one wakes it.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/replay.h"

#include <algorithm>
#include <vector>

namespace profdiff {
namespace {

using Kind = MpiRoutine::Kind;

class Replay {
 public:
  Replay(const MpiCalls& mpi, std::span<const PhaseInterval> instance) : mpi_(mpi), instance_(instance) {
    arrival_.resize(mpi.calls.size());
    waiting_.resize(mpi.calls.size());
    needs_.resize(mpi.calls.size());
    collective_of_.resize(mpi.calls.size(), kNoCollective);
    ranks_.resize(mpi.ranks.size());
    AddNeeds();
    StartRanks();
  }

  std::optional<std::int64_t> Run() {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) ready_.push_back(rank);
    while (!ready_.empty()) {
      const std::uint32_t rank = ready_.back();
      ready_.pop_back();
      Play(rank);
    }
    std::int64_t last = 0;
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      const Rank& state = ranks_[rank];
      if (state.next != state.calls.size()) return std::nullopt;
      last = std::max(last, state.time + instance_[rank].end - state.left);
    }
    return last;
  }

 private:
  static constexpr std::size_t kNoCollective = ~std::size_t{0};

  struct Collective {
    std::size_t missing = 0;
    std::int64_t latest = 0;
    std::vector<std::uint32_t> waiting;  // ranks
  };
  struct Rank {
    std::vector<std::size_t> calls;  // of the instance
    std::size_t next = 0;
    std::int64_t time = 0;  // of the play, from the first rank's begin
    std::int64_t left = 0;  // when the rank left its last call, or began
  };

  bool IsPlayed(const MpiCall& call) const { return call.instance == 1; }

  void AddNeed(std::size_t call, std::size_t other) {
    if (call != other && IsPlayed(mpi_.calls[call]) && IsPlayed(mpi_.calls[other])) needs_[call].push_back(other);
  }

  void AddNeeds() {
    for (const MpiMessage& message : mpi_.messages) {
      AddNeed(message.receive, message.send);
      const bool synchronous = mpi_.calls[message.send].routine.kind == Kind::kSynchronousSend;
      if (synchronous && message.start) AddNeed(message.send, *message.start);
    }
    for (const MpiCollective& collective : mpi_.collectives) {
      const Kind kind = mpi_.calls[collective.calls.front()].routine.kind;
      const std::optional<std::size_t> root = mpi_.RootOf(collective);
      const bool all = kind == Kind::kBarrier || kind == Kind::kAllToAll;
      if (all) {
        AddMeeting(collective);
      } else if (root && kind == Kind::kOneToAll) {
        for (const std::size_t call : collective.calls) AddNeed(call, *root);
      } else if (root && kind == Kind::kAllToOne) {
        for (const std::size_t call : collective.calls) AddNeed(*root, call);
      }
    }
  }

  // All need all: the last one to arrive ends the others' wait.
  void AddMeeting(const MpiCollective& collective) {
    const bool is_played =
        std::ranges::all_of(collective.calls, [&](std::size_t call) { return IsPlayed(mpi_.calls[call]); });
    if (!is_played) return;
    for (const std::size_t call : collective.calls) collective_of_[call] = collectives_.size();
    collectives_.push_back({collective.calls.size(), 0, {}});
  }

  void StartRanks() {
    for (std::size_t i = 0; i < mpi_.calls.size(); ++i) {
      if (IsPlayed(mpi_.calls[i])) ranks_[mpi_.calls[i].rank].calls.push_back(i);
    }
    std::int64_t first = instance_.front().begin;
    for (const PhaseInterval& interval : instance_) first = std::min(first, interval.begin);
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      ranks_[rank].time = instance_[rank].begin - first;
      ranks_[rank].left = instance_[rank].begin;
    }
  }

  void Play(std::uint32_t rank) {
    Rank& state = ranks_[rank];
    while (state.next < state.calls.size()) {
      const std::size_t call = state.calls[state.next];
      if (!arrival_[call]) {
        arrival_[call] = state.time + std::max<std::int64_t>(mpi_.calls[call].begin - state.left, 0);
        Arrive(call);
      }
      const std::optional<std::int64_t> end = EndOf(call, rank);
      if (!end) return;
      state.time = *end;
      state.left = std::max(state.left, mpi_.calls[call].end);
      ++state.next;
    }
  }

  void Arrive(std::size_t call) {
    Wake(waiting_[call]);
    if (collective_of_[call] == kNoCollective) return;
    Collective& collective = collectives_[collective_of_[call]];
    collective.latest = std::max(collective.latest, *arrival_[call]);
    if (--collective.missing == 0) Wake(collective.waiting);
  }

  void Wake(std::vector<std::uint32_t>& waiting) {
    ready_.insert(ready_.end(), waiting.begin(), waiting.end());
    waiting.clear();
  }

  // Nothing if a call that it waits for has not been reached: that one wakes the rank.
  std::optional<std::int64_t> EndOf(std::size_t call, std::uint32_t rank) {
    std::int64_t end = *arrival_[call];
    for (const std::size_t other : needs_[call]) {
      if (!arrival_[other]) {
        waiting_[other].push_back(rank);
        return std::nullopt;
      }
      end = std::max(end, *arrival_[other]);
    }
    if (collective_of_[call] == kNoCollective) return end;
    Collective& collective = collectives_[collective_of_[call]];
    if (collective.missing == 0) return std::max(end, collective.latest);
    collective.waiting.push_back(rank);
    return std::nullopt;
  }

  const MpiCalls& mpi_;
  std::span<const PhaseInterval> instance_;
  std::vector<std::optional<std::int64_t>> arrival_;  // by call, in the play
  std::vector<std::vector<std::uint32_t>> waiting_;   // by call: ranks
  std::vector<std::vector<std::size_t>> needs_;       // by call: calls that it waits for
  std::vector<std::size_t> collective_of_;            // by call: an entry of collectives_, or kNoCollective
  std::vector<Collective> collectives_;               // collective operations that all wait in
  std::vector<Rank> ranks_;
  std::vector<std::uint32_t> ready_;
};

}  // namespace

std::optional<std::int64_t> ReplayIdeally(const MpiCalls& mpi, std::span<const PhaseInterval> instance) {
  return Replay(mpi, instance).Run();
}

}  // namespace profdiff

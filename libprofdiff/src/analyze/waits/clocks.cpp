// SPDX-License-Identifier: GPL-3.0-or-later
// A bound is offset(effect) >= offset(cause) - slack: the effect's rank cannot be further behind than that. Bounds are
// a graph of ranks whose shortest paths from the first rank and to it are the ends of each rank's interval; a cycle of
// negative length means that there is no solution (Bellman and Ford). The middles of all intervals satisfy all bounds:
// both ends do, by the triangle inequality.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/clocks.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;

// offset(cause) - offset(effect) <= slack, by effect and cause.
using Bounds = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;

class ClockFitter {
 public:
  explicit ClockFitter(const MpiCalls& mpi) : mpi_(mpi) {}

  ClockFit Fit() {
    for (const MpiMessage& message : mpi_.messages) AddMessage(message);
    for (const MpiCollective& collective : mpi_.collectives) AddCollective(collective);
    ClockFit fit;
    const bool agree = std::ranges::all_of(bounds_, [](const auto& bound) { return bound.second >= 0; });
    if (agree) return fit;
    const auto to = Distances(false), from = Distances(true);
    if (!to || !from) {
      fit.problem =
          "the clocks of ranks contradict each other: no offsets let all messages arrive after they were sent";
      return fit;
    }
    SetOffsets(*from, *to, fit);
    return fit;
  }

 private:
  void AddBound(std::size_t cause, std::size_t effect, std::int64_t slack) {
    const std::uint32_t a = mpi_.calls[cause].rank, b = mpi_.calls[effect].rank;
    if (a == b) return;
    const auto entry = bounds_.try_emplace({b, a}, slack);
    entry.first->second = std::min(entry.first->second, slack);
  }

  // `effect` cannot end before `cause` begins.
  void AddOrder(std::size_t cause, std::size_t effect) {
    AddBound(cause, effect, mpi_.calls[effect].end - mpi_.calls[cause].begin);
  }

  void AddMessage(const MpiMessage& message) {
    AddOrder(message.send, message.receive);
    const bool synchronous = mpi_.calls[message.send].routine.kind == MpiRoutine::Kind::kSynchronousSend;
    if (synchronous && message.start) AddOrder(*message.start, message.send);
  }

  void AddCollective(const MpiCollective& collective) {
    using Kind = MpiRoutine::Kind;
    const std::vector<std::size_t>& calls = collective.calls;
    const MpiCall& first = mpi_.calls[calls.front()];
    if (first.routine.kind == Kind::kBarrier || first.routine.kind == Kind::kAllToAll) return AddPairs(calls);
    const std::optional<std::size_t> root = mpi_.RootOf(collective);
    if (!root) return;
    for (const std::size_t call : calls) {
      if (first.routine.kind == Kind::kOneToAll) AddOrder(*root, call);
      if (first.routine.kind == Kind::kAllToOne) AddOrder(call, *root);
    }
  }

  // Of few ranks all pairs; of many those whose distance is a power of two, which connect all.
  void AddPairs(const std::vector<std::size_t>& calls) {
    constexpr std::size_t kFew = 64;
    const std::size_t count = calls.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t step = 1; step < count; step = count <= kFew ? step + 1 : 2 * step) {
        AddOrder(calls[i], calls[(i + step) % count]);
        if (count > kFew) AddOrder(calls[(i + step) % count], calls[i]);
      }
    }
  }

  // Shortest paths from the first rank, or to it; nothing if there is a cycle of negative length.
  std::optional<std::vector<std::int64_t>> Distances(bool from) const {
    std::vector<std::int64_t> distance(mpi_.ranks.size(), kFar);
    distance[0] = 0;
    for (std::size_t round = 0; round <= mpi_.ranks.size(); ++round) {
      bool changed = false;
      for (const auto& [ranks, slack] : bounds_) {
        const std::uint32_t tail = from ? ranks.first : ranks.second, head = from ? ranks.second : ranks.first;
        if (distance[tail] == kFar || distance[tail] + slack >= distance[head]) continue;
        distance[head] = distance[tail] + slack;
        changed = true;
      }
      if (!changed) return distance;
    }
    return std::nullopt;
  }

  // Where only one end is known, that one; where none is, the clock stays as it is.
  static void SetOffsets(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to, ClockFit& fit) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool has_upper = from[i] != kFar, has_lower = to[i] != kFar;
      std::int64_t offset = 0;
      if (has_upper && has_lower) {
        offset = (from[i] - to[i]) / 2;
        fit.correction.half_width =
            std::max(fit.correction.half_width, static_cast<std::uint64_t>((from[i] + to[i]) / 2));
      } else if (has_upper) {
        offset = from[i];
      } else if (has_lower) {
        offset = -to[i];
      }
      fit.correction.offsets.push_back(offset);
    }
  }

  const MpiCalls& mpi_;
  Bounds bounds_;
};

}  // namespace

ClockFit FitClocks(const MpiCalls& mpi) { return ClockFitter(mpi).Fit(); }

}  // namespace profdiff

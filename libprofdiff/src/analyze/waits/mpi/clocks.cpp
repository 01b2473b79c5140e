// SPDX-License-Identifier: GPL-3.0-or-later
// A bound is offset(effect) >= offset(cause) - slack: the offset of the effect's rank may be less than the offset of
// the cause's rank, but by at most `slack`. The bounds form a graph of ranks. For each rank, the shortest path from the
// first rank and the shortest path to it give the two ends of an interval; a cycle of negative length means that there
// is no solution (Bellman and Ford). By the triangle inequality, the upper ends satisfy all bounds, and so do the lower
// ends; therefore the middles of the intervals do as well.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/cli/check/ranks.py.
#include "analyze/waits/mpi/clocks.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace profdiff {
namespace {

// The distance of a rank without a path.
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

class ClockFitter {
 public:
  ClockFitter(const std::vector<std::uint32_t>& ranks, const ClockBounds& bounds) : ranks_(ranks) {
    for (const ClockBound& bound : bounds.List())
      bounds_.push_back({Index(bound.effect), Index(bound.cause), bound.slack});
  }

  ClockFit Fit() {
    ClockFit fit;
    const bool agree = std::ranges::all_of(bounds_, [](const Edge& bound) { return bound.slack >= 0; });
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
  struct Edge {
    std::size_t effect = 0, cause = 0;  // indices into ranks_
    std::int64_t slack = 0;
  };

  std::size_t Index(std::uint32_t rank) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(ranks_, rank) - ranks_.begin());
  }

  // Returns the lengths of the shortest paths from the first rank, or to it; nullopt if there is a cycle of negative
  // length, or if a length overflows.
  std::optional<std::vector<std::int64_t>> Distances(bool from) const {
    std::vector<std::int64_t> distance(ranks_.size(), kFar);
    distance[0] = 0;
    for (std::size_t round = 0; round <= ranks_.size(); ++round) {
      bool changed = false;
      for (const Edge& bound : bounds_) {
        const std::size_t tail = from ? bound.effect : bound.cause, head = from ? bound.cause : bound.effect;
        if (distance[tail] == kFar) continue;
        std::int64_t sum = 0;
        if (__builtin_add_overflow(distance[tail], bound.slack, &sum)) return std::nullopt;
        if (sum >= distance[head]) continue;
        distance[head] = sum;
        changed = true;
      }
      if (!changed) return distance;
    }
    return std::nullopt;
  }

  // Uses the middle of each interval. If only one end is known, uses that end; if neither is known, does not correct
  // the clock.
  void SetOffsets(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to, ClockFit& fit) const {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool has_upper = from[i] != kFar, has_lower = to[i] != kFar;
      std::int64_t offset = 0;
      if (has_upper && has_lower) {
        offset = (from[i] - to[i]) / 2;
        fit.half_width = std::max(fit.half_width, static_cast<std::uint64_t>((from[i] + to[i]) / 2));
      } else if (has_upper) {
        offset = from[i];
      } else if (has_lower) {
        offset = -to[i];
      }
      fit.offsets[ranks_[i]] = offset;
    }
  }

  const std::vector<std::uint32_t>& ranks_;
  std::vector<Edge> bounds_;
};

}  // namespace

void ClockBounds::Add(const ClockBound& bound) {
  if (bound.cause == bound.effect) return;
  const auto entry = slack_.try_emplace({bound.effect, bound.cause}, bound.slack);
  entry.first->second = std::min(entry.first->second, bound.slack);
}

std::vector<ClockBound> ClockBounds::List() const {
  std::vector<ClockBound> list;
  for (const auto& [ranks, slack] : slack_) list.push_back({ranks.first, ranks.second, slack});
  return list;
}

ClockFit FitClocks(const std::vector<std::uint32_t>& ranks, const ClockBounds& bounds) {
  return ClockFitter(ranks, bounds).Fit();
}

}  // namespace profdiff

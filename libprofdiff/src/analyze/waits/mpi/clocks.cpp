// SPDX-License-Identifier: GPL-3.0-or-later
// A bound is offset(effect) >= offset(cause) - slack: the offset of the effect's rank may be less than the offset of
// the cause's rank, but by at most `slack`. The bounds form a graph of ranks; if the graph has a cycle of negative
// length, which the Bellman-Ford algorithm detects, there is no solution. Otherwise, offsets are set step by step. The
// shortest paths from and to the ranks whose offsets are set give the interval for each other rank. By the triangle
// inequality, the upper ends of several ranks satisfy the bounds between them, and so do the lower ends and the
// midpoints. An upper end and a lower end together could violate a bound. Each step therefore sets ranks to values of
// one kind: to midpoints if any interval has both ends, otherwise to upper ends if there are any, otherwise to lower
// ends.
// Tests: tests/unit/analyze/waits/mpi_test.cpp, tests/cli/check/ranks.py.
#include "analyze/waits/mpi/clocks.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "analyze/waits/phase.h"

namespace profdiff {
namespace {

// The distance of a rank to which no path leads.
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
    offset_.resize(ranks_.size());
    bool has_solution = Distances(std::vector<std::int64_t>(ranks_.size(), 0), true).has_value();
    const auto is_set = [](const std::optional<std::int64_t>& offset) { return offset.has_value(); };
    while (has_solution && !std::ranges::all_of(offset_, is_set)) has_solution = SetMore(fit);
    if (!has_solution) {
      fit.problem =
          "the clocks of ranks contradict each other: no offsets let all messages arrive after they were sent";
      return fit;
    }
    for (std::size_t i = 0; i < ranks_.size(); ++i) fit.offsets[ranks_[i]] = *offset_[i];
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

  // Returns the shortest distance of each rank; kFar if no path leads to it. `distance` has a start value for each rank
  // at which paths start, and kFar for the others. Paths lead from effects to causes if `to_causes` is true, otherwise
  // from causes to effects. Returns nullopt if there is a cycle of negative length, or if the length of a path exceeds
  // kLargestOffset.
  std::optional<std::vector<std::int64_t>> Distances(std::vector<std::int64_t> distance, bool to_causes) const {
    for (std::size_t round = 0; round <= ranks_.size(); ++round) {
      bool changed = false;
      for (const Edge& bound : bounds_) {
        const std::size_t tail = to_causes ? bound.effect : bound.cause, head = to_causes ? bound.cause : bound.effect;
        if (distance[tail] == kFar) continue;
        std::int64_t sum = 0;
        if (__builtin_add_overflow(distance[tail], bound.slack, &sum)) return std::nullopt;
        if (sum >= distance[head]) continue;
        if (sum < -kLargestOffset || sum > kLargestOffset) return std::nullopt;
        distance[head] = sum;
        changed = true;
      }
      if (!changed) return distance;
    }
    return std::nullopt;
  }

  // Sets the offsets of at least one more rank. Returns false if the length of a path exceeds kLargestOffset.
  bool SetMore(ClockFit& fit) {
    std::vector<std::int64_t> from(ranks_.size(), kFar), to(ranks_.size(), kFar);
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      if (offset_[i]) from[i] = *offset_[i], to[i] = -*offset_[i];
    }
    const auto upper = Distances(std::move(from), true), lower = Distances(std::move(to), false);
    if (!upper || !lower) return false;
    std::vector<std::size_t> both, only_upper, only_lower, none;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      if (offset_[i]) continue;
      const bool has_upper = (*upper)[i] != kFar, has_lower = (*lower)[i] != kFar;
      (has_upper && has_lower ? both : has_upper ? only_upper : has_lower ? only_lower : none).push_back(i);
    }
    for (const std::size_t i : both) {
      const std::int64_t high = (*upper)[i], low = -(*lower)[i];
      offset_[i] = FloorOfMiddle(low, high);
      fit.half_width =
          std::max(fit.half_width, (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2);
    }
    if (!both.empty()) return true;
    for (const std::size_t i : only_upper) offset_[i] = (*upper)[i];
    if (!only_upper.empty()) return true;
    for (const std::size_t i : only_lower) offset_[i] = -(*lower)[i];
    if (!only_lower.empty()) return true;
    offset_[none.front()] = 0;
    if (none.front() > 0 && !fit.unconnected) fit.unconnected = ranks_[none.front()];
    return true;
  }

  // Returns the midpoint, rounded down: midpoints that are rounded differently could violate a bound by 1. The sum
  // cannot overflow.
  static std::int64_t FloorOfMiddle(std::int64_t a, std::int64_t b) { return (a >> 1) + (b >> 1) + (a & b & 1); }

  const std::vector<std::uint32_t>& ranks_;
  std::vector<Edge> bounds_;
  std::vector<std::optional<std::int64_t>> offset_;  // offset of each rank, by index into ranks_; nullopt until set
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

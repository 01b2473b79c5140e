// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the clock offsets of ranks from events whose order is certain.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/mpi/call.h"
#include "profdiff/properties.h"

namespace profdiff {

// The bound offset(cause) - offset(effect) <= slack, in nanoseconds; causes and effects are ranks.
struct ClockBound {
  std::uint32_t effect = 0, cause = 0;
  std::int64_t slack = 0;
};

template <class Pack>
void Fields(Pack& pack, ClockBound& bound) {
  pack(bound.effect, bound.cause, bound.slack);
}

// The tightest bound for each pair of ranks.
class ClockBounds {
 public:
  // Adds the bound that follows from the fact that an effect cannot end before its cause begins. Times are on each
  // rank's own clock; if `end` is kUnknownEnd, there is no bound.
  void AddOrder(std::uint32_t cause, std::int64_t begin, std::uint32_t effect, std::int64_t end) {
    if (end != kUnknownEnd) Add({effect, cause, end - begin});
  }
  void Add(const ClockBound& bound);

  std::vector<ClockBound> List() const;  // sorted by effect, then by cause

 private:
  // Slack in nanoseconds, by effect and cause.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> slack_;
};

struct ClockFit {
  std::map<std::uint32_t, std::int64_t> offsets;  // nanoseconds, by rank; empty if the clocks agree without correction
  // Largest half width of the feasible interval of an offset, in nanoseconds.
  std::uint64_t half_width = 0;
  std::optional<std::uint32_t> unconnected;  // a rank that no bounds connect with the first rank
  // The reason why no offsets put all causes before their effects; nullopt if there are such offsets.
  std::optional<std::string> problem;

  std::int64_t OffsetOf(std::uint32_t rank) const {
    const auto found = offsets.find(rank);
    return found == offsets.end() ? 0 : found->second;
  }
};

// No rank leaves a barrier before all ranks have entered it, and no message arrives before it is sent; each of these
// facts bounds the difference of two clocks. If clocks violate a bound, offsets are chosen that satisfy all bounds: the
// midpoint of the interval that the bounds allow, or its end if it has only one end. Offsets are relative to the first
// rank. Ranks that no bounds connect with the first rank have offsets relative to the first rank of their own connected
// group. `ranks` are the ranks of the run, ascending. Cost: number of bounds times number of ranks.
ClockFit FitClocks(const std::vector<std::uint32_t>& ranks, const ClockBounds& bounds);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_

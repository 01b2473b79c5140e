// SPDX-License-Identifier: GPL-3.0-or-later
// Offsets of the clocks of ranks, from what cannot have happened in another order.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// offset(cause) - offset(effect) <= slack, in nanoseconds; causes and effects are ranks.
struct ClockBound {
  std::uint32_t effect = 0, cause = 0;
  std::int64_t slack = 0;
};

template <class Pack>
void Fields(Pack& pack, ClockBound& bound) {
  pack(bound.effect, bound.cause, bound.slack);
}

// The tightest bound of each pair of ranks.
class ClockBounds {
 public:
  // The effect cannot end before the cause begins. Times are those of each rank's clock.
  void AddOrder(std::uint32_t cause, std::int64_t begin, std::uint32_t effect, std::int64_t end) {
    Add({effect, cause, end - begin});
  }
  void Add(const ClockBound& bound);

  std::vector<ClockBound> List() const;  // by effect, then by cause

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> slack_;  // by effect and cause
};

struct ClockFit {
  std::map<std::uint32_t, std::int64_t> offsets;  // by rank; empty where clocks agree as they are
  std::uint64_t half_width = 0;                   // as ClockCorrection::half_width
  std::optional<std::string> problem;             // why there are no offsets with which causes come before effects

  std::int64_t OffsetOf(std::uint32_t rank) const {
    const auto found = offsets.find(rank);
    return found == offsets.end() ? 0 : found->second;
  }
};

// Nobody leaves a barrier before all have entered it, and no message arrives before it is sent: each of these bounds
// the difference of two clocks. Where clocks break such a bound, each rank gets the middle of what the bounds leave it,
// seen from the first rank. `ranks` are those of the run, ascending. Cost: bounds times ranks.
ClockFit FitClocks(const std::vector<std::uint32_t>& ranks, const ClockBounds& bounds);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_CLOCKS_H_

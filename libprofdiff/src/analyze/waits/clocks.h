// SPDX-License-Identifier: GPL-3.0-or-later
// Offsets of the clocks of ranks, from what cannot have happened in another order.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CLOCKS_H_
#define PROFDIFF_ANALYZE_WAITS_CLOCKS_H_

#include <optional>
#include <string>

#include "analyze/waits/mpi_calls.h"
#include "profdiff/properties.h"

namespace profdiff {

struct ClockFit {
  ClockCorrection correction;          // offsets by place in MpiCalls::ranks; none where clocks agree as they are
  std::optional<std::string> problem;  // why there are no offsets with which causes come before effects
};

// Nobody leaves a barrier before all have entered it, and no message arrives before it is sent: each of these bounds
// the difference of two clocks. Where clocks break such a bound, each rank gets the middle of what the bounds leave it,
// seen from the first rank. Cost: linear in calls, and for collective operations times the logarithm of ranks beyond 64
// ranks, else times ranks; then bounds times ranks.
ClockFit FitClocks(const MpiCalls& mpi);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CLOCKS_H_

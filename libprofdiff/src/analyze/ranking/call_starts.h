// SPDX-License-Identifier: GPL-3.0-or-later
// Start times of individual calls, which folded traces do not have.
// Tests: tests/unit/analyze/ranking/rank_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_CALL_STARTS_H_
#define PROFDIFF_ANALYZE_RANKING_CALL_STARTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analyze/loops/kept_calls.h"
#include "profdiff/ranking.h"

namespace profdiff {

// A kept call of a thread.
struct CallPlace {
  std::size_t run = 0;
  ThreadKey id;
  std::uint64_t call = 0;  // number of kept calls before this one
};

// In the order of the places: start of each call in nanoseconds of the tracer's clock; nullopt if the thread does not
// occur in the runs.
using CallStarts = std::vector<std::optional<std::uint64_t>>;

CallStarts FindStarts(Runs runs, const KeptNames& names, std::span<const CallPlace> places, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_CALL_STARTS_H_

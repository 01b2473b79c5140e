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

// A kept call (a call that the filter keeps) of one thread in one run.
struct CallPlace {
  std::size_t run = 0;
  ThreadKey id;
  std::uint64_t call = 0;  // number of the thread's kept calls before this one
};

// Start of each call in nanoseconds of the tracer's clock, in the order of the places; nullopt if the thread does not
// occur in the runs.
using CallStarts = std::vector<std::optional<std::uint64_t>>;

CallStarts FindStarts(Runs runs, const KeptNames& names, std::span<const CallPlace> places, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_CALL_STARTS_H_

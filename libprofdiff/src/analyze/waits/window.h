// SPDX-License-Identifier: GPL-3.0-or-later
// Restricts a trace to a part of the run's time.
// Tests: tests/unit/analyze/waits/window_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_WINDOW_H_
#define PROFDIFF_ANALYZE_WAITS_WINDOW_H_

#include <cstdint>
#include <map>
#include <optional>

#include "profdiff/trace.h"

namespace profdiff {

// The times at which ranks begin, and what must be added to their clocks. Times are in nanoseconds.
struct RankClocks {
  std::map<std::uint32_t, std::int64_t> begin;  // start of the first call of each rank, on its own clock
  std::map<std::uint32_t, std::int64_t> offsets;

  void Add(const Trace& part);
};

// Adds the offsets to the clocks of a part, and cuts its calls at `from` and `to`, which are relative to the first call
// of the run. Calls outside this time keep their places, but take no time there, so messages and collective operations
// still match. The counts of counters outside it are dropped.
Trace InWindow(const Trace& part, const RankClocks& clocks, std::uint64_t from, std::uint64_t to);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_WINDOW_H_

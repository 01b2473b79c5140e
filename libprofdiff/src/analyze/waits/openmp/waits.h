// SPDX-License-Identifier: GPL-3.0-or-later
// Finds waits within teams of OpenMP threads.
// Tests: tests/unit/analyze/waits/openmp_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_WAITS_H_

#include <string>
#include <string_view>
#include <vector>

#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// Kinds of teams in a recording.
struct TeamKinds {
  bool has_team = false, has_wide_team = false;  // a wide team has more than one thread
  // Functions with a team whose threads have different numbers of barriers, which means that calls are missing; each
  // once, in the order in which they were found.
  std::vector<std::string> incomplete = {};
};

// Appends the waits within the phase. Sets in `problems` the reason for each kind of wait that cannot be found. Cost:
// linear in calls of the runtime library, except for sorting.
TeamKinds FindOpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits,
                          WaitProblems& problems);

// A remark, used if no team has more than one thread.
inline constexpr std::string_view kLonelyTeams =
    "each parallel region was recorded in only one thread; if there were more threads, record without a filter of "
    "uftrace";

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_WAITS_H_

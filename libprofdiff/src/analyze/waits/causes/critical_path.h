// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the critical path: the chain of work that determined the length of the run.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_CRITICAL_PATH_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_CRITICAL_PATH_H_

#include <cstdint>
#include <map>
#include <utility>

#include "analyze/waits/causes/history.h"

namespace profdiff {

// Work on the critical path. Units: nanoseconds.
struct CriticalWork {
  double time = 0;
  // The part of `time` by which the path takes longer than on average over the ranks: what could be gained if all ranks
  // shared the work of the path evenly.
  double imbalance = 0;
};

// Goes backwards from the last end of the phase; at the end of a wait, continues on the rank that ended the wait.
// Returns the work by thread of the history and path. Source: Boehme, Wolf, de Supinski, Schulz, Geimer, Scalable
// Critical-Path Based Performance Analysis, IPDPS 2012. Cost: linear in calls.
std::map<std::pair<std::uint32_t, std::uint32_t>, CriticalWork> FindCriticalPath(const RunHistory& history);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_CRITICAL_PATH_H_

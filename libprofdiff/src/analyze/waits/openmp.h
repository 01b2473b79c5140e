// SPDX-License-Identifier: GPL-3.0-or-later
// Waits within teams of OpenMP threads.
// Tests: tests/unit/analyze/waits/openmp_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_H_

#include <string>
#include <vector>

#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// Appends the waits within the phase. A problem says why those of a kind cannot be found; a remark, that no team has
// more than one thread. Cost: linear in calls of the runtime library but for sorting.
void FindOpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits, WaitProblems& problems,
                     std::vector<std::string>& remarks);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_H_

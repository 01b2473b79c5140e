// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that were not left when the recording ended, as in a run that hangs or was killed.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_
#define PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_

#include <optional>

#include "profdiff/trace.h"

namespace profdiff {

// A copy of the trace in which open calls last until the last record of their rank; nothing if all do so already. In a
// Trace they last until the last record of their thread, which for a thread that waits is the begin of its wait.
std::optional<Trace> ExtendOpenCalls(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_

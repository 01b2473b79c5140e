// SPDX-License-Identifier: GPL-3.0-or-later
// Extends calls that had not returned when the recording ended, for example because the run hung or was killed.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_
#define PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_

#include <optional>

#include "profdiff/trace.h"

namespace profdiff {

// Returns a copy of the trace in which open calls last until the last record of their rank; nullopt if all open calls
// already do. In the given trace, an open call lasts until the last record of its thread; if the thread waits, this is
// the start of the wait.
std::optional<Trace> ExtendOpenCalls(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPEN_CALLS_H_

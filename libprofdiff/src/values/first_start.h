// SPDX-License-Identifier: GPL-3.0-or-later
// The start of a trace, to which times are relative.
#ifndef PROFDIFF_VALUES_FIRST_START_H_
#define PROFDIFF_VALUES_FIRST_START_H_

#include <algorithm>
#include <cstdint>
#include <optional>

#include "profdiff/trace.h"

namespace profdiff {

// Returns the start of a trace's first call; nullopt if there are no calls. Unit: nanoseconds of the tracer's clock.
inline std::optional<std::uint64_t> FindFirstStart(const Trace& trace) {
  std::optional<std::uint64_t> first;
  for (const ThreadTrace& thread : trace.threads) {
    if (thread.calls.size() != 0) first = std::min(first.value_or(thread.calls.start[0]), thread.calls.start[0]);
  }
  return first;
}

inline std::uint64_t FirstStart(const Trace& trace) { return FindFirstStart(trace).value_or(0); }

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_FIRST_START_H_

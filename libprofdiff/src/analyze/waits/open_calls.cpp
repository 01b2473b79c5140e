// SPDX-License-Identifier: GPL-3.0-or-later
// Extends open calls to the last record of their rank. Otherwise, if the first thread of a process hangs in a barrier,
// the process and its phase would seem to end long before the other threads. Efficiencies would then exceed 1. Tests:
// tests/unit/analyze/waits/phase_test.cpp.
#include "analyze/waits/open_calls.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace profdiff {
namespace {

// Returns the end of the last top-level call; 0 without any call.
std::uint64_t EndOf(const CallTree& calls) {
  std::uint64_t last = 0;
  for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) {
    last = std::max(last, calls.start[row] + calls.duration[row]);
  }
  return last;
}

}  // namespace

std::optional<Trace> ExtendOpenCalls(const Trace& trace) {
  std::map<std::uint32_t, std::uint64_t> last;  // end of the last call, by rank
  for (const ThreadTrace& thread : trace.threads) {
    last[thread.rank] = std::max(last[thread.rank], EndOf(thread.calls));
  }
  const auto is_short = [&](const ThreadTrace& thread) {
    return !thread.calls.open.empty() && EndOf(thread.calls) < last[thread.rank];
  };
  if (std::ranges::none_of(trace.threads, is_short)) return std::nullopt;
  std::optional<Trace> extended(trace);
  for (ThreadTrace& thread : extended->threads) {
    for (const CallId call : thread.calls.open) {
      thread.calls.duration[call.value] = last[thread.rank] - thread.calls.start[call.value];
    }
  }
  return extended;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes traces that end early.
#ifndef PROFDIFF_TESTS_SUPPORT_STOPPED_TRACE_H_
#define PROFDIFF_TESTS_SUPPORT_STOPPED_TRACE_H_

#include <cstddef>
#include <cstdint>

#include "profdiff/trace.h"

namespace profdiff {

// Leaves `depth` calls open: the last call on the top level, its last callee, and so on. Their time ends with the last
// record.
inline void LeaveOpen(CallTree& calls, std::size_t depth) {
  std::uint32_t row = 0, end = static_cast<std::uint32_t>(calls.size());
  calls.open.clear();
  if (depth == 0) return;
  while (calls.open.size() < depth) {
    while (calls.end[row] != end) row = calls.end[row];
    calls.open.emplace_back(std::size_t{row});
    ++row;
  }
  std::uint64_t last = calls.start[calls.open.back().value];
  for (; row < end; row = calls.end[row]) last = calls.start[row] + calls.duration[row];
  for (const CallId call : calls.open) calls.duration[call.value] = last - calls.start[call.value];
}

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_STOPPED_TRACE_H_

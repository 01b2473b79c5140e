// SPDX-License-Identifier: GPL-3.0-or-later
// Calls as bars on the common time line, few enough to be drawn.
// Tests: tests/unit/report/trace/page_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_
#define PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

#include <cstdint>
#include <vector>

#include "report/trace/aligned_calls.h"

namespace profdiff {

// A call, or neighbours on one level that are shorter than a part. Units: nanoseconds of common time.
struct TimelineBar {
  std::uint32_t depth = 0;
  std::uint64_t begin = 0, end = 0;
  Mark mark = Mark::kEqual;
  bool mixed = false;  // calls of several marks
  std::uint64_t calls = 1;
  CallId a = {}, b = {};                 // of a single call: the call and its match
  std::uint64_t time_a = 0, time_b = 0;  // of all these calls, and of their matches
};

// The bars of one side, each level in order.
class BarMerger {
 public:
  explicit BarMerger(std::uint64_t part) : part_(part) {}

  void Add(const TimelineBar& bar);
  std::vector<TimelineBar> Take();

 private:
  const std::uint64_t part_;
  std::vector<TimelineBar> bars_;
  std::vector<TimelineBar> short_;  // by depth: what is merged at present; without calls if nothing is
};

struct TimelineBars {
  std::vector<TimelineBar> a, b;
  std::uint64_t length = 0;  // of the common time line
  std::size_t levels = 0;    // of calls below each other that there are
  std::size_t left_out = 0;  // calls on levels that are not drawn, the deepest ones
};

// How many bars there may be.
struct BarLimits {
  std::uint32_t parts = 0;   // of the time line: what is shorter than one is merged
  std::uint32_t levels = 0;  // that are drawn in any case
  std::uint32_t bars = 0;    // where deeper levels end, about
};

TimelineBars MakeBars(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock,
                      const BarLimits& limits);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

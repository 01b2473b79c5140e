// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of calls on the common time line, merged so that a browser can draw them.
// Tests: tests/unit/report/trace/page_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_
#define PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

#include <cstdint>
#include <vector>

#include "report/trace/aligned_calls.h"

namespace profdiff {

// A call, or merged neighbours on one level that are shorter than a part. Units: nanoseconds of common time.
struct TimelineBar {
  std::uint32_t depth = 0;
  std::uint64_t begin = 0, end = 0;
  Mark mark = Mark::kEqual;
  bool mixed = false;  // true if calls have several marks
  std::uint64_t calls = 1;
  CallId a = {}, b = {};                 // for a single call: the call and its match
  std::uint64_t time_a = 0, time_b = 0;  // sums over the calls and their matches
};

// Collects the bars of one side, each level in order of time.
class BarMerger {
 public:
  explicit BarMerger(std::uint64_t part) : part_(part) {}

  void Add(const TimelineBar& bar);
  std::vector<TimelineBar> Take();

 private:
  const std::uint64_t part_;
  std::vector<TimelineBar> bars_;
  std::vector<TimelineBar> short_;  // by depth: the bar that is being merged; 0 calls if there is none
};

struct TimelineBars {
  std::vector<TimelineBar> a, b;
  std::uint64_t length = 0;  // length of the common time line
  std::size_t levels = 0;    // depth of the deepest call
  std::size_t left_out = 0;  // calls on levels that are not drawn
};

// Bounds on the number of bars.
struct BarLimits {
  std::uint32_t parts = 0;   // number of parts of the time line; shorter bars are merged
  std::uint32_t levels = 0;  // number of levels that are always drawn
  std::uint32_t bars = 0;    // approximate number of bars up to which deeper levels are drawn
};

TimelineBars MakeBars(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock,
                      const BarLimits& limits);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

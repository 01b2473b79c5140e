// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of calls on the common time line, merged so that a browser can draw them.
// Tests: tests/unit/report/trace/page_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_
#define PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

#include <cstdint>
#include <vector>

#include "report/trace/aligned_calls.h"

namespace profdiff {

// A call, or several merged calls on one level that are each shorter than a part of the time line. Times are in
// nanoseconds.
struct TimelineBar {
  std::uint32_t depth = 0;
  std::uint64_t begin = 0, end = 0;          // on the common time line
  std::uint64_t own_begin = 0, own_end = 0;  // on the clock of the bar's side
  Mark mark = Mark::kEqual;
  bool mixed = false;  // true if the merged calls have different marks
  std::uint64_t calls = 1;
  CallId a = {}, b = {};                 // the call and its match; for merged calls, the first call and its match
  std::uint64_t time_a = 0, time_b = 0;  // duration of the call and of its match; sums over merged calls
};

// Collects the bars of one side. The bars of each level are in order of time.
class BarMerger {
 public:
  explicit BarMerger(std::uint64_t part) : part_(part) {}

  void Add(const TimelineBar& bar);
  std::vector<TimelineBar> Take();

 private:
  const std::uint64_t part_;
  std::vector<TimelineBar> bars_;
  // For each level, the bar to which short bars are being added; its `calls` is 0 if there is none.
  std::vector<TimelineBar> short_;
};

struct TimelineBars {
  std::vector<TimelineBar> a, b;
  std::uint64_t length = 0;  // of the common time line, in nanoseconds
  std::size_t levels = 0;    // number of levels, including those that are not drawn
  std::size_t left_out = 0;  // number of calls on levels that are not drawn
};

// Bounds on the number of bars.
struct BarLimits {
  std::uint32_t parts = 0;   // number of parts of the time line; bars shorter than a part are merged
  std::uint32_t levels = 0;  // number of levels that are always drawn
  // Approximate maximum number of bars. Levels beyond `levels` are omitted if they would exceed this maximum.
  std::uint32_t bars = 0;
};

TimelineBars MakeBars(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock,
                      const BarLimits& limits);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TIMELINE_BARS_H_

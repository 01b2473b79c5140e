// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a time line. profdiff/trace_listing.h describes their columns.
// Tests: tests/unit/report/trace/timeline_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_TIMELINE_ROWS_H_
#define PROFDIFF_REPORT_TRACE_TIMELINE_ROWS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "report/trace/aligned_calls.h"

namespace profdiff {

struct TimelineRow {
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t common = 0;
  std::int64_t self_a = 0, self_b = 0;
  AlignedCall largest;  // the call or pair with the largest difference; all calls of the row have its mark
  std::int64_t largest_difference = 0;

  bool empty() const { return calls_a == 0 && calls_b == 0; }
  void Add(const TimelineRow& more);
};

// Returns "equal", "different", "onlyA" or "onlyB".
std::string_view MarkName(Mark mark);

// Returns the number of rows of a pair of threads if they are not summed up: one for each call or pair of calls.
std::uint64_t CountAligned(const ThreadAlignment& pair);

// The rows of a pair of threads.
class TimelineRows {
 public:
  TimelineRows(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock)
      : a_(a), b_(b), pair_(pair), clock_(clock) {}

  // Passes each row to `take`. If `parts` is 0, there is a row for each call or pair of calls. Otherwise, the time line
  // is divided into this number of parts, and a part has one row, with sums, for each mark.
  template <class Take>
  void ForEach(std::uint64_t parts, Take take) const {
    if (parts == 0) return Walk([&](const AlignedCall& call) { take(RowOf(call)); });
    for (const TimelineRow& row : SumUp(parts)) take(row);
  }

 private:
  template <class Take>
  void Walk(Take take) const {
    AlignedWalk(a_, b_, clock_, take).Run(pair_.blocks);
  }
  std::vector<TimelineRow> SumUp(std::uint64_t parts) const;
  TimelineRow RowOf(const AlignedCall& call) const;
  std::uint64_t Length() const;

  const CallTree &a_, &b_;
  const ThreadAlignment& pair_;
  const CommonClock clock_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_TIMELINE_ROWS_H_

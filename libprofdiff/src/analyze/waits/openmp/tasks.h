// SPDX-License-Identifier: GPL-3.0-or-later
// The time that threads spend in OpenMP tasks.
// Tests: tests/unit/analyze/waits/openmp_test.cpp, tests/unit/analyze/waits/constructs_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_TASKS_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_TASKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/waits/phase.h"

namespace profdiff {

// The tasks of each thread, sorted by start; tasks within other tasks are omitted.
class Tasks {
 public:
  explicit Tasks(std::size_t threads) : by_thread_(threads) {}

  // The tasks of a thread must be added in order of their start.
  void Add(std::uint32_t thread, TimeSpan span) {
    std::vector<TimeSpan>& spans = by_thread_[thread];
    if (spans.empty() || span.begin >= spans.back().end) spans.push_back(span);
  }

  // Returns the time spent in tasks that began within an interval. Time after the end of the interval is not counted.
  std::int64_t TimeIn(std::uint32_t thread, TimeSpan within) const {
    std::int64_t sum = 0;
    for (const TimeSpan& span : BegunIn(thread, within)) sum += std::min(span.end, within.end) - span.begin;
    return sum;
  }
  // Returns the end of the last task that began within an interval, or the start of the interval if there is none.
  std::int64_t EndOfLast(std::uint32_t thread, TimeSpan within) const {
    const std::span<const TimeSpan> begun = BegunIn(thread, within);
    return begun.empty() ? within.begin : begun.back().end;
  }

 private:
  std::span<const TimeSpan> BegunIn(std::uint32_t thread, TimeSpan within) const {
    const std::vector<TimeSpan>& spans = by_thread_[thread];
    const auto first = std::ranges::lower_bound(spans, within.begin, {}, &TimeSpan::begin);
    const auto last = std::ranges::lower_bound(spans, within.end, {}, &TimeSpan::begin);
    return first < last ? std::span<const TimeSpan>(first, last) : std::span<const TimeSpan>();
  }

  std::vector<std::vector<TimeSpan>> by_thread_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_TASKS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the rows of a time line: one for each call or pair of calls, or sums over parts of the time line. Sums use
// self times, because inclusive times would count the time of a call once more for each of its callers.
//
// Tests: tests/unit/report/trace/timeline_test.cpp.
#include "report/trace/timeline_rows.h"

#include <algorithm>

#include "base/decimals.h"
#include "profdiff/alignment.h"

namespace profdiff {

void TimelineRow::Add(const TimelineRow& more) {
  if (empty() || Magnitude(more.largest_difference) > Magnitude(largest_difference)) {
    largest = more.largest;
    largest_difference = more.largest_difference;
  }
  common = empty() ? more.common : std::min(common, more.common);
  calls_a += more.calls_a;
  calls_b += more.calls_b;
  self_a += more.self_a;
  self_b += more.self_b;
}

std::string_view MarkName(Mark mark) {
  constexpr std::string_view kNames[] = {"equal", "different", "onlyA", "onlyB"};
  return kNames[static_cast<std::size_t>(mark)];
}

std::uint64_t CountAligned(const ThreadAlignment& pair) {
  std::uint64_t count = 0;
  for (const AlignmentBlock& block : pair.blocks) {
    count += block.a_count;
    if (block.mark != Mark::kEqual) count += block.b_count;
    // The block's first call in A and its first call in B form a pair, which has one row, not two.
    if (block.mark == Mark::kDifferent) --count;
  }
  return count;
}

TimelineRow TimelineRows::RowOf(const AlignedCall& call) const {
  TimelineRow row;
  row.calls_a = call.a.valid() ? 1 : 0;
  row.calls_b = call.b.valid() ? 1 : 0;
  row.common = call.common;
  row.self_a = call.a.valid() ? SelfTime(a_, call.a) : 0;
  row.self_b = call.b.valid() ? SelfTime(b_, call.b) : 0;
  row.largest = call;
  row.largest_difference = row.self_a - row.self_b;
  return row;
}

std::uint64_t TimelineRows::Length() const {
  std::uint64_t last = 0;
  Walk([&](const AlignedCall& call) { last = std::max(last, call.common); });
  return last + 1;
}

std::vector<TimelineRow> TimelineRows::SumUp(std::uint64_t parts) const {
  constexpr std::size_t kMarks = 4;
  // Rounds up, so that the latest start is in the last part.
  const std::uint64_t part = Length() / parts + 1;
  std::vector<TimelineRow> sums(parts * kMarks);
  ForEach(0, [&](const TimelineRow& row) {
    sums[row.common / part * kMarks + static_cast<std::size_t>(row.largest.mark)].Add(row);
  });
  std::erase_if(sums, [](const TimelineRow& row) { return row.empty(); });
  return sums;
}

}  // namespace profdiff

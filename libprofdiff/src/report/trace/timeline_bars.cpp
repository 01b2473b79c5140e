// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the bars of calls on the common time line. The end of a call on this line is the start of the last matched
// pair plus the time from that start to the call's end on the clock of the call's side. A call must therefore be closed
// before the next pair starts. There are two passes: the first one measures the time line and counts calls by level;
// the second one merges and collects bars.
//
// Tests: tests/unit/report/trace/page_test.cpp.
#include "report/trace/timeline_bars.h"

#include <algorithm>

namespace profdiff {
namespace {

// Passes the bar of each call to `take_a` or `take_b` when the call ends.
template <class TakeA, class TakeB>
class BarWalk {
 public:
  BarWalk(const CallTree& a, const CallTree& b, CommonClock clock, TakeA take_a, TakeB take_b)
      : a_(a), b_(b), clock_(clock), take_a_(take_a), take_b_(take_b) {}

  void Add(const AlignedCall& call) {
    if (call.a.valid()) LeaveA(call.a.value);
    if (call.b.valid()) LeaveB(call.b.value);
    if (call.mark == Mark::kEqual) clock_.Meet(a_.start[call.a.value], b_.start[call.b.value]);
    TimelineBar bar{.depth = call.depth, .mark = call.mark, .a = call.a, .b = call.b};
    if (call.a.valid()) bar.time_a = a_.duration[call.a.value];
    if (call.b.valid()) bar.time_b = b_.duration[call.b.value];
    if (call.a.valid()) {
      bar.own_begin = a_.start[call.a.value];
      bar.own_end = bar.own_begin + bar.time_a;
      bar.begin = clock_.OfA(bar.own_begin);
      open_a_.push_back(bar);
    }
    if (call.b.valid()) {
      bar.own_begin = b_.start[call.b.value];
      bar.own_end = bar.own_begin + bar.time_b;
      bar.begin = clock_.OfB(bar.own_begin);
      open_b_.push_back(bar);
    }
  }
  void End() {
    LeaveA(static_cast<std::uint32_t>(a_.size()));
    LeaveB(static_cast<std::uint32_t>(b_.size()));
  }

 private:
  // Closes the calls whose subtrees end before `row`.
  void LeaveA(std::uint32_t row) {
    for (; !open_a_.empty() && a_.end[open_a_.back().a.value] <= row; open_a_.pop_back()) {
      // A bar never ends before it begins. It can be longer than its call, because pairs below the call may have
      // advanced the clock by the other side's time.
      open_a_.back().end = std::max(open_a_.back().begin, clock_.OfA(open_a_.back().own_end));
      take_a_(open_a_.back());
    }
  }
  void LeaveB(std::uint32_t row) {
    for (; !open_b_.empty() && b_.end[open_b_.back().b.value] <= row; open_b_.pop_back()) {
      open_b_.back().end = std::max(open_b_.back().begin, clock_.OfB(open_b_.back().own_end));
      take_b_(open_b_.back());
    }
  }

  const CallTree &a_, &b_;
  CommonClock clock_;
  TakeA take_a_;
  TakeB take_b_;
  std::vector<TimelineBar> open_a_, open_b_;
};

template <class TakeA, class TakeB>
void ForEachBar(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock, TakeA take_a,
                TakeB take_b) {
  BarWalk<TakeA, TakeB> walk(a, b, clock, take_a, take_b);
  AlignedWalk(a, b, clock, [&](const AlignedCall& call) { walk.Add(call); }).Run(pair.blocks);
  walk.End();
}

// Number of calls on each level.
using LevelCounts = std::vector<std::uint64_t>;

void Count(LevelCounts& calls, const TimelineBar& bar) {
  if (calls.size() <= bar.depth) calls.resize(bar.depth + std::size_t{1});
  ++calls[bar.depth];
}

// Returns how many levels are drawn: at least limits.levels, and more as long as the number of bars is within
// limits.bars. After merging, a level has about one bar for each part of the time line, or one bar for each call if it
// has fewer calls than there are parts.
std::size_t ChooseLevels(const LevelCounts& calls_a, const LevelCounts& calls_b, const BarLimits& limits) {
  std::uint64_t bars = 0;
  for (std::size_t level = 0; level < std::max(calls_a.size(), calls_b.size()); ++level) {
    for (const LevelCounts* calls : {&calls_a, &calls_b}) {
      if (level < calls->size()) bars += std::min<std::uint64_t>((*calls)[level], limits.parts);
    }
    if (level >= limits.levels && bars > limits.bars) return level;
  }
  return std::max(calls_a.size(), calls_b.size());
}

}  // namespace

// Merges successive bars of one level into one bar if they are shorter than a part of the time line and begin in the
// same part. A longer bar, or a bar in the next part, ends the merged bar, so the bars of a level stay in order.
void BarMerger::Add(const TimelineBar& bar) {
  if (short_.size() <= bar.depth) short_.resize(bar.depth + 1, TimelineBar{.calls = 0});
  TimelineBar& merged = short_[bar.depth];
  const bool is_short = bar.end - bar.begin < part_;
  if (is_short && merged.calls != 0 && merged.begin / part_ == bar.begin / part_) {
    merged.end = std::max(merged.end, bar.end);
    merged.own_end = std::max(merged.own_end, bar.own_end);
    merged.mixed = merged.mixed || merged.mark != bar.mark;
    merged.time_a += bar.time_a;
    merged.time_b += bar.time_b;
    ++merged.calls;
    return;
  }
  if (merged.calls != 0) bars_.push_back(merged);
  merged.calls = 0;
  if (is_short) {
    merged = bar;
  } else {
    bars_.push_back(bar);
  }
}

std::vector<TimelineBar> BarMerger::Take() {
  for (const TimelineBar& merged : short_) {
    if (merged.calls != 0) bars_.push_back(merged);
  }
  short_.clear();
  return std::move(bars_);
}

TimelineBars MakeBars(const CallTree& a, const CallTree& b, const ThreadAlignment& pair, CommonClock clock,
                      const BarLimits& limits) {
  TimelineBars bars;
  LevelCounts calls_a, calls_b;
  const auto measure = [&bars](LevelCounts& calls) {
    return [&bars, &calls](const TimelineBar& bar) {
      bars.length = std::max(bars.length, bar.end);
      Count(calls, bar);
    };
  };
  ForEachBar(a, b, pair, clock, measure(calls_a), measure(calls_b));
  bars.levels = std::max(calls_a.size(), calls_b.size());
  const std::size_t levels = ChooseLevels(calls_a, calls_b, limits);
  // If there are at most as many calls as parts of the time line, no calls are merged, because a call of zero length
  // would otherwise disappear in another call.
  const bool all_fit = a.size() + b.size() <= limits.parts;
  const std::uint64_t part = all_fit ? 0 : bars.length / std::max(limits.parts, 1U) + 1;
  BarMerger merger_a(part), merger_b(part);
  const auto add_to = [levels, &bars](BarMerger& merger) {
    return [levels, &bars, &merger](const TimelineBar& bar) {
      bar.depth < levels ? merger.Add(bar) : void(++bars.left_out);
    };
  };
  ForEachBar(a, b, pair, clock, add_to(merger_a), add_to(merger_b));
  bars.a = merger_a.Take();
  bars.b = merger_b.Take();
  return bars;
}

}  // namespace profdiff

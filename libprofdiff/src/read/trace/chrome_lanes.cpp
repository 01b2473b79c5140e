// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/chrome_lanes.h"

#include <algorithm>
#include <utility>

namespace profdiff {
namespace {

std::uint64_t EndOf(const ChromeEvent& event) { return event.time + event.duration; }

// The ends of the open calls of a lane, innermost last.
class OpenEnds {
 public:
  // True if a call that begins at `time` and lasts until `end` is nested in the open calls. First ends those that have
  // ended by then, but for rounding.
  bool Fits(std::uint64_t time, std::uint64_t end) {
    while (!ends_.empty() && ends_.back() <= time + kChromeRounding) ends_.pop_back();
    return ends_.empty() || end <= ends_.back() + kChromeRounding;
  }
  void Enter(std::uint64_t end) { ends_.push_back(ends_.empty() ? end : std::min(end, ends_.back())); }

 private:
  std::vector<std::uint64_t> ends_;
};

}  // namespace

bool RunSideBySide(const ChromeEvents& events) {
  constexpr std::size_t kFewest = 8, kShare = 10;
  OpenEnds open;
  std::size_t overlaps = 0;
  for (const ChromeEvent& event : events) {
    if (event.kind != ChromeEvent::Kind::kWhole) return false;
    if (!open.Fits(event.time, EndOf(event))) ++overlaps;
    open.Enter(EndOf(event));
  }
  return overlaps >= kFewest && overlaps * kShare > events.size();
}

std::vector<ChromeEvents> DivideIntoLanes(const ChromeEvents& events) {
  std::vector<ChromeEvents> lanes;
  std::vector<OpenEnds> open;
  for (const ChromeEvent& event : events) {
    std::size_t lane = 0;
    while (lane < lanes.size() && !open[lane].Fits(event.time, EndOf(event))) ++lane;
    if (lane == lanes.size()) {
      lanes.emplace_back();
      open.emplace_back();
    }
    lanes[lane].push_back(event);
    open[lane].Enter(EndOf(event));
  }
  return lanes;
}

std::vector<ChromeEvents> OutermostCalls(const ChromeEvents& events) {
  std::vector<ChromeEvents> calls;
  for (const ChromeEvent& event : events) {
    const bool is_inner = !calls.empty() && event.time + kChromeRounding < EndOf(calls.back().front());
    if (!is_inner) calls.emplace_back();
    calls.back().push_back(event);
  }
  return calls;
}

AsyncCalls JoinAsyncEvents(ChromeEvents events) {
  SortChromeEvents(events);
  AsyncCalls joined;
  std::vector<std::size_t> open;  // indices of calls without an end, innermost last
  for (const ChromeEvent& event : events) {
    if (event.kind == ChromeEvent::Kind::kBegin) {
      open.push_back(joined.calls.size());
      joined.calls.push_back(event);
    } else if (open.empty()) {
      ++joined.unpaired;
    } else {
      ChromeEvent& call = joined.calls[open.back()];
      open.pop_back();
      call.duration = event.time - call.time;
      call.kind = ChromeEvent::Kind::kWhole;
    }
  }
  joined.unpaired += open.size();
  std::erase_if(joined.calls, [](const ChromeEvent& call) { return call.kind == ChromeEvent::Kind::kBegin; });
  return joined;
}

std::vector<ChromeEvents> JoinIntoLanes(std::vector<ChromeEvents> streams) {
  std::ranges::stable_sort(streams, {}, [](const ChromeEvents& stream) { return stream.front().time; });
  std::vector<ChromeEvents> lanes;
  std::vector<std::uint64_t> ends;
  for (ChromeEvents& stream : streams) {
    std::uint64_t end = 0;
    for (const ChromeEvent& call : stream) end = std::max(end, EndOf(call));
    const auto free = std::ranges::find_if(ends, [&](std::uint64_t ended) { return ended <= stream.front().time; });
    if (free == ends.end()) {
      ends.push_back(end);
      lanes.push_back(std::move(stream));
    } else {
      *free = end;
      ChromeEvents& lane = lanes[static_cast<std::size_t>(free - ends.begin())];
      lane.insert(lane.end(), stream.begin(), stream.end());
    }
  }
  return lanes;
}

void CountFrom(std::int64_t first_time, ChromeEvents& events) {
  if (first_time == 0) return;
  for (ChromeEvent& event : events) event.time -= static_cast<std::uint64_t>(first_time);
}

}  // namespace profdiff

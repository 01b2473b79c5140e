// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp, tests/unit/analyze/waits/measured_parts_test.cpp.
#include "analyze/waits/causes/share.h"

#include <algorithm>
#include <map>
#include <utility>

#include "values/index_of.h"

namespace profdiff {
namespace {

class TimelineTaker {
 public:
  TimelineTaker(const OwnCalls& own, const WholeRun& run, const ClockFit& clocks) : own_(own), clocks_(clocks) {
    for (std::size_t i = 0; i < run.communicators.size(); ++i) communicators_.emplace(run.communicators[i].id, i);
  }

  void Take(Timelines timelines, std::uint32_t part) {
    std::vector<std::uint32_t> name_of, path_of;
    for (const std::string& name : timelines.names) name_of.push_back(IndexOf(name, names_, taken_.names));
    for (const CallPath& path : timelines.paths) {
      const std::uint32_t parent = path.parent == kNoPath ? kNoPath : path_of[path.parent];
      path_of.push_back(IndexOf({parent, name_of[path.name]}, paths_, taken_.paths));
    }
    const auto first = std::ranges::lower_bound(own_.parts, part) - own_.parts.begin();
    for (ThreadTimeline& thread : timelines.threads) {
      Correct(thread);
      for (PathTime& slice : thread.slices) slice.path = slice.path == kNoPath ? kNoPath : path_of[slice.path];
      for (TimelineStep& step : thread.steps) {
        step.path = path_of[step.path];
        step.call += static_cast<std::uint32_t>(first);
        SetCommunicator(step);
      }
      MakeRelative(thread);
      taken_.threads.push_back(std::move(thread));
    }
  }

  Timelines Finish() { return std::move(taken_); }

 private:
  void Correct(ThreadTimeline& thread) const {
    const std::int64_t offset = clocks_.OffsetOf(thread.rank);
    for (TimeSpan* span : {&thread.span, &thread.phase}) span->begin += offset, span->end += offset;
    for (TimelineStep& step : thread.steps) step.begin += offset, step.end += offset;
  }

  static void MakeRelative(ThreadTimeline& thread) {
    TimelineStep last{.begin = 0, .end = thread.span.begin};
    for (TimelineStep& step : thread.steps) {
      const TimelineStep now = step;
      step.call -= last.call;
      step.slices -= last.slices;
      step.begin -= last.end;
      step.end -= now.begin;
      last = now;
    }
  }

  void SetCommunicator(TimelineStep& step) const {
    const MpiCall& call = own_.calls[step.call];
    const auto found = communicators_.find(call.communicator);
    if (!call.routine.is_collective() || found == communicators_.end()) return;
    step.communicator = static_cast<std::uint32_t>(found->second + 1);
  }

  const OwnCalls& own_;
  const ClockFit& clocks_;
  std::map<std::uint64_t, std::size_t> communicators_;  // indices by id
  std::map<std::string, std::uint32_t> names_;
  std::map<CallPath, std::uint32_t> paths_;
  Timelines taken_;
};

}  // namespace

HistoryShare TakeHistory(std::vector<TraceEvents>& parts, const OwnCalls& own, const WholeRun& run,
                         const ClockFit& clocks, const std::vector<CallWait>& waits, const MatchedMessages& messages) {
  TimelineTaker taker(own, run, clocks);
  for (std::uint32_t part = 0; part < parts.size(); ++part) taker.Take(std::exchange(parts[part].timelines, {}), part);
  HistoryShare share{taker.Finish(), {}, {}};
  for (const CallWait& wait : waits) {
    if (IsRefinement(wait.kind)) continue;
    share.waits.push_back({wait.call, wait.lost, wait.by, own.calls[wait.call].instance != 0});
  }
  for (const ReceivedMessage& message : messages.received) share.messages.push_back({message.send, message.receive});
  return share;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#include "analyze/waits/causes/timelines.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;

constexpr std::string_view kWholeLocation = "Working";  // the region around each location of EZTrace's archives

// Numbers the paths of all threads.
class CallPathTree {
 public:
  CallPathTree(const Trace& trace, const RuntimeCalls& runtime, Timelines& made)
      : trace_(trace), runtime_(runtime), made_(made), names_(trace.names.size(), kNoPath) {}

  // Returns the path of a function that `parent` calls. Calls often repeat the previous call of their caller.
  std::uint32_t Child(std::uint32_t parent, NameId function) {
    const std::uint32_t name = NameOf(function);
    std::uint32_t& last = last_[parent == kNoPath ? 0 : parent + std::size_t{1}];
    if (last != kNoPath && made_.paths[last].name == name) return last;
    const auto [at, is_new] = children_.try_emplace({parent, name}, static_cast<std::uint32_t>(made_.paths.size()));
    last = at->second;
    if (is_new) {
      made_.paths.push_back({parent, name});
      last_.push_back(kNoPath);
    }
    return at->second;
  }

 private:
  std::uint32_t NameOf(NameId function) {
    std::uint32_t& known = names_[function.value];
    if (known != kNoPath) return known;
    known = static_cast<std::uint32_t>(made_.names.size());
    const bool is_body = runtime_.class_of[function.value] == Class::kBody;
    made_.names.push_back(is_body ? runtime_.NameOfBody(trace_, function) : trace_.names[function.value]);
    return known;
  }

  const Trace& trace_;
  const RuntimeCalls& runtime_;
  Timelines& made_;
  std::vector<std::uint32_t> names_;  // indices into Timelines::names, by NameId
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> children_;  // by parent and name
  std::vector<std::uint32_t> last_{kNoPath};  // the last child of each path; the first element is that of kNoPath
};

class TimelineWalk {
 public:
  TimelineWalk(const Trace& trace, const RuntimeCalls& runtime, std::size_t thread, CallPathTree& tree)
      : trace_(trace), runtime_(runtime), calls_(trace.threads[thread].calls), tree_(tree) {
    on_stack_.assign(trace.names.size(), kNoPath);
  }

  // Adds the steps and slices of a thread. `own` are the indices of its MPI calls.
  void Run(const std::vector<const RuntimeCall*>& made, const std::vector<std::uint32_t>& own,
           ThreadTimeline& timeline) {
    timeline_ = &timeline;
    timeline.steps.reserve(own.size());
    now_ = timeline.span.begin = SpanOfCall(calls_, 0).begin;
    auto next = own.begin();
    for (std::size_t row = 0; row < calls_.size();) {
      while (!open_.empty() && open_.back().end <= row) Leave();
      const TimeSpan span = SpanOfCall(calls_, row);
      PassTo(span.begin);
      if (next == own.end() || made[*next]->call.value != row) {
        Enter(row++);
        continue;
      }
      AddStep(*next++, row, span);
      row = calls_.end[row];
    }
    while (!open_.empty()) Leave();
    timeline.span.end = now_;
    timeline.slices.shrink_to_fit();
  }

 private:
  struct Frame {
    std::size_t row = 0, end = 0;
    std::uint32_t outer = kNoPath;     // path of the caller
    std::uint32_t on_stack = kNoPath;  // path of an enclosing call of the same function
  };

  void Enter(std::size_t row) {
    const NameId function = calls_.function[row];
    std::uint32_t& known = on_stack_[function.value];
    open_.push_back({row, calls_.end[row], path_, known});
    if (runtime_.class_of[function.value] == Class::kRecorder || trace_.names[function.value] == kWholeLocation) return;
    path_ = known == kNoPath ? tree_.Child(path_, function) : known;
    known = path_;
  }

  void Leave() {
    const Frame frame = open_.back();
    open_.pop_back();
    PassTo(SpanOfCall(calls_, frame.row).end);
    path_ = frame.outer;
    on_stack_[calls_.function[frame.row].value] = frame.on_stack;
  }

  void AddStep(std::uint32_t call, std::size_t row, const TimeSpan& span) {
    timeline_->steps.push_back(
        {call, tree_.Child(path_, calls_.function[row]), 0, span.begin, span.end, timeline_->slices.size()});
    now_ = std::max(now_, span.end);
  }

  void PassTo(std::int64_t time) {
    if (time <= now_) return;
    std::vector<PathTime>& slices = timeline_->slices;
    const std::size_t first = timeline_->steps.empty() ? 0 : timeline_->steps.back().slices;
    const std::size_t slot = path_ == kNoPath ? 0 : path_ + std::size_t{1};
    if (slot >= slice_of_.size()) slice_of_.resize(slot + 1);
    // An index that is left from another gap is before this gap, or of another path.
    std::size_t& at = slice_of_[slot];
    if (at < first || at >= slices.size() || slices[at].path != path_) {
      at = slices.size();
      slices.push_back({path_, 0});
    }
    slices[at].time += time - now_;
    now_ = time;
  }

  const Trace& trace_;
  const RuntimeCalls& runtime_;
  const CallTree& calls_;
  CallPathTree& tree_;
  ThreadTimeline* timeline_ = nullptr;
  std::vector<Frame> open_;
  std::vector<std::uint32_t> on_stack_;  // path of the outermost open call, by function; kNoPath if there is none
  std::vector<std::size_t> slice_of_;    // index of the slice of a path in the current gap, by path
  std::uint32_t path_ = kNoPath;
  std::int64_t now_ = 0;
};

}  // namespace

std::uint32_t Timelines::PathOfCall(std::uint32_t call) const {
  for (const ThreadTimeline& thread : threads) {
    const auto found = std::ranges::lower_bound(thread.steps, call, {}, &TimelineStep::call);
    if (found != thread.steps.end() && found->call == call) return found->path;
  }
  return kNoPath;
}

std::vector<std::string> NamesOfPath(const std::vector<std::string>& names, const std::vector<CallPath>& paths,
                                     std::uint32_t path, const std::string& phase) {
  std::vector<std::string> found;
  for (; path != kNoPath; path = paths[path].parent) found.push_back(names[paths[path].name]);
  std::ranges::reverse(found);
  const auto first = std::ranges::find(found, phase.empty() ? "main" : phase);
  if (first != found.end()) found.erase(found.begin(), first);
  if (found.empty()) found.emplace_back("program");
  return found;
}

Timelines FindTimelines(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime,
                        const std::vector<const RuntimeCall*>& made) {
  Timelines found;
  std::vector<std::vector<std::uint32_t>> own(trace.threads.size());
  for (std::uint32_t i = 0; i < made.size(); ++i) own[made[i]->thread].push_back(i);
  CallPathTree tree(trace, runtime, found);
  std::map<std::uint32_t, std::uint32_t> threads_of_rank;
  for (std::size_t thread = 0; thread < own.size(); ++thread) {
    const std::uint32_t rank = trace.threads[thread].rank;
    const std::uint32_t number = threads_of_rank[rank]++;
    if (own[thread].empty()) continue;
    ThreadTimeline& timeline = found.threads.emplace_back();
    timeline.rank = rank;
    timeline.number = number;
    const std::vector<TimeSpan>& intervals = phase.intervals[thread];
    if (!intervals.empty()) timeline.phase = {intervals.front().begin, intervals.back().end};
    TimelineWalk(trace, runtime, thread, tree).Run(made, own[thread], timeline);
  }
  return found;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#include "analyze/waits/causes/history.h"

#include <algorithm>

#include "values/index_of.h"

namespace profdiff {
namespace {

constexpr StepRef kNoStep{~std::uint32_t{0}, 0};

std::int64_t Overlap(std::int64_t begin, std::int64_t end, const TimeSpan& interval) {
  return std::max<std::int64_t>(std::min(end, interval.end) - std::max(begin, interval.begin), 0);
}

void AddSlices(const ThreadTimeline& thread, std::size_t first, std::size_t last, double share, PathTimes& times) {
  for (std::size_t i = first; i < last; ++i) {
    times.Add(thread.slices[i].path, share * static_cast<double>(thread.slices[i].time));
  }
}

}  // namespace

void PathTimes::Add(std::uint32_t path, double time) {
  if (time <= 0) return;
  double& sum = time_[Slot(path)];
  if (sum == 0) paths_.push_back(path);
  sum += time;
}

void PathTimes::Clear() {
  for (const std::uint32_t path : paths_) time_[Slot(path)] = 0;
  paths_.clear();
  waited = 0;
}

RunHistory::RunHistory(std::vector<HistoryShare> shares, const WholeRun& run) {
  TakeThreads(shares);
  waits_of_.resize(threads_.size());
  for (const ThreadTimeline& thread : threads_) waited_.emplace_back(thread.steps.size());
  for (std::uint32_t process = 0; process < shares.size(); ++process) {
    for (const EndedWait& wait : shares[process].waits) {
      const StepRef call = RefOf({process, wait.call});
      const std::int64_t begin = StepOf(call).begin;
      Exchange::Require(wait.lost >= 0 && wait.lost <= StepOf(call).end - begin);
      waits_.push_back({call, RefOf(wait.by), begin, begin + wait.lost, wait.is_counted});
      std::int64_t& waited = waited_[call.thread][call.step];
      waited = std::max(waited, wait.lost);
    }
    for (const SharedMessage& message : shares[process].messages) {
      AddMessage(RefOf(message.send), RefOf({process, message.receive}));
    }
  }
  for (std::uint32_t i = 0; i < waits_.size(); ++i) waits_of_[waits_[i].call.thread].push_back(i);
  for (std::vector<std::uint32_t>& waits : waits_of_) {
    std::ranges::stable_sort(waits, {}, [&](std::uint32_t wait) { return waits_[wait].call.step; });
  }
  for (auto& [ranks, meetings] : messages_) {
    std::ranges::sort(meetings, {}, [&](const Meeting& meeting) {
      return std::pair(StepOf(meeting.first).begin, StepOf(meeting.second).begin);
    });
  }
  AddCommunicators(run);
}

// Numbers threads by rank, so that the order of sums does not depend on the processes.
void RunHistory::TakeThreads(std::vector<HistoryShare>& shares) {
  std::vector<std::vector<std::uint32_t>> path_of(shares.size());
  std::vector<std::pair<ThreadTimeline*, std::uint32_t>> threads;  // each with its process
  for (std::uint32_t process = 0; process < shares.size(); ++process) {
    TakePaths(shares[process].timelines, path_of[process]);
    for (ThreadTimeline& thread : shares[process].timelines.threads) threads.emplace_back(&thread, process);
  }
  step_of_.resize(shares.size());
  for (const auto& [thread, process] : threads) {
    step_of_[process].resize(step_of_[process].size() + thread->steps.size(), kNoStep);
  }
  std::ranges::sort(threads, {}, [](const auto& each) { return std::pair(each.first->rank, each.first->number); });
  for (const auto& [thread, process] : threads) TakeThread(*thread, path_of[process], process);
}

void RunHistory::TakePaths(Timelines& timelines, std::vector<std::uint32_t>& path_of) {
  std::vector<std::uint32_t> name_of;
  for (const std::string& name : timelines.names) name_of.push_back(IndexOf(name, name_ids_, names_));
  for (const CallPath& path : timelines.paths) {
    Exchange::Require(path.name < name_of.size() && (path.parent == kNoPath || path.parent < path_of.size()));
    const std::uint32_t parent = path.parent == kNoPath ? kNoPath : path_of[path.parent];
    path_of.push_back(IndexOf({parent, name_of[path.name]}, path_ids_, paths_));
  }
}

void RunHistory::TakeThread(ThreadTimeline& thread, const std::vector<std::uint32_t>& path_of, std::uint32_t process) {
  const auto is_path = [&](std::uint32_t path) { return path < path_of.size(); };
  TimelineStep last{.begin = 0, .end = thread.span.begin};
  std::vector<StepRef>& steps = step_of_[process];
  for (TimelineStep& step : thread.steps) {
    Exchange::Require(is_path(step.path) && step.slices <= thread.slices.size() - last.slices);
    Exchange::Require(step.begin >= 0 && step.end >= 0 && step.call <= ~std::uint32_t{0} - last.call);
    step.call += last.call;
    step.slices += last.slices;
    step.begin += last.end;
    step.end += step.begin;
    step.path = path_of[step.path];
    last = step;
    Exchange::Require(step.call < steps.size());
    steps[step.call] = {static_cast<std::uint32_t>(threads_.size()),
                        static_cast<std::uint32_t>(&step - thread.steps.data())};
  }
  for (PathTime& slice : thread.slices) {
    Exchange::Require(slice.path == kNoPath || is_path(slice.path));
    if (slice.path != kNoPath) slice.path = path_of[slice.path];
  }
  threads_.push_back(std::move(thread));
}

// Operations of a rank are in the order of its calls, which may be made by several of its threads.
void RunHistory::AddCommunicators(const WholeRun& run) {
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<StepRef>> calls;  // by rank and communicator
  for (const std::vector<StepRef>& steps : step_of_) {
    for (const StepRef& ref : steps) {
      if (ref == kNoStep || StepOf(ref).communicator == 0) continue;
      Exchange::Require(StepOf(ref).communicator <= run.communicators.size());
      calls[{RankOf(ref), StepOf(ref).communicator - std::size_t{1}}].push_back(ref);
    }
  }
  for (auto& [key, list] : calls) {
    const std::uint64_t compared = run.communicators[key.second].fewest;
    if (list.size() > compared) list.resize(static_cast<std::size_t>(compared));
    memberships_[key.first].push_back({key.second, std::move(list)});
  }
}

void RunHistory::AddMessage(const StepRef& send, const StepRef& receive) {
  const std::uint32_t source = RankOf(send), destination = RankOf(receive);
  if (source < destination) messages_[{source, destination}].emplace_back(send, receive);
  if (destination < source) messages_[{destination, source}].emplace_back(receive, send);
}

StepRef RunHistory::RefOf(const CallAddress& call) const {
  Exchange::Require(call.process < step_of_.size() && call.call < step_of_[call.process].size());
  const StepRef ref = step_of_[call.process][call.call];
  Exchange::Require(ref != kNoStep);
  return ref;
}

void RunHistory::Collect(std::uint32_t index, const TimeSpan& interval, PathTimes& times) const {
  const ThreadTimeline& thread = threads_[index];
  const std::vector<TimelineStep>& steps = thread.steps;
  const auto first = std::ranges::upper_bound(steps, interval.begin, {}, &TimelineStep::end);
  const auto add_gap = [&](std::size_t step, std::int64_t end, std::size_t slices) {
    const std::int64_t begin = step == 0 ? thread.span.begin : steps[step - 1].end;
    const std::int64_t inside = Overlap(begin, end, interval);
    if (inside == 0) return;
    const double share = static_cast<double>(inside) / static_cast<double>(end - begin);
    AddSlices(thread, step == 0 ? 0 : steps[step - 1].slices, slices, share, times);
  };
  auto i = static_cast<std::size_t>(first - steps.begin());
  for (; i < steps.size() && steps[i].begin < interval.end; ++i) {
    add_gap(i, steps[i].begin, steps[i].slices);
    const std::int64_t worked = steps[i].begin + waited_[index][i];
    times.Add(steps[i].path, static_cast<double>(Overlap(worked, steps[i].end, interval)));
    times.waited += static_cast<double>(Overlap(steps[i].begin, worked, interval));
  }
  if (i < steps.size()) return add_gap(i, steps[i].begin, steps[i].slices);
  add_gap(i, thread.span.end, thread.slices.size());
}

std::pair<std::int64_t, std::int64_t> RunHistory::LastMeeting(const StepRef& one, const StepRef& other) const {
  const std::optional<Meeting> operation = LastOperation(one, other), message = LastMessage(one, other);
  if (!operation && !message) return {threads_[one.thread].span.begin, threads_[other.thread].span.begin};
  const auto end_of = [&](const std::optional<Meeting>& meeting) { return StepOf(meeting->first).end; };
  const bool is_message = !operation || (message && end_of(message) > end_of(operation));
  const Meeting& last = is_message ? *message : *operation;
  return {StepOf(last.first).end, StepOf(last.second).end};
}

std::optional<RunHistory::Meeting> RunHistory::LastOperation(const StepRef& one, const StepRef& other) const {
  const auto own = memberships_.find(RankOf(one)), others = memberships_.find(RankOf(other));
  if (own == memberships_.end() || others == memberships_.end()) return std::nullopt;
  const auto before = [&](const Membership& membership, const StepRef& call) {
    const auto at = std::ranges::lower_bound(membership.calls, StepOf(call).begin, {},
                                             [&](const StepRef& ref) { return StepOf(ref).begin; });
    return static_cast<std::size_t>(at - membership.calls.begin());
  };
  std::optional<Meeting> last;
  for (const Membership& membership : own->second) {
    const auto same = std::ranges::lower_bound(others->second, membership.communicator, {}, &Membership::communicator);
    if (same == others->second.end() || same->communicator != membership.communicator) continue;
    const std::size_t count = std::min(before(membership, one), before(*same, other));
    if (count == 0) continue;
    const Meeting meeting(membership.calls[count - 1], same->calls[count - 1]);
    if (!last || StepOf(meeting.first).end > StepOf(last->first).end) last = meeting;
  }
  return last;
}

std::optional<RunHistory::Meeting> RunHistory::LastMessage(const StepRef& one, const StepRef& other) const {
  const bool is_lower = RankOf(one) < RankOf(other);
  const StepRef &lower = is_lower ? one : other, &higher = is_lower ? other : one;
  const auto found = messages_.find({RankOf(lower), RankOf(higher)});
  if (found == messages_.end()) return std::nullopt;
  const std::vector<Meeting>& meetings = found->second;
  auto at = std::ranges::lower_bound(meetings, StepOf(lower).begin, {},
                                     [&](const Meeting& meeting) { return StepOf(meeting.first).begin; });
  while (at != meetings.begin()) {
    --at;
    if (StepOf(at->second).begin >= StepOf(higher).begin) continue;
    return is_lower ? *at : Meeting(at->second, at->first);
  }
  return std::nullopt;
}

}  // namespace profdiff

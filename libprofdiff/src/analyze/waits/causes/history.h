// SPDX-License-Identifier: GPL-3.0-or-later
// The timelines of all ranks, their waits, and the calls in which two ranks took part together.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_HISTORY_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/causes/timelines.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/messages.h"
#include "analyze/waits/mpi/whole_run.h"

namespace profdiff {

// A wait in a call of the process that sends it, and the call that ended it.
struct EndedWait {
  std::uint32_t call = 0;  // index into OwnCalls::calls
  std::int64_t lost = 0;   // nanoseconds from the start of the call
  CallAddress by;
  bool is_counted = false;  // true if the call is in the phase
};

struct SharedMessage {
  CallAddress send;
  std::uint32_t receive = 0;  // index into OwnCalls::calls of the process that sends this value
};

// What one process knows about its ranks. Indices of calls in `timelines` refer to OwnCalls::calls. So that few bytes
// are sent, steps are relative to the step before: `call` and `slices` are differences, `begin` is the time since the
// end of that step (or the start of the thread), and `end` is the duration.
struct HistoryShare {
  Timelines timelines;
  std::vector<EndedWait> waits;
  std::vector<SharedMessage> messages;
};

template <class Pack>
void Fields(Pack& pack, PathTime& time) {
  pack(time.path, time.time);
}
template <class Pack>
void Fields(Pack& pack, TimelineStep& step) {
  pack(step.call, step.path, step.communicator, step.begin, step.end, step.slices);
}
template <class Pack>
void Fields(Pack& pack, ThreadTimeline& thread) {
  pack(thread.rank, thread.number, thread.span.begin, thread.span.end, thread.phase.begin, thread.phase.end);
  pack(thread.steps, thread.slices);
}
template <class Pack>
void Fields(Pack& pack, Timelines& timelines) {
  pack(timelines.names, timelines.paths, timelines.threads);
}
template <class Pack>
void Fields(Pack& pack, EndedWait& wait) {
  pack(wait.call, wait.lost, wait.by.process, wait.by.call, wait.is_counted);
}
template <class Pack>
void Fields(Pack& pack, SharedMessage& message) {
  pack(message.send.process, message.send.call, message.receive);
}
template <class Pack>
void Fields(Pack& pack, HistoryShare& share) {
  pack(share.timelines, share.waits, share.messages);
}

// An MPI call of any rank.
struct StepRef {
  std::uint32_t thread = 0;  // index into RunHistory::threads
  std::uint32_t step = 0;    // index into ThreadTimeline::steps

  friend auto operator<=>(const StepRef&, const StepRef&) = default;
};

struct RankWait {
  StepRef call, by;
  std::int64_t begin = 0, end = 0;
  bool is_counted = false;  // true if the call is in the phase
};

// Sums of exclusive times by path, without waits. Units: nanoseconds.
class PathTimes {
 public:
  explicit PathTimes(std::size_t paths) : time_(paths + 1) {}

  void Add(std::uint32_t path, double time);
  double Of(std::uint32_t path) const { return time_[Slot(path)]; }
  const std::vector<std::uint32_t>& paths() const { return paths_; }  // in the order of their first times
  void Clear();

  double waited = 0;  // time in waits

 private:
  static std::size_t Slot(std::uint32_t path) { return path == kNoPath ? 0 : path + std::size_t{1}; }

  std::vector<double> time_;
  std::vector<std::uint32_t> paths_;
};

class RunHistory {
 public:
  // `shares` are those of all processes. Errors: kBadTrace for indices of another process that are out of range.
  RunHistory(std::vector<HistoryShare> shares, const WholeRun& run);

  const std::vector<ThreadTimeline>& threads() const { return threads_; }
  const std::vector<CallPath>& paths() const { return paths_; }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<RankWait>& waits() const { return waits_; }
  // The waits of a thread in the order of their calls, as indices into waits().
  const std::vector<std::uint32_t>& waits_of(std::uint32_t thread) const { return waits_of_[thread]; }

  const TimelineStep& StepOf(const StepRef& ref) const { return threads_[ref.thread].steps[ref.step]; }
  std::uint32_t RankOf(const StepRef& ref) const { return threads_[ref.thread].rank; }

  // Adds what a thread did in an interval. In part of a gap between calls, each path has the same share of the time.
  void Collect(std::uint32_t thread, const TimeSpan& interval, PathTimes& times) const;

  // The ends of the last call before `one` and `other` in which both of their ranks took part; the starts of their
  // threads if there is none.
  std::pair<std::int64_t, std::int64_t> LastMeeting(const StepRef& one, const StepRef& other) const;

 private:
  using Meeting = std::pair<StepRef, StepRef>;
  struct Membership {
    std::size_t communicator = 0;
    std::vector<StepRef> calls;  // collective operations of the rank, in order
  };

  void TakeThreads(std::vector<HistoryShare>& shares);
  void TakePaths(Timelines& timelines, std::vector<std::uint32_t>& path_of);
  void TakeThread(ThreadTimeline& thread, const std::vector<std::uint32_t>& path_of, std::uint32_t process);
  void AddCommunicators(const WholeRun& run);
  void AddMessage(const StepRef& send, const StepRef& receive);
  StepRef RefOf(const CallAddress& call) const;
  std::optional<Meeting> LastOperation(const StepRef& one, const StepRef& other) const;
  std::optional<Meeting> LastMessage(const StepRef& one, const StepRef& other) const;

  std::vector<ThreadTimeline> threads_;
  std::vector<std::string> names_;
  std::vector<CallPath> paths_;
  std::map<std::string, std::uint32_t> name_ids_;
  std::map<CallPath, std::uint32_t> path_ids_;
  std::vector<std::vector<StepRef>> step_of_;  // by process and call
  std::vector<RankWait> waits_;
  std::vector<std::vector<std::uint32_t>> waits_of_;
  std::vector<std::vector<std::int64_t>> waited_;                 // nanoseconds that each call of a thread waited
  std::map<std::uint32_t, std::vector<Membership>> memberships_;  // by rank, sorted by communicator
  // Messages between two ranks, the lower rank first, in the order of its calls.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Meeting>> messages_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_HISTORY_H_

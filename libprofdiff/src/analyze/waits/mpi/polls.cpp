// SPDX-License-Identifier: GPL-3.0-or-later
// Between two tests, a rank can sleep, give up the processor, or work. Calls of other functions are work if they take
// more than ten times as long as the shortest test: a loop that polls may call small functions. Work without calls
// is not recorded; it is recognised by the time that the loop takes beside its tests.
#include "analyze/waits/mpi/polls.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "analyze/waits/routines.h"

namespace profdiff {
namespace {

// Work takes more than this many times as long as tests.
constexpr std::int64_t kMostTests = 10;

constexpr std::string_view kSleeps[] = {"usleep",        "nanosleep",  "clock_nanosleep", "sleep", "sched_yield",
                                        "pthread_yield", "thrd_sleep", "thrd_yield",      "poll",  "select"};

}  // namespace

bool PolledSpan::IsPolling() const { return tests > 1 && end - begin - in_tests - asleep <= kMostTests * in_tests; }

PollWatch::PollWatch(const Trace& trace) : trace_(trace) {
  for (const std::string& name : trace.names) {
    const std::string_view plain = std::string_view(name).substr(0, name.find('@'));
    const bool sleeps = std::ranges::find(kSleeps, plain) != std::end(kSleeps);
    const MpiRoutine::Kind kind = IsMpiName(plain) ? MpiRoutineOf(plain).kind : MpiRoutine::Kind::kOther;
    const bool is_test =
        kind == MpiRoutine::Kind::kTest || kind == MpiRoutine::Kind::kTestAll || kind == MpiRoutine::Kind::kTestProbe;
    does_.push_back(sleeps ? Does::kSleep : is_test ? Does::kLittle : Does::kWork);
  }
}

void PollWatch::See(std::size_t index, const RuntimeCall& call) {
  Thread& thread = threads_[call.thread];
  if (thread.has_tests) AddPause(thread, call);
  const std::int64_t length = call.end - call.begin;
  thread.shortest = thread.has_tests ? std::min(thread.shortest, length) : length;
  thread.has_tests = true;
  thread.last = call.call;
  thread.before = thread.sums;
  thread.sums.in_tests += length;
  index_ = index;
  call_ = &call;
}

// Adds up what the thread did since its last test. Calls that enclose the test are functions that poll.
void PollWatch::AddPause(Thread& thread, const RuntimeCall& call) const {
  const CallTree& calls = trace_.threads[call.thread].calls;
  std::uint64_t worked = 0;
  for (std::uint32_t row = calls.end[thread.last.value]; row < call.call.value;) {
    if (calls.end[row] > call.call.value) {
      ++row;
      continue;
    }
    const Does does = does_[calls.function[row].value];
    if (does == Does::kSleep) thread.sums.asleep += static_cast<std::int64_t>(calls.duration[row]);
    if (does == Does::kWork) worked += calls.duration[row];
    row = calls.end[row];
  }
  if (static_cast<std::int64_t>(worked) > kMostTests * thread.shortest) ++thread.works;
}

void PollWatch::Extend(Poll& poll) const {
  const Thread& thread = threads_.at(call_->thread);
  if (poll.spans.empty() || poll.thread != call_->thread || poll.works != thread.works) {
    poll.thread = call_->thread;
    poll.works = thread.works;
    poll.before = thread.before;
    poll.spans.push_back({index_, call_->begin, call_->end});
  }
  PolledSpan& span = poll.spans.back();
  span.end = call_->end;
  ++span.tests;
  span.in_tests = thread.sums.in_tests - poll.before.in_tests;
  span.asleep = thread.sums.asleep - poll.before.asleep;
}

}  // namespace profdiff

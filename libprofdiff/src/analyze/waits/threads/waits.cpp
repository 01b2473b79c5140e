// SPDX-License-Identifier: GPL-3.0-or-later
// A thread holds a mutex from the return of the call that takes it until it enters the call that releases it. A call
// that takes a mutex waits until the thread that held it before releases it. A mutex serialises its threads if one of
// them holds it for at least half of the time between the first and the last time at which it was taken in the phase,
// and if the waits for it take at least a twentieth of the time of all threads of the rank.
//
// If the recording lacks the addresses of mutexes, calls that take ten times as long as the lower quartile of all such
// calls are believed to have waited for the rest.
// Tests: tests/unit/analyze/waits/threads_test.cpp.
#include "analyze/waits/threads/waits.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "analyze/waits/threads/routines.h"

namespace profdiff {
namespace {

using Kind = ThreadRoutine::Kind;

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr double kMostlyHeld = 0.5;
constexpr std::int64_t kPartOfTime = 20;
constexpr std::int64_t kQuartiles = 10;
// Mutexes with a smaller share of the waits of their rank are not told apart in the result: there may be very many.
constexpr std::int64_t kNamed = 100;

// A time in which a thread holds a mutex.
struct Holding {
  std::uint64_t mutex = 0;  // address
  std::uint32_t thread = 0;
  std::int64_t taken = 0, released = kNever;
  const RuntimeCall* call = nullptr;  // the call that took it; null for the end of a wait for a condition
};

class ThreadWaits {
 public:
  ThreadWaits(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime, std::vector<Wait>& waits,
              WaitProblems& problems)
      : trace_(trace), phase_(phase), runtime_(runtime), waits_(waits), problems_(problems) {
    for (const std::string& name : trace.names) routines_.push_back(ThreadRoutineOf(name));
  }

  void Find() {
    const std::vector<RuntimeCall>& calls = runtime_.calls;
    for (std::size_t first = 0; first < calls.size();) {
      const std::uint32_t rank = RankOf(calls[first]);
      std::size_t end = first;
      while (end < calls.size() && RankOf(calls[end]) == rank) ++end;
      FindInRank(first, end);
      first = end;
    }
    if (lacks_addresses_) {
      problems_[static_cast<std::size_t>(WaitKind::kSerializedByMutex)] =
          "the recording lacks the addresses of mutexes; record with 'uftrace record -A "
          "pthread_mutex_(lock|unlock)@arg1/x64 -A pthread_cond_(timed)?wait@arg2/x64'";
    }
  }

 private:
  std::uint32_t RankOf(const RuntimeCall& call) const { return trace_.threads[call.thread].rank; }
  NameId NameOf(const RuntimeCall& call) const { return trace_.threads[call.thread].calls.function[call.call.value]; }

  void FindInRank(std::size_t first, std::size_t end) {
    holdings_.clear();
    unnamed_.clear();
    std::optional<std::uint32_t> thread;
    bool is_first = true;
    for (std::size_t i = first; i < end; ++i) {
      const RuntimeCall& call = runtime_.calls[i];
      if (thread != call.thread) held_.clear();
      thread = call.thread;
      is_first = call.thread == 0 || RankOf(call) != trace_.threads[call.thread - 1].rank;
      Add(call, is_first);
    }
    FindContention(TimeOfRank(runtime_.calls[first]));
    for (const auto& [name, calls] : unnamed_) EstimateContention(calls);
  }

  void Add(const RuntimeCall& call, bool is_first) {
    const ThreadRoutine& routine = routines_[NameOf(call).value];
    switch (routine.kind) {
      case Kind::kNone:
        return;
      case Kind::kLock:
        return Lock(call, MutexOf(call, routine));
      case Kind::kUnlock:
        Release(MutexOf(call, routine), call.begin);
        return;
      case Kind::kConditionWait:
        if (const std::uint64_t mutex = Release(MutexOf(call, routine), call.begin); mutex != 0) {
          held_.push_back(holdings_.size());
          holdings_.push_back({mutex, call.thread, call.end, kNever, nullptr});
        }
        [[fallthrough]];
      case Kind::kIdle:
        if (!is_first) AddWait(WaitKind::kIdleWorkers, call, call.inside);
        return;
      case Kind::kJoin:
        return AddWait(WaitKind::kJoinWait, call, call.inside);
    }
  }

  // Returns the address of a mutex; 0 if it was not recorded.
  std::uint64_t MutexOf(const RuntimeCall& call, const ThreadRoutine& routine) const {
    const std::vector<CallValue>& values = trace_.threads[call.thread].values;
    auto value = std::ranges::lower_bound(values, call.call, {}, &CallValue::call);
    for (; value != values.end() && value->call == call.call; ++value) {
      const auto* const number = std::get_if<std::int64_t>(&value->value);
      if (number != nullptr && value->argument == routine.mutex) return static_cast<std::uint64_t>(*number);
    }
    return 0;
  }

  void Lock(const RuntimeCall& call, std::uint64_t mutex) {
    if (mutex == 0) {
      lacks_addresses_ = true;
      if (call.instance != 0) unnamed_[NameOf(call)].push_back(&call);
      return;
    }
    held_.push_back(holdings_.size());
    holdings_.push_back({mutex, call.thread, call.end, kNever, &call});
  }

  // Releases the mutex that the current thread took last, or its newest holding of this mutex if the address is known.
  // Returns the address of the mutex; 0 if the thread holds no such mutex.
  std::uint64_t Release(std::uint64_t mutex, std::int64_t time) {
    const auto found = std::find_if(held_.rbegin(), held_.rend(), [&](std::size_t holding) {
      return mutex == 0 || holdings_[holding].mutex == mutex;
    });
    if (found == held_.rend()) return 0;
    Holding& holding = holdings_[*found];
    holding.released = time;
    held_.erase(std::next(found).base());
    return holding.mutex;
  }

  // Returns the time in the phase of all threads of the rank that made a call.
  std::int64_t TimeOfRank(const RuntimeCall& call) const {
    std::int64_t time = 0;
    for (std::size_t i = 0; i < trace_.threads.size(); ++i) {
      if (trace_.threads[i].rank != RankOf(call)) continue;
      for (const TimeSpan& interval : phase_.intervals[i]) time += interval.end - interval.begin;
    }
    return time;
  }

  void FindContention(std::int64_t time_of_rank) {
    std::ranges::stable_sort(holdings_, {}, [](const Holding& held) { return std::pair(held.mutex, held.taken); });
    std::vector<Wait> found;
    std::map<std::uint64_t, std::int64_t> lost;  // by mutex
    for (std::size_t first = 0; first < holdings_.size();) {
      std::size_t end = first;
      while (end < holdings_.size() && holdings_[end].mutex == holdings_[first].mutex) ++end;
      const bool is_mostly_held = IsMostlyHeld(first, end);
      const std::size_t found_before = found.size();
      for (std::size_t i = first + 1; i < end; ++i) {
        const Holding& before = holdings_[i - 1];
        const Holding& held = holdings_[i];
        if (held.call == nullptr || before.thread == held.thread) continue;
        const std::int64_t time = std::min(held.taken, before.released) - held.call->begin;
        if (time <= 0 || held.call->instance == 0) continue;
        found.push_back(WaitIn(WaitKind::kMutexContention, *held.call, time));
        found.back().object = held.mutex;
        lost[held.mutex] += time;
      }
      const bool serializes = is_mostly_held && lost[holdings_[first].mutex] >= time_of_rank / kPartOfTime;
      const std::size_t found_now = found.size();
      for (std::size_t i = found_before; serializes && i < found_now; ++i) {
        found.push_back(found[i]);
        found.back().kind = WaitKind::kSerializedByMutex;
      }
      first = end;
    }
    KeepNames(lost, found);
    waits_.insert(waits_.end(), found.begin(), found.end());
  }

  static void KeepNames(const std::map<std::uint64_t, std::int64_t>& lost, std::vector<Wait>& found) {
    std::int64_t all = 0;
    for (const auto& [mutex, time] : lost) all += time;
    for (Wait& wait : found) {
      if (lost.at(wait.object) < all / kNamed) wait.object = 0;
    }
  }

  // True if a thread holds the mutex for most of the time from the first to the last time at which it is taken.
  bool IsMostlyHeld(std::size_t first, std::size_t end) const {
    std::int64_t held = 0, begin = kNever, last = 0;
    std::set<std::uint32_t> threads;
    for (std::size_t i = first; i < end; ++i) {
      const Holding& holding = holdings_[i];
      if (holding.call != nullptr && holding.call->instance == 0) continue;
      begin = std::min(begin, holding.taken);
      last = holding.taken;
      threads.insert(holding.thread);
      if (i + 1 < end) held += std::min(holding.released, holdings_[i + 1].taken) - holding.taken;
    }
    return threads.size() > 1 && last > begin &&
           static_cast<double>(held) >= kMostlyHeld * static_cast<double>(last - begin);
  }

  void EstimateContention(const std::vector<const RuntimeCall*>& calls) {
    std::vector<std::int64_t> times;
    for (const RuntimeCall* call : calls) times.push_back(call->inside);
    const auto quartile = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
    std::ranges::nth_element(times, quartile);
    for (const RuntimeCall* call : calls) {
      const std::int64_t time = call->inside - kQuartiles * *quartile;
      if (time <= 0) continue;
      AddWait(WaitKind::kMutexContention, *call, time);
      waits_.back().is_estimated = true;
    }
  }

  Wait WaitIn(WaitKind kind, const RuntimeCall& call, std::int64_t lost) const {
    return {kind, call.thread, call.caller, NameOf(call), call.instance, lost, false, 1, NameId(), call.call};
  }
  void AddWait(WaitKind kind, const RuntimeCall& call, std::int64_t lost) {
    if (lost > 0 && call.instance != 0) waits_.push_back(WaitIn(kind, call, lost));
  }

  const Trace& trace_;
  const Phase& phase_;
  const RuntimeCalls& runtime_;
  std::vector<Wait>& waits_;
  WaitProblems& problems_;
  std::vector<ThreadRoutine> routines_;                        // by NameId
  std::vector<Holding> holdings_;                              // of the current rank
  std::vector<std::size_t> held_;                              // holdings of the current thread that have not ended
  std::map<NameId, std::vector<const RuntimeCall*>> unnamed_;  // calls of the current rank without addresses
  bool lacks_addresses_ = false;
};

}  // namespace

void FindThreadWaits(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime, std::vector<Wait>& waits,
                     WaitProblems& problems) {
  ThreadWaits(trace, phase, runtime, waits, problems).Find();
}

}  // namespace profdiff

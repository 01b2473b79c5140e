// SPDX-License-Identifier: GPL-3.0-or-later
// The process that has the rank of a window compares all locks of this window. Locks that exclude each other were
// granted one after another, in the order of their ends.
#include "analyze/waits/mpi/window_locks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace profdiff {

// A lock as its rank recorded it. Times are in nanoseconds on the rank's clock.
struct SharedLock {
  std::uint32_t rank = 0, target = 0;
  std::uint64_t window = 0;
  bool is_exclusive = false, is_granted = false, is_released = false;
  std::uint32_t lock = 0, unlock = 0;                  // indices into OwnCalls::calls
  std::int64_t lock_begin = 0, lock_duration = 0;      // of the call that takes the lock
  std::int64_t unlock_begin = 0, unlock_duration = 0;  // of the call that releases it
};

struct LockAnswer {
  std::uint32_t call = 0;
  std::int64_t until = 0;
  CallAddress by;
};

template <class Pack>
void Fields(Pack& pack, SharedLock& lock) {
  pack(lock.rank, lock.target, lock.window, lock.is_exclusive, lock.is_granted, lock.is_released, lock.lock,
       lock.unlock, lock.lock_begin, lock.lock_duration, lock.unlock_begin, lock.unlock_duration);
}
template <class Pack>
void Fields(Pack& pack, LockAnswer& answer) {
  pack(answer.call, answer.until, answer.by.process, answer.by.call);
}

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kAtEnd = kNever - 1;  // end of a lock that is never released: before what never happens

// A lock with the times of its calls on corrected clocks.
struct Access {
  std::uint32_t process = 0;
  SharedLock of;
  std::int64_t begin = 0, granted = kNever;     // of the first call; it does not end if the lock is not granted
  std::int64_t release = kAtEnd, end = kAtEnd;  // of the last call

  CallAddress LastCall() const { return {process, of.is_released ? of.unlock : of.lock}; }
};

// The locks of a window that exclude a certain kind of lock.
class Rivals {
 public:
  void Add(const Access* access) { by_end_.push_back(access); }

  void Sort() {
    by_release_ = by_end_;
    std::ranges::sort(by_end_, {}, [](const Access* each) { return std::tuple(each->end, each->of.rank); });
    std::ranges::sort(by_release_, {}, [](const Access* each) { return std::tuple(each->release, each->of.rank); });
    const Access* last = nullptr;
    for (const Access* each : by_release_) {
      if (last == nullptr || each->end > last->end) last = each;
      last_.push_back(last);
    }
  }

  // Returns the lock that ended last among those whose release began before another lock was granted.
  const Access* BeforeGrantOf(const Access& access) const {
    const auto at = std::ranges::lower_bound(by_release_, access.granted, {}, &Access::release);
    return at == by_release_.begin() ? nullptr : last_[static_cast<std::size_t>(at - by_release_.begin()) - 1];
  }

  // Returns the last lock that ended during the release of another one, and was granted before that.
  const Access* DuringReleaseOf(const Access& access) const {
    auto at = std::ranges::upper_bound(by_end_, access.end, {}, &Access::end);
    while (at != by_end_.begin()) {
      const Access* const other = *--at;
      if (other->end <= access.release) return nullptr;
      if (other->of.rank != access.of.rank && other->granted <= access.release) return other;
    }
    return nullptr;
  }

 private:
  std::vector<const Access*> by_end_, by_release_;
  std::vector<const Access*> last_;  // the one that ends last, among those up to each index of by_release_
};

using LockAnswers = std::vector<std::vector<LockAnswer>>;  // by process

// `locks` are all locks of one window of one rank.
void Compare(const std::vector<Access>& locks, LockAnswers& answers) {
  Rivals all, exclusive;
  for (const Access& access : locks) {
    if (!access.of.is_granted) continue;
    all.Add(&access);
    if (access.of.is_exclusive) exclusive.Add(&access);
  }
  all.Sort();
  exclusive.Sort();
  for (const Access& access : locks) {
    const Rivals& rivals = access.of.is_exclusive ? all : exclusive;
    const Access* const before = rivals.BeforeGrantOf(access);
    if (before != nullptr && before->of.rank != access.of.rank && before->end > access.begin)
      answers[access.process].push_back({access.of.lock, before->end, before->LastCall()});
    const Access* const during = access.of.is_released ? rivals.DuringReleaseOf(access) : nullptr;
    if (during != nullptr) answers[access.process].push_back({access.of.unlock, during->end, during->LastCall()});
  }
}

SharedLock Share(const OwnCalls& own, const WindowLock& lock) {
  const MpiCall& first = own.calls[lock.lock];
  SharedLock shared;
  std::tie(shared.rank, shared.target, shared.window) = std::tie(lock.rank, lock.target, lock.window);
  shared.is_exclusive = lock.is_exclusive;
  shared.is_granted = !first.is_open;
  shared.is_released = lock.unlock.has_value();
  shared.lock = static_cast<std::uint32_t>(lock.lock);
  shared.lock_begin = first.begin;
  shared.lock_duration = first.end - first.begin;
  if (!lock.unlock) return shared;
  const MpiCall& last = own.calls[*lock.unlock];
  shared.unlock = static_cast<std::uint32_t>(*lock.unlock);
  shared.unlock_begin = last.begin;
  shared.unlock_duration = last.end - last.begin;
  return shared;
}

Access AccessOf(std::uint32_t process, const SharedLock& lock, const ClockFit& clocks) {
  const std::int64_t offset = clocks.OffsetOf(lock.rank);
  Access access{process, lock, lock.lock_begin + offset};
  if (lock.is_granted) access.granted = access.begin + lock.lock_duration;
  if (!lock.is_released) return access;
  access.release = lock.unlock_begin + offset;
  access.end = access.release + lock.unlock_duration;
  return access;
}

}  // namespace

std::vector<WindowWait> FindWindowWaits(const OwnCalls& own, const std::vector<WindowLock>& locks, const WholeRun& run,
                                        const ClockFit& clocks, const Exchange& exchange) {
  std::vector<std::vector<SharedLock>> outgoing(exchange.count());
  for (const WindowLock& lock : locks) {
    outgoing[run.ProcessOf(lock.target).value_or(0)].push_back(Share(own, lock));
  }
  outgoing = exchange.Swap(std::move(outgoing));
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<Access>> accesses;  // by rank of the window, and window
  for (std::uint32_t process = 0; process < outgoing.size(); ++process) {
    for (const SharedLock& lock : outgoing[process]) {
      Exchange::Require(run.ProcessOf(lock.rank) == process);
      Exchange::Require(process == exchange.own() || (Exchange::IsInterval(lock.lock_begin, lock.lock_duration) &&
                                                      Exchange::IsInterval(lock.unlock_begin, lock.unlock_duration)));
      accesses[{lock.target, lock.window}].push_back(AccessOf(process, lock, clocks));
    }
  }
  LockAnswers answers(exchange.count());
  for (auto& [key, list] : accesses) {
    std::ranges::sort(list, {}, [](const Access& access) { return std::tuple(access.of.rank, access.of.lock); });
    Compare(list, answers);
  }
  std::vector<WindowWait> waits;
  for (const std::vector<LockAnswer>& from : exchange.Swap(std::move(answers))) {
    for (const LockAnswer& answer : from) {
      Exchange::Require(answer.call < own.calls.size());
      waits.push_back({answer.call, answer.until, answer.by});
    }
  }
  std::ranges::sort(waits, {}, &WindowWait::call);
  return waits;
}

}  // namespace profdiff

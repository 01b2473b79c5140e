// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/stacks/locks.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "profdiff/stacks.h"

namespace profdiff {
namespace {

std::string AddressText(std::uint64_t address) {
  std::string text = "0x";
  AppendHex(text, address);
  return text;
}

const ThreadWait* FindWait(const std::vector<ThreadWait>& waits, ThreadKey id) {
  const auto found = std::ranges::lower_bound(waits, id, {}, &ThreadWait::id);
  return found != waits.end() && found->id == id ? &*found : nullptr;
}

std::string CallOf(const StackFindings& findings, ThreadKey id, bool is_join) {
  const auto found = std::ranges::lower_bound(findings.threads, id, {}, &StackedThread::id);
  if (found != findings.threads.end() && found->id == id && found->waits) return found->frames.back();
  return is_join ? "pthread_join" : "pthread_mutex_lock";
}

}  // namespace

std::vector<ThreadWait> WaitsForLocks(std::span<const LockWait> locks, const NumberedThreads& threads,
                                      const StackFindings& findings) {
  const auto find = [&](std::uint32_t rank, std::uint64_t tid) {
    const auto found = threads.keys.find({rank, tid});
    return found == threads.keys.end() ? nullptr : &found->second;
  };
  std::map<ThreadKey, std::set<std::uint64_t>> held;
  std::vector<ThreadWait> waits;
  for (const LockWait& lock : locks) {
    const ThreadKey *const waiter = find(lock.rank, lock.tid), *const owner = find(lock.rank, lock.owner);
    if (waiter == nullptr || owner == nullptr || waiter == owner) continue;
    ThreadWait& wait = waits.emplace_back();
    wait.id = *waiter;
    wait.for_threads = {*owner};
    wait.call = CallOf(findings, *waiter, lock.address == 0);
    if (lock.address == 0) continue;
    wait.what = AddressText(lock.address);
    held[*owner].insert(lock.address);
  }
  std::ranges::sort(waits, {}, &ThreadWait::id);
  for (ThreadWait& wait : waits) {
    for (const std::uint64_t address : held[wait.id]) wait.holds.push_back(AddressText(address));
  }
  return waits;
}

std::vector<WaitCycle> CyclesOfWaits(const std::vector<ThreadWait>& waits) {
  std::vector<WaitCycle> cycles;
  std::set<ThreadKey> done;
  for (const ThreadWait& start : waits) {
    std::vector<ThreadKey> path;
    const ThreadWait* at = &start;
    while (at != nullptr && done.insert(at->id).second) {
      path.push_back(at->id);
      at = FindWait(waits, at->for_threads.front());
    }
    if (at == nullptr) continue;
    // The path may have led into a cycle that begins at one of its own threads.
    const auto first = std::ranges::find(path, at->id);
    if (first == path.end()) continue;
    WaitCycle cycle{0, {first, path.end()}};
    std::rotate(cycle.threads.begin(), std::ranges::min_element(cycle.threads), cycle.threads.end());
    cycles.push_back(std::move(cycle));
  }
  std::ranges::sort(cycles, {}, &WaitCycle::threads);
  return cycles;
}

std::vector<ThreadKey> EndsOfWaits(const std::vector<ThreadWait>& waits) {
  std::set<ThreadKey> ends;
  for (const ThreadWait& wait : waits) {
    if (FindWait(waits, wait.for_threads.front()) == nullptr) ends.insert(wait.for_threads.front());
  }
  return {ends.begin(), ends.end()};
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/stacks/numbered.h"

#include <algorithm>
#include <tuple>

#include "profdiff/stacks.h"

namespace profdiff {
namespace {

// The order of the threads of all ranks: by rank, the main thread first, then by tid.
using ThreadOrder = std::tuple<std::uint32_t, bool, std::uint64_t>;

}  // namespace

NumberedThreads NumberThreads(const StackSnapshots& stacks) {
  NumberedThreads numbered;
  std::map<ThreadOrder, std::vector<const ThreadStack*>> places;
  const std::size_t count = stacks.snapshots.size();
  for (std::size_t snapshot = 0; snapshot < count; ++snapshot) {
    for (const ProcessStacks& process : stacks.snapshots[snapshot]) {
      std::vector<bool>& has = numbered.ranks[process.rank];
      has.resize(count);
      has[snapshot] = std::ranges::any_of(process.threads, [](const auto& thread) { return !thread.frames.empty(); });
      std::uint64_t order = 0;
      for (const ThreadStack& thread : process.threads) {
        const bool is_main = thread.tid == process.process;
        auto& of_thread = places[{process.rank, !is_main, thread.tid == 0 ? order : thread.tid}];
        of_thread.resize(count);
        of_thread[snapshot] = &thread;
        ++order;
      }
    }
  }
  for (auto& [place, of_thread] : places) {
    const auto& [rank, is_other, tid] = place;
    const bool is_first = numbered.threads.empty() || numbered.threads.back().id.rank != rank;
    const ThreadKey id{rank, is_first ? 0 : numbered.threads.back().id.thread + 1};
    numbered.threads.push_back({id, std::move(of_thread)});
    numbered.keys.emplace(std::pair(rank, tid), id);
  }
  return numbered;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the threads of several snapshots their numbers.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STACKS_NUMBERED_H_
#define PROFDIFF_ANALYZE_RANKING_STACKS_NUMBERED_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analyze/ranking/stacks/frames.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {

// A thread in all snapshots.
struct NumberedThread {
  ThreadKey id;
  std::vector<const ThreadStack*> stacks;  // by snapshot; null if the thread is not in it
};

struct NumberedThreads {
  std::vector<NumberedThread> threads;                                // sorted by id
  std::map<std::uint32_t, std::vector<bool>> ranks;                   // by rank and snapshot: true if it has frames
  std::map<std::pair<std::uint32_t, std::uint64_t>, ThreadKey> keys;  // by rank and tid
};

// Numbers the threads of each rank: the thread with the process id comes first, the others follow by tid. Threads
// without a tid are numbered in the order of the text.
NumberedThreads NumberThreads(const StackSnapshots& stacks);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STACKS_NUMBERED_H_

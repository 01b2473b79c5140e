// SPDX-License-Identifier: GPL-3.0-or-later
// Compares snapshots of stacks. The processor time of a thread does not show whether it makes progress, because MPI
// libraries poll while they wait; its frames do, once those inside of a wait are left out.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp, tests/cli/rank/stacks.py.
#include <algorithm>
#include <set>
#include <string>

#include "analyze/ranking/stacks/frames.h"
#include "analyze/ranking/stacks/locks.h"
#include "analyze/ranking/stacks/numbered.h"
#include "analyze/ranking/stacks/suspects.h"
#include "analyze/ranking/stacks/tree.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {
namespace {

constexpr std::size_t kEnough = 3;  // snapshots in which a thread that runs is in different places

// Shortens the stacks of a thread, adds up their frames, and finds out whether they differ. A stack without frames is
// unknown, and thus equal to any other.
void AddThread(const NumberedThread& numbered, const std::vector<bool>& has_rank, StackFindings& findings) {
  StackedThread& thread = findings.threads.emplace_back();
  thread.id = numbered.id;
  for (std::size_t snapshot = 0; snapshot < numbered.stacks.size(); ++snapshot) {
    const ThreadStack* const stack = numbered.stacks[snapshot];
    if (stack == nullptr) {
      // The thread has not begun, or has ended.
      thread.moves = thread.moves || has_rank[snapshot];
      continue;
    }
    findings.frames += stack->frames.size();
    findings.without_callers += stack->lacks_callers ? 1 : 0;
    ShortStack shortened = ShortenStack(stack->frames);
    findings.starts += shortened.starts;
    findings.inner += shortened.inner;
    findings.middle += shortened.middle;
    findings.unnamed += static_cast<std::size_t>(std::ranges::count(shortened.frames, ThreadStack::kUnnamed));
    if (shortened.frames.empty()) {
      ++findings.without_frames;
      continue;
    }
    thread.moves = thread.moves || (!thread.frames.empty() && thread.frames != shortened.frames);
    thread.frames = std::move(shortened.frames);
    thread.waits = shortened.waits;
  }
}

GoodStacks StacksOf(const StackSnapshots& good) {
  GoodStacks stacks;
  for (const std::vector<ProcessStacks>& snapshot : good.snapshots) {
    for (const ProcessStacks& process : snapshot) {
      for (const ThreadStack& thread : process.threads) stacks.insert(ShortenStack(thread.frames).frames);
    }
  }
  stacks.erase(std::vector<std::string>());
  return stacks;
}

std::set<std::string_view> SourcesOf(const StackSnapshots& stacks) {
  std::set<std::string_view> sources;
  for (const std::vector<ProcessStacks>& snapshot : stacks.snapshots) {
    for (const ProcessStacks& process : snapshot) sources.insert(process.source);
  }
  return sources;
}

RankVerdict VerdictOf(const StackFindings& findings) {
  if (!findings.cycles.empty()) return RankVerdict::kStopped;
  if (std::ranges::any_of(findings.threads, &StackedThread::moves)) return RankVerdict::kNone;
  const bool has_frames = std::ranges::any_of(findings.threads, [](const auto& each) { return !each.frames.empty(); });
  const bool is_known = findings.snapshots >= kEnough && findings.gaps.empty() && has_frames;
  return is_known ? RankVerdict::kStopped : RankVerdict::kUnknown;
}

}  // namespace

StackFindings CompareStacks(const StackSnapshots& stacks, const StackSnapshots& good, std::span<const LockWait> locks) {
  StackFindings findings;
  findings.snapshots = stacks.snapshots.size();
  findings.good = good.snapshots.size();
  const NumberedThreads numbered = NumberThreads(stacks);
  findings.ranks = numbered.ranks.size();
  for (const auto& [rank, has] : numbered.ranks) {
    if (std::ranges::find(has, false) != has.end()) findings.gaps.push_back(rank);
  }
  for (const NumberedThread& thread : numbered.threads) {
    AddThread(thread, numbered.ranks.at(thread.id.rank), findings);
  }
  findings.tree = TreeOfStacks(findings.threads);
  findings.classes = ClassesOfStacks(findings.threads);
  findings.waits = WaitsForLocks(locks, numbered, findings);
  findings.cycles = CyclesOfWaits(findings.waits);
  findings.mixes_sources = findings.good != 0 && SourcesOf(stacks) != SourcesOf(good);
  findings.verdict = VerdictOf(findings);
  if (findings.verdict == RankVerdict::kStopped) FindStackSuspects(StacksOf(good), findings);
  return findings;
}

}  // namespace profdiff

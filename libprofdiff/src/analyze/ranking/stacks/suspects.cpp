// SPDX-License-Identifier: GPL-3.0-or-later
// A rank that is not in the collective operation of the others keeps them waiting. If ranks are in several collective
// operations, or in none, their numbers do not show which rank is wrong; only good snapshots do. The same holds for
// threads and the barrier of a team.
#include "analyze/ranking/stacks/suspects.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/ranking/stacks/frames.h"
#include "analyze/ranking/stacks/locks.h"
#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/sync.h"
#include "profdiff/stacks.h"

namespace profdiff {
namespace {

using Ranks = std::set<std::uint32_t>;
using Suspects = std::vector<const StackedThread*>;

bool IsCollective(const StackedThread& thread) {
  if (!thread.waits) return false;
  const std::string& name = thread.frames.back();
  const SyncKind kind = SyncRoutineOf(name).kind;
  return kind == SyncKind::kCollective || kind == SyncKind::kFinalize || IsMpiInit(name);
}

// Returns the ranks in each collective operation. A rank that is in MPI_Finalize calls no other one.
std::map<std::string, Ranks> RanksByCollective(const StackFindings& findings) {
  std::map<std::string, Ranks> collectives;
  for (const StackedThread& thread : findings.threads) {
    if (IsCollective(thread)) collectives[thread.frames.back()].insert(thread.id.rank);
  }
  if (collectives.size() > 1) collectives.erase("MPI_Finalize");
  return collectives;
}

// Returns all ranks but those in the only collective operation; all ranks if there is none, or more than one.
Ranks CandidateRanks(StackFindings& findings) {
  Ranks all;
  for (const StackedThread& thread : findings.threads) all.insert(thread.id.rank);
  const std::map<std::string, Ranks> collectives = RanksByCollective(findings);
  if (collectives.size() != 1) {
    for (const auto& [name, ranks] : collectives) findings.in_collective += ranks.size();
    return all;
  }
  const auto& [name, inside] = *collectives.begin();
  findings.collective = name;
  findings.in_collective = inside.size();
  Ranks outside;
  std::ranges::set_difference(all, inside, std::inserter(outside, outside.end()));
  return outside;
}

// Keeps those for which keeps(thread) is true, unless there are none.
template <class Keeps>
void Prefer(Suspects& suspects, Keeps keeps) {
  Suspects kept;
  std::ranges::copy_if(suspects, std::back_inserter(kept), keeps);
  if (!kept.empty()) suspects = std::move(kept);
}

std::vector<ThreadKey> IdsOf(const Suspects& suspects) {
  std::vector<ThreadKey> ids;
  for (const StackedThread* thread : suspects) ids.push_back(thread->id);
  return ids;
}

// Returns the threads of the ranks whose stacks neither good snapshots nor other ranks have.
Suspects ThreadsUnlikeOthers(const GoodStacks& good, const Ranks& ranks, const StackFindings& findings) {
  std::set<std::vector<std::string>> usual;
  for (const StackedThread& thread : findings.threads) {
    if (!ranks.contains(thread.id.rank)) usual.insert(thread.frames);
  }
  Suspects suspects;
  for (const StackedThread& thread : findings.threads) {
    const bool is_candidate = ranks.contains(thread.id.rank) && !thread.frames.empty();
    if (is_candidate && !usual.contains(thread.frames) && !good.contains(thread.frames)) suspects.push_back(&thread);
  }
  return suspects;
}

// In a cycle, threads whose stacks good snapshots have are no suspects, unless that is so for all.
std::vector<ThreadKey> SuspectsOfCycles(const GoodStacks& good, const StackFindings& findings) {
  std::set<ThreadKey> members;
  for (const WaitCycle& cycle : findings.cycles) members.insert(cycle.threads.begin(), cycle.threads.end());
  Suspects suspects;
  for (const StackedThread& thread : findings.threads) {
    if (members.contains(thread.id)) suspects.push_back(&thread);
  }
  Prefer(suspects, [&](const StackedThread* thread) { return !good.contains(thread->frames); });
  return IdsOf(suspects);
}

// Replaces threads that wait for a lock, or for the end of a thread, by the thread that ends this chain of waits.
std::vector<ThreadKey> Followed(const std::vector<ThreadKey>& ids, const std::vector<ThreadWait>& waits) {
  std::set<ThreadKey> followed;
  for (ThreadKey id : ids) {
    for (auto wait = waits.begin(); wait != waits.end();) {  // ends, because there are no cycles
      wait = std::ranges::find(waits, id, &ThreadWait::id);
      if (wait != waits.end()) id = wait->for_threads.front();
    }
    followed.insert(id);
  }
  return {followed.begin(), followed.end()};
}

// Returns the threads that hold a lock for which others wait, and do not wait for a lock or thread themselves.
std::vector<ThreadKey> Holders(const std::vector<ThreadWait>& waits) {
  std::set<ThreadKey> holders;
  const std::vector<ThreadKey> ends = EndsOfWaits(waits);
  for (const ThreadWait& wait : waits) {
    const ThreadKey holder = wait.for_threads.front();
    if (!wait.what.empty() && std::ranges::binary_search(ends, holder)) holders.insert(holder);
  }
  return {holders.begin(), holders.end()};
}

// Returns threads that do not wait, although threads of the same process with the same first function are in a barrier.
std::vector<ThreadKey> MissingInTeams(const StackFindings& findings) {
  using Team = std::pair<std::uint32_t, std::string>;  // rank and first function
  std::set<Team> teams;
  std::vector<ThreadKey> missing;
  const auto team_of = [](const StackedThread& thread) { return Team(thread.id.rank, thread.frames.front()); };
  for (const StackedThread& thread : findings.threads) {
    if (thread.waits && IsTeamBarrier(thread.frames.back())) teams.insert(team_of(thread));
  }
  for (const StackedThread& thread : findings.threads) {
    const bool runs = !thread.frames.empty() && !thread.waits;
    if (runs && teams.contains(team_of(thread))) missing.push_back(thread.id);
  }
  return missing;
}

// Returns the threads that others join, and that do not wait. Which one of several threads is joined first says nothing
// about threads that wait for an unknown reason.
std::vector<ThreadKey> RunningEnds(const StackFindings& findings) {
  std::vector<ThreadKey> ends = EndsOfWaits(findings.waits);
  std::erase_if(ends, [&](ThreadKey id) {
    return std::ranges::lower_bound(findings.threads, id, {}, &StackedThread::id)->waits;
  });
  return ends;
}

}  // namespace

void FindStackSuspects(const GoodStacks& good, StackFindings& findings) {
  const Ranks ranks = CandidateRanks(findings);
  if (!findings.cycles.empty()) {
    findings.collective.clear();
    findings.in_collective = 0;
    findings.suspects = SuspectsOfCycles(good, findings);
    return;
  }
  Suspects suspects;
  const bool has_reason = !findings.collective.empty() || !good.empty();
  if (has_reason && !ranks.empty()) suspects = ThreadsUnlikeOthers(good, ranks, findings);
  // If all threads are unlike good snapshots, the snapshots show nothing.
  const auto known = std::ranges::count_if(findings.threads, [](const auto& thread) { return !thread.frames.empty(); });
  if (findings.collective.empty() && suspects.size() == static_cast<std::size_t>(known)) suspects.clear();
  Prefer(suspects, [](const StackedThread* thread) { return !thread->waits; });
  // A rank that ends sends nothing more.
  Prefer(suspects, [](const StackedThread* thread) { return thread->frames.back() == "MPI_Finalize"; });
  Prefer(suspects, [](const StackedThread* thread) { return !IsJoin(thread->frames.back()); });
  findings.suspects = Followed(IdsOf(suspects), findings.waits);
  if (findings.suspects.empty()) findings.suspects = Holders(findings.waits);
  if (findings.suspects.empty()) findings.suspects = MissingInTeams(findings);
  if (findings.suspects.empty()) findings.suspects = RunningEnds(findings);
}

}  // namespace profdiff

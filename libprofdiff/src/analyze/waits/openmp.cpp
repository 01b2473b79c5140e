// SPDX-License-Identifier: GPL-3.0-or-later
// Constructs are recognised by the calls that GCC's compiled code makes (libgomp). A team is a call of GOMP_parallel
// with the outlined bodies that run within its time in threads of its rank; the n-th barrier of one thread is the n-th
// of all. A thread waits from when it enters a barrier until the last one does, or until it leaves.
//
// A barrier belongs to the construct that was begun last before it:
//   - GOMP_loop_end, GOMP_sections_end: they say so themselves;
//   - GOMP_single_start: `single`;
//   - omp_get_num_threads and then omp_get_thread_num, which compiled code asks for to divide a static loop: a loop;
//   - omp_get_thread_num alone, and one thread had nearly all of the time from there on: `master`;
//   - else: the program's own barrier.
// Source: libgomp's interface as of GCC 12; gcc -fdump-tree-ompexp. Tests: tests/unit/analyze/waits/openmp_test.cpp.
#include "analyze/waits/openmp.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "analyze/waits/routines.h"

namespace profdiff {
namespace {

enum class Role : std::uint8_t {
  kOther,
  kBarrier,
  kLoopEnd,
  kSectionsEnd,
  kLoopStart,
  kLoopNext,
  kSectionsStart,
  kSectionsNext,
  kSingleStart,
  kThreads,       // omp_get_num_threads
  kThreadNumber,  // omp_get_thread_num
  kCritical,
  kLock,
  kAtomic,
};

bool IsBarrier(Role role) { return role == Role::kBarrier || role == Role::kLoopEnd || role == Role::kSectionsEnd; }

// Versions with _ull are for unsigned long long.
Role RoleOf(std::string_view name) {
  const auto begins = [&](std::string_view text) { return name.starts_with(text); };
  const auto ends = [&](std::string_view text) { return name.ends_with(text); };
  if (name == "GOMP_barrier" || name == "GOMP_barrier_cancel") return Role::kBarrier;
  if (name == "GOMP_loop_end" || name == "GOMP_loop_end_cancel") return Role::kLoopEnd;
  if (name == "GOMP_sections_end" || name == "GOMP_sections_end_cancel") return Role::kSectionsEnd;
  if (begins("GOMP_loop_") && (ends("_start"))) return Role::kLoopStart;
  if (begins("GOMP_loop_") && ends("_next")) return Role::kLoopNext;
  if (name == "GOMP_sections_start" || name == "GOMP_sections2_start") return Role::kSectionsStart;
  if (name == "GOMP_sections_next") return Role::kSectionsNext;
  if (name == "GOMP_single_start" || name == "GOMP_single_copy_start") return Role::kSingleStart;
  if (name == "omp_get_num_threads") return Role::kThreads;
  if (name == "omp_get_thread_num") return Role::kThreadNumber;
  if (name == "GOMP_critical_start" || name == "GOMP_critical_name_start") return Role::kCritical;
  if (name == "omp_set_lock" || name == "omp_set_nest_lock") return Role::kLock;
  return name == "GOMP_atomic_start" ? Role::kAtomic : Role::kOther;
}

// The calls of one thread of a team, in order.
struct Member {
  const OutlinedBody* body = nullptr;
  std::vector<const RuntimeCall*> calls;  // made in it
  std::vector<std::size_t> barriers;      // entries of `calls`
};

using Team = std::vector<Member>;

// One barrier of a team: to each member, which of its calls it is, and the first one after the barrier before it.
struct TeamBarrier {
  const Team& team;
  std::size_t number;

  const RuntimeCall& CallOf(const Member& member) const { return *member.calls[member.barriers[number]]; }
  std::span<const RuntimeCall* const> CallsBefore(const Member& member) const {
    const std::size_t first = number == 0 ? 0 : member.barriers[number - 1] + 1;
    return {member.calls.begin() + static_cast<std::ptrdiff_t>(first),
            member.calls.begin() + static_cast<std::ptrdiff_t>(member.barriers[number])};
  }
  std::int64_t LastBegin() const {
    std::int64_t last = CallOf(team.front()).begin;
    for (const Member& member : team) last = std::max(last, CallOf(member).begin);
    return last;
  }
};

class OpenMpWaits {
 public:
  OpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits, WaitProblems& problems)
      : trace_(trace), runtime_(runtime), waits_(waits), problems_(problems) {
    for (const std::string& name : trace.names) role_of_.push_back(RoleOf(name));
  }

  void Find() {
    FindContention();
    for (const Team& team : FindTeams()) FindInTeam(team);
  }

 private:
  Role RoleOfCall(const RuntimeCall& call) const {
    return role_of_[trace_.threads[call.thread].calls.function[call.call.value].value];
  }
  NameId NameOf(const OutlinedBody& body) const { return trace_.threads[body.thread].calls.function[body.call.value]; }

  // Waits for what one thread at a time may have.
  void FindContention() {
    for (const RuntimeCall& call : runtime_.calls) {
      if (call.instance == 0) continue;
      const Role role = RoleOfCall(call);
      if (role == Role::kCritical) Add(WaitKind::kCriticalSectionContention, call, call.inside);
      if (role == Role::kLock) Add(WaitKind::kLockContention, call, call.inside);
      if (role == Role::kAtomic) Add(WaitKind::kFrequentAtomic, call, call.inside);
    }
  }

  // A body that the library called in the thread that begins the region leads a team; the others' bodies of the same
  // function join the one that was begun last before them.
  std::vector<Team> FindTeams() const {
    std::vector<Team> teams;
    using Key = std::pair<std::uint32_t, NameId>;  // rank and function
    std::map<Key, std::vector<std::size_t>> by_key;
    for (const OutlinedBody& body : runtime_.bodies) {
      if (!body.parallel.valid()) continue;
      by_key[{trace_.threads[body.thread].rank, NameOf(body)}].push_back(teams.size());
      teams.push_back({{&body, {}, {}}});
    }
    const auto begin_of = [&](std::size_t team) { return ParallelOf(*teams[team].front().body).first; };
    for (auto& [key, all] : by_key) std::ranges::sort(all, {}, begin_of);
    for (const OutlinedBody& body : runtime_.bodies) {
      const auto found = by_key.find({trace_.threads[body.thread].rank, NameOf(body)});
      if (body.parallel.valid() || found == by_key.end()) continue;
      const auto behind = std::ranges::upper_bound(found->second, body.begin, {}, begin_of);
      if (behind == found->second.begin()) continue;
      Team& team = teams[*std::prev(behind)];
      if (body.begin <= ParallelOf(*team.front().body).second) team.push_back({&body, {}, {}});
    }
    GatherCalls(teams);
    return teams;
  }

  // When the call began and ended that began a team.
  std::pair<std::int64_t, std::int64_t> ParallelOf(const OutlinedBody& body) const {
    const CallTree& calls = trace_.threads[body.thread].calls;
    const auto begin = static_cast<std::int64_t>(calls.start[body.parallel.value]);
    return {begin, begin + static_cast<std::int64_t>(calls.duration[body.parallel.value])};
  }

  void GatherCalls(std::vector<Team>& teams) const {
    std::map<std::pair<std::uint32_t, CallId>, Member*> by_body;
    for (Team& team : teams) {
      for (Member& member : team) by_body[{member.body->thread, member.body->call}] = &member;
    }
    for (const RuntimeCall& call : runtime_.calls) {
      const auto found = by_body.find({call.thread, call.body});
      if (!call.body.valid() || found == by_body.end()) continue;
      Member& member = *found->second;
      if (IsBarrier(RoleOfCall(call))) member.barriers.push_back(member.calls.size());
      member.calls.push_back(&call);
    }
  }

  void FindInTeam(const Team& team) {
    const std::size_t barriers = team.front().barriers.size();
    const auto differs = [&](const Member& member) { return member.barriers.size() != barriers; };
    if (team.front().body->instance == 0) return;
    if (std::ranges::any_of(team, differs)) return SetProblem(team);
    for (std::size_t i = 0; i < barriers; ++i) FindAtBarrier({team, i});
    FindAtEnd(team);
  }

  void SetProblem(const Team& team) {
    const std::string function(FunctionOfBody(trace_.names[NameOf(*team.front().body).value]));
    const std::string reason = "threads of one team of " + function +
                               " have different numbers of barriers; record with LD_BIND_NOW=1 in the environment, or "
                               "uftrace loses calls";
    for (std::size_t kind = kMpiWaitKinds; kind <= static_cast<std::size_t>(WaitKind::kImbalanceInParallelRegion);
         ++kind) {
      if (!problems_[kind]) problems_[kind] = reason;
    }
  }

  void FindAtBarrier(const TeamBarrier& barrier) {
    const Role role = RoleOfCall(barrier.CallOf(barrier.team.front()));
    if (role == Role::kLoopEnd) return AddLoop(barrier);
    if (role == Role::kSectionsEnd) return AddSections(barrier);
    AddAll(KindOf(barrier), barrier, [](const Member&) { return true; });
  }

  WaitKind KindOf(const TeamBarrier& barrier) const {
    const auto before = barrier.CallsBefore(barrier.team.front());
    const Role last = before.empty() ? Role::kOther : RoleOfCall(*before.back());
    if (last == Role::kSingleStart) return WaitKind::kUnparallelizedInSingleRegion;
    if (last != Role::kThreadNumber) return WaitKind::kImbalanceAtBarrier;
    const bool divides = before.size() > 1 && RoleOfCall(*before[before.size() - 2]) == Role::kThreads;
    if (divides) return WaitKind::kImbalanceInParallelLoop;
    return OneWorks(barrier) ? WaitKind::kUnparallelizedInMasterRegion : WaitKind::kImbalanceAtBarrier;
  }

  // Whether one member has nearly all of the time between asking for its number and the barrier.
  bool OneWorks(const TeamBarrier& barrier) const {
    constexpr double kNearlyAll = 0.9;
    std::int64_t most = 0, all = 0;
    for (const Member& member : barrier.team) {
      const auto before = barrier.CallsBefore(member);
      if (before.empty()) return false;
      const std::int64_t time = barrier.CallOf(member).begin - before.back()->end;
      most = std::max(most, time);
      all += time;
    }
    return barrier.team.size() > 1 && static_cast<double>(most) >= kNearlyAll * static_cast<double>(all);
  }

  template <typename Predicate>
  void AddAll(WaitKind kind, const TeamBarrier& barrier, Predicate counts) {
    const std::int64_t last = barrier.LastBegin();
    for (const Member& member : barrier.team) {
      const RuntimeCall& call = barrier.CallOf(member);
      if (counts(member)) Add(kind, call, std::min(last, call.end) - call.begin);
    }
  }

  std::size_t Count(const TeamBarrier& barrier, const Member& member, Role role) const {
    const auto calls = barrier.CallsBefore(member);
    const auto is = [&](const RuntimeCall* call) { return RoleOfCall(*call) == role; };
    return static_cast<std::size_t>(std::ranges::count_if(calls, is));
  }

  // A thread that never asks for more iterations had none, of loops that are divided while they run.
  void AddLoop(const TeamBarrier& barrier) {
    AddAll(WaitKind::kImbalanceInParallelLoop, barrier, [](const Member&) { return true; });
    const auto has_none = [&](const Member& member) {
      return Count(barrier, member, Role::kLoopStart) > 0 && Count(barrier, member, Role::kLoopNext) == 0;
    };
    AddAll(WaitKind::kInsufficientWorkInParallelLoop, barrier, has_none);
  }

  // After each section a thread asks for the next one.
  void AddSections(const TeamBarrier& barrier) {
    const auto all = [](const Member&) { return true; };
    AddAll(WaitKind::kImbalanceInParallelSections, barrier, all);
    std::size_t fewest = ~std::size_t{0}, most = 0, sum = 0;
    for (const Member& member : barrier.team) {
      const std::size_t count = Count(barrier, member, Role::kSectionsNext);
      fewest = std::min(fewest, count);
      most = std::max(most, count);
      sum += count;
    }
    if (sum < barrier.team.size()) {
      AddAll(WaitKind::kImbalanceDueToNotEnoughSections, barrier, all);
    } else if (fewest != most) {
      AddAll(WaitKind::kImbalanceDueToUnevenSectionDistribution, barrier, all);
    }
  }

  // All wait for the last one to end its body.
  void FindAtEnd(const Team& team) {
    std::int64_t last = team.front().body->end;
    for (const Member& member : team) last = std::max(last, member.body->end);
    for (const Member& member : team) {
      const OutlinedBody& body = *member.body;
      AddWait({WaitKind::kImbalanceInParallelRegion,
               body.thread,
               NameOf(body),
               {},
               team.front().body->instance,
               last - body.end});
    }
  }

  void Add(WaitKind kind, const RuntimeCall& call, std::int64_t lost) {
    AddWait({kind, call.thread, call.caller, {}, call.instance, lost});
  }
  void AddWait(const Wait& wait) {
    if (wait.lost > 0 && wait.instance != 0) waits_.push_back(wait);
  }

  const Trace& trace_;
  const RuntimeCalls& runtime_;
  std::vector<Wait>& waits_;
  WaitProblems& problems_;
  std::vector<Role> role_of_;  // by NameId
};

}  // namespace

void FindOpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits,
                     WaitProblems& problems) {
  OpenMpWaits(trace, runtime, waits, problems).Find();
}

}  // namespace profdiff

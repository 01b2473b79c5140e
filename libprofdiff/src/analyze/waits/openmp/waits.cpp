// SPDX-License-Identifier: GPL-3.0-or-later
// Constructs are recognised by the calls of compiled code into libgomp (GCC) and libomp (LLVM). A team consists of a
// call of GOMP_parallel or __kmpc_fork_call and the outlined bodies that run during this call in threads of its rank;
// the n-th barrier of one thread is the n-th barrier of all threads. A thread's wait begins when the thread enters a
// barrier. It ends when the team's last thread enters the barrier, or when the waiting thread leaves the barrier,
// whichever is earlier.
//
// With GCC, a barrier belongs to the most recent construct that began before it:
//   - GOMP_loop_end, GOMP_sections_end: a loop or sections, as their names show;
//   - GOMP_single_start: `single`; with copyprivate, the threads wait in GOMP_single_copy_start for the thread that
//     calls GOMP_single_copy_end;
//   - omp_get_num_threads and then omp_get_thread_num, which compiled code calls to divide a static loop: a loop;
//   - GOMP_loop_end_nowait or GOMP_sections_end_nowait as the last call of a region: the loop or the sections, whose
//     barrier is the end of the region;
//   - omp_get_thread_num alone, if one thread accounts for nearly all time between this call and the barrier: `master`;
//   - otherwise: the program's own barrier.
// With LLVM, all barriers are calls of __kmpc_barrier, and the last call before the barrier determines the construct:
// __kmpc_for_static_fini and __kmpc_dispatch_next_* belong to a loop or to sections (which clang compiles as a loop);
// __kmpc_single, __kmpc_master or their ends belong to `single` or `master`; otherwise it is the program's own barrier.
// If a loop comes last in a region, its threads wait at the end of the region.
//
// If constructs are regions of the recording, the teams are found from the parallel regions (parallel_teams.h),
// barriers are assigned to constructs (construct_barriers.h), and the end of a region is also a barrier.
//
// Waiting threads execute tasks: libraries call the bodies of tasks within barriers and, in threads of the pool,
// between regions. That time is work, and a thread arrives at a barrier when it has entered the barrier and finished
// its last task there.
// Source: libgomp's interface as of GCC 12; gcc -fdump-tree-ompexp; recordings of programs compiled with clang 14.
// Tests: tests/unit/analyze/waits/openmp_test.cpp, tests/unit/analyze/waits/constructs_test.cpp,
// tests/unit/analyze/waits/planted_teams_test.cpp, tests/unit/analyze/waits/planted_archives_test.cpp.
#include "analyze/waits/openmp/waits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "analyze/waits/openmp/construct_barriers.h"
#include "analyze/waits/openmp/roles.h"
#include "analyze/waits/openmp/tasks.h"
#include "analyze/waits/routines.h"

namespace profdiff {
namespace {

using Role = OpenMpRole;

// The calls of one thread of a team, in order.
struct Member {
  const OutlinedBody* body = nullptr;
  std::vector<const RuntimeCall*> calls;  // runtime calls in the region's body
  std::vector<std::size_t> barriers;      // indices of barriers in `calls`
};

using Team = std::vector<Member>;

// A point at which a team waits: its n-th barrier or, after the last one, the end of the region.
struct SyncPoint {
  const Team& team;
  std::size_t number;

  bool is_end() const { return number == team.front().barriers.size(); }
  std::vector<const RuntimeCall*> Calls() const {
    std::vector<const RuntimeCall*> calls;
    for (const Member& member : team) calls.push_back(CallOf(member));
    return calls;
  }
  // Returns a member's call of the barrier at this point; null at the end of the region.
  const RuntimeCall* CallOf(const Member& member) const {
    return is_end() ? nullptr : member.calls[member.barriers[number]];
  }
  std::int64_t BeginOf(const Member& member) const { return is_end() ? member.body->end : CallOf(member)->begin; }
  // Returns the calls since the previous sync point.
  std::span<const RuntimeCall* const> CallsBefore(const Member& member) const {
    const std::size_t first = number == 0 ? 0 : member.barriers[number - 1] + 1;
    const std::size_t end = is_end() ? member.calls.size() : member.barriers[number];
    return {member.calls.data() + first, end - first};
  }
};

class OpenMpWaits {
 public:
  OpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits, WaitProblems& problems)
      : trace_(trace),
        runtime_(runtime),
        waits_(waits),
        problems_(problems),
        constructs_(trace, runtime),
        tasks_(trace.threads.size()) {
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
      role_of_.push_back(OpenMpRoleOf(trace.RoleOf(NameId(i)), trace.names[i]));
    }
  }

  TeamKinds Find() {
    FindContention();
    const std::vector<Team> teams = FindTeams();
    for (const Team& team : teams) FindInTeam(team);
    FindInRegions();
    if (has_loops_without_chunks_ && !has_chunks_) {
      SetProblem(WaitKind::kInsufficientWorkInParallelLoop,
                 "loops with a static schedule were recorded without their iterations");
    }
    const auto is_wide = [](const Team& team) { return team.size() > 1; };
    return {!teams.empty(), std::ranges::any_of(teams, is_wide), std::move(incomplete_)};
  }

 private:
  Role RoleOfCall(const RuntimeCall& call) const {
    return role_of_[trace_.threads[call.thread].calls.function[call.call.value].value];
  }
  bool IsThreadCall(const RuntimeCall& call) const {
    const NameId name = trace_.threads[call.thread].calls.function[call.call.value];
    return runtime_.class_of[name.value] == RuntimeCalls::Class::kThreads;
  }
  NameId NameOf(const OutlinedBody& body) const { return trace_.threads[body.thread].calls.function[body.call.value]; }

  // Finds waits for locks, critical sections and atomics.
  void FindContention() {
    for (const RuntimeCall& call : runtime_.calls) {
      if (call.instance == 0) continue;
      const Role role = RoleOfCall(call);
      if (role == Role::kCritical) AddCritical(call);
      if (role == Role::kLock) AddContention(WaitKind::kLockContention, call);
      if (role == Role::kAtomic) AddContention(WaitKind::kFrequentAtomic, call);
    }
  }

  // The first body within a library call that starts a team is the team's leader. Bodies of the same function in other
  // threads join the last team started before them. All other bodies are tasks.
  std::vector<Team> FindTeams() {
    std::vector<Team> teams;
    using Key = std::pair<std::uint32_t, NameId>;  // rank and function
    std::map<Key, std::vector<std::size_t>> by_key;
    const auto key_of = [&](const OutlinedBody& body) { return Key(trace_.threads[body.thread].rank, NameOf(body)); };
    for (const OutlinedBody& body : runtime_.bodies) {
      if (!IsLeader(body)) continue;
      by_key[key_of(body)].push_back(teams.size());
      teams.push_back({{&body, {}, {}}});
    }
    for (const OutlinedBody& body : runtime_.bodies) {
      const bool is_task = body.library_call.valid() ? !IsLeader(body) : !by_key.contains(key_of(body));
      if (is_task) tasks_.Add(body.thread, {body.begin, body.end});
    }
    const auto begin_of = [&](std::size_t team) { return ParallelOf(*teams[team].front().body).begin; };
    for (auto& [key, all] : by_key) std::ranges::sort(all, {}, begin_of);
    for (const OutlinedBody& body : runtime_.bodies) {
      const auto found = by_key.find(key_of(body));
      if (body.library_call.valid() || found == by_key.end()) continue;
      const auto later = std::ranges::upper_bound(found->second, body.begin, {}, begin_of);
      if (later == found->second.begin()) continue;
      Team& team = teams[*std::prev(later)];
      if (body.begin <= ParallelOf(*team.front().body).end) team.push_back({&body, {}, {}});
    }
    for (const ExecutedTask& task : runtime_.tasks) tasks_.Add(task.thread, {task.begin, task.end});
    GatherCalls(teams);
    return teams;
  }

  bool IsLeader(const OutlinedBody& body) const {
    if (!body.library_call.valid()) return false;
    const CallTree& calls = trace_.threads[body.thread].calls;
    if (role_of_[calls.function[body.library_call.value].value] != Role::kParallel) return false;
    // The first body in the library call is the leader. Libraries may call functions of their own before the leader;
    // the bodies after it are tasks.
    const auto is_body = [&](std::uint32_t row) {
      return runtime_.class_of[calls.function[row].value] == RuntimeCalls::Class::kBody;
    };
    std::uint32_t first = body.library_call.value + 1;
    while (first < body.call.value && !is_body(first)) ++first;
    return first == body.call.value;
  }

  // Returns the time of the library call that started a team.
  TimeSpan ParallelOf(const OutlinedBody& leader) const {
    return SpanOfCall(trace_.threads[leader.thread].calls, leader.library_call.value);
  }

  // Returns the time from a member's arrival at a sync point until it leaves.
  TimeSpan SpanOf(const SyncPoint& point, const Member& member) const {
    const RuntimeCall* const call = point.CallOf(member);
    const std::int64_t end = call == nullptr ? ParallelOf(*point.team.front().body).end : call->end;
    return {point.BeginOf(member), std::max(end, point.BeginOf(member))};
  }

  // Returns the time at which all members had arrived and had finished their tasks.
  std::int64_t LastArrival(const SyncPoint& point) const {
    std::int64_t last = point.BeginOf(point.team.front());
    for (const Member& member : point.team) {
      last = std::max(last, tasks_.EndOfLast(member.body->thread, SpanOf(point, member)));
    }
    return last;
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
      // Skips calls for tasks and of POSIX threads, which neither begin nor end constructs with barriers.
      if (RoleOfCall(call) == Role::kTask || IsThreadCall(call)) continue;
      AddBarrier(call, member);
      member.calls.push_back(&call);
    }
  }

  // The thread that executes a `single` with copyprivate does not wait in the call that begins it.
  void AddBarrier(const RuntimeCall& call, Member& member) const {
    const Role role = RoleOfCall(call);
    if (!IsBarrier(role)) return;
    const bool has_begun =
        !member.barriers.empty() && RoleOfCall(*member.calls[member.barriers.back()]) == Role::kCopyStart;
    if (role == Role::kCopyEnd && has_begun) member.barriers.pop_back();
    member.barriers.push_back(member.calls.size());
  }

  static bool HasSameBarriers(const Team& team) {
    const std::size_t barriers = team.front().barriers.size();
    return std::ranges::all_of(team, [&](const Member& member) { return member.barriers.size() == barriers; });
  }

  void FindInTeam(const Team& team) {
    if (team.front().body->instance == 0) return;
    if (!HasSameBarriers(team)) {
      return AddIncomplete(std::string(FunctionOfBody(runtime_.NameOfBody(trace_, NameOf(*team.front().body)))));
    }
    for (std::size_t i = 0; i <= team.front().barriers.size(); ++i) FindAt({team, i});
  }

  // Finds waits of teams whose parallel regions are regions of the recording.
  void FindInRegions() {
    if (runtime_.team_problem) SetProblems(*runtime_.team_problem);
    if (runtime_.lacks_blocks) {
      SetProblem(WaitKind::kCriticalSectionContention,
                 "critical sections were recorded without their blocks, so waits for them cannot be separated");
    }
    std::vector<Team> teams;
    for (const std::vector<std::uint32_t>& parts : runtime_.teams) {
      Team& team = teams.emplace_back();
      for (const std::uint32_t part : parts) team.push_back({&runtime_.parts[part], {}, {}});
    }
    GatherCalls(teams);
    for (const Team& team : teams) FindInRegion(team);
  }

  void FindInRegion(const Team& team) {
    if (team.front().body->instance == 0) return;
    const OutlinedBody& first = *team.front().body;
    const std::string region = trace_.names[NameOf(first).value];
    const std::size_t barriers = team.front().barriers.size();
    if (!HasSameBarriers(team)) return AddIncomplete(first.caller.valid() ? trace_.names[first.caller.value] : region);
    if (barriers == 0 && team.size() > 1) {
      SetProblem(WaitKind::kImbalanceInParallelRegion,
                 "a region was recorded without the barrier at its end: " + region);
    }
    for (std::size_t i = 0; i < barriers; ++i) FindAt({team, i});
  }

  void AddIncomplete(const std::string& function) {
    if (std::ranges::find(incomplete_, function) == incomplete_.end()) incomplete_.push_back(function);
  }

  void SetProblems(const std::string& reason) {
    for (std::size_t kind = kMpiWaitKinds; kind <= static_cast<std::size_t>(WaitKind::kImbalanceInParallelRegion);
         ++kind) {
      SetProblem(static_cast<WaitKind>(kind), reason);
    }
  }
  void SetProblem(WaitKind kind, const std::string& reason) {
    std::optional<std::string>& problem = problems_[static_cast<std::size_t>(kind)];
    if (!problem) problem = reason;
  }

  void FindAt(const SyncPoint& point) {
    if (!point.is_end() && RoleOfCall(*point.CallOf(point.team.front())) == Role::kRegionBarrier) {
      return FindAtRegion(point);
    }
    const WaitKind kind = KindOf(point);
    AddAll(kind, point);
    if (kind == WaitKind::kImbalanceInParallelLoop) AddIdleInLoop(point);
    if (kind == WaitKind::kImbalanceInParallelSections) AddSections(point);
  }

  void FindAtRegion(const SyncPoint& point) {
    const Construct construct = constructs_.Of(point.Calls());
    AddAll(construct.kind, point, construct.name);
    if (construct.kind == WaitKind::kImbalanceInParallelLoop) {
      SetProblem(WaitKind::kInsufficientWorkInParallelLoop, "the recording has loops, but not their iterations");
    }
    if (construct.kind == WaitKind::kImbalanceInParallelSections) {
      AddUneven(point, construct.sections, construct.name);
    }
  }

  WaitKind KindOf(const SyncPoint& point) const {
    const Member& first = point.team.front();
    const Role role = point.is_end() ? Role::kOther : RoleOfCall(*point.CallOf(first));
    const auto before = point.CallsBefore(first);
    const Role last = before.empty() ? Role::kOther : RoleOfCall(*before.back());
    if (role == Role::kLoopEnd) return WaitKind::kImbalanceInParallelLoop;
    if (role == Role::kSectionsEnd) return WaitKind::kImbalanceInParallelSections;
    if (role == Role::kCopyStart || role == Role::kCopyEnd) return WaitKind::kUnparallelizedInSingleRegion;
    const bool asks_number = last == Role::kThreadNumber && !IsLlvmBody(trace_.names[NameOf(*first.body).value]);
    const bool divides = asks_number && before.size() > 1 && RoleOfCall(*before[before.size() - 2]) == Role::kThreads;
    if (divides || last == Role::kStaticLoopEnd || last == Role::kLoopNext) return WaitKind::kImbalanceInParallelLoop;
    if (point.is_end()) {
      // A construct at the end of a region has no barrier of its own.
      if (last == Role::kLoopEndWithout) return WaitKind::kImbalanceInParallelLoop;
      if (last == Role::kSectionsEndWithout) return WaitKind::kImbalanceInParallelSections;
      if (last == Role::kSingleStart && OneWorksInSingle(point)) return WaitKind::kUnparallelizedInSingleRegion;
      return WaitKind::kImbalanceInParallelRegion;
    }
    if (last == Role::kSingleStart) return WaitKind::kUnparallelizedInSingleRegion;
    const bool is_master = last == Role::kMaster || (asks_number && OneWorks(point));
    return is_master ? WaitKind::kUnparallelizedInMasterRegion : WaitKind::kImbalanceAtBarrier;
  }

  // True if one member accounts for nearly all time that the members spend between the query of their thread numbers
  // and the barrier.
  bool OneWorks(const SyncPoint& point) const {
    constexpr double kNearlyAll = 0.9;
    std::int64_t most = 0, all = 0;
    for (const Member& member : point.team) {
      const auto before = point.CallsBefore(member);
      if (before.empty()) return false;
      const std::int64_t time = point.BeginOf(member) - before.back()->end;
      most = std::max(most, time);
      all += time;
    }
    return point.team.size() > 1 && static_cast<double>(most) >= kNearlyAll * static_cast<double>(all);
  }

  // True if one member works more than ten times as long as any other one after it has asked for a `single`. A region
  // that ends with a `single` has no barrier for it.
  bool OneWorksInSingle(const SyncPoint& point) const {
    std::vector<std::int64_t> times;
    for (const Member& member : point.team) {
      const auto before = point.CallsBefore(member);
      if (before.empty() || RoleOfCall(*before.back()) != Role::kSingleStart) return false;
      times.push_back(point.BeginOf(member) - before.back()->end);
    }
    if (times.size() < 2) return false;
    std::ranges::sort(times, std::ranges::greater());
    return times[0] / 10 > times[1];
  }

  void AddAll(WaitKind kind, const SyncPoint& point, NameId construct = {}) {
    const std::int64_t last = LastArrival(point);
    for (const Member& member : point.team) AddMember(kind, point, member, last, construct);
  }

  // Adds the wait of a member. Pool threads wait outside recorded calls at the end of a region, while the thread that
  // began the region waits in a call.
  void AddMember(WaitKind kind, const SyncPoint& point, const Member& member, std::int64_t last,
                 NameId construct = {}) {
    const RuntimeCall* const call = point.CallOf(member);
    const OutlinedBody& body = *member.body;
    const TimeSpan waiting{point.BeginOf(member), call == nullptr ? last : std::min(last, call->end)};
    const std::int64_t lost = waiting.end - waiting.begin - tasks_.TimeIn(body.thread, waiting);
    const NameId caller = call == nullptr ? NameOf(body) : call->caller;
    const bool is_outside = call == nullptr && !body.library_call.valid();
    const CallId site = call == nullptr ? body.call : call->call;
    Add({kind, body.thread, caller, NameId(), point.team.front().body->instance, lost, is_outside, 1, construct, site});
  }

  std::size_t Count(const SyncPoint& point, const Member& member, Role role) const {
    const auto calls = point.CallsBefore(member);
    const auto is = [&](const RuntimeCall* call) { return RoleOfCall(*call) == role; };
    return static_cast<std::size_t>(std::ranges::count_if(calls, is));
  }

  // Returns the number of loop chunks or sections that a member executed. The member requests another chunk after each
  // one, so its last request fails. Its first chunk comes from the call that starts the construct or, if the construct
  // starts with the region, from a request.
  std::size_t CountChunks(const SyncPoint& point, const Member& member, Role start, Role next) const {
    const std::size_t asked = Count(point, member, next);
    return Count(point, member, start) > 0 || asked == 0 ? asked : asked - 1;
  }

  // Adds the waits of members without iterations in dynamically scheduled loops.
  void AddIdleInLoop(const SyncPoint& point) {
    const std::int64_t last = LastArrival(point);
    for (const Member& member : point.team) {
      const bool is_divided = Count(point, member, Role::kLoopStart) + Count(point, member, Role::kLoopNext) > 0;
      (is_divided ? has_chunks_ : has_loops_without_chunks_) = true;
      if (is_divided && CountChunks(point, member, Role::kLoopStart, Role::kLoopNext) == 0) {
        AddMember(WaitKind::kInsufficientWorkInParallelLoop, point, member, last);
      }
    }
  }

  void AddSections(const SyncPoint& point) {
    std::vector<std::size_t> counts;
    for (const Member& member : point.team) {
      counts.push_back(CountChunks(point, member, Role::kSectionsStart, Role::kSectionsNext));
    }
    AddUneven(point, counts);
  }

  // `sections` is the number of sections that each member executed.
  void AddUneven(const SyncPoint& point, const std::vector<std::size_t>& sections, NameId construct = {}) {
    std::size_t sum = 0;
    for (const std::size_t count : sections) sum += count;
    if (sum < point.team.size()) {
      AddAll(WaitKind::kImbalanceDueToNotEnoughSections, point, construct);
    } else if (std::ranges::min(sections) != std::ranges::max(sections)) {
      AddAll(WaitKind::kImbalanceDueToUnevenSectionDistribution, point, construct);
    }
  }

  // A critical section that was recorded as a region contains another region, its block, for the code inside the
  // section. The wait for the section is the time of its region outside the block.
  void AddCritical(const RuntimeCall& call) {
    const NameId name = trace_.threads[call.thread].calls.function[call.call.value];
    const bool is_region = trace_.RoleOf(name) == CallRole::kCritical;
    AddContention(WaitKind::kCriticalSectionContention, call, is_region ? name : NameId());
  }

  void AddContention(WaitKind kind, const RuntimeCall& call, NameId construct = {}) {
    Add({kind, call.thread, call.caller, NameId(), call.instance, call.inside, false, 1, construct, call.call});
  }
  void Add(const Wait& wait) {
    if (wait.lost > 0 && wait.instance != 0) waits_.push_back(wait);
  }

  const Trace& trace_;
  const RuntimeCalls& runtime_;
  std::vector<Wait>& waits_;
  WaitProblems& problems_;
  const ConstructBarriers constructs_;
  // `has_chunks_` is true if a loop with recorded chunks was found, `has_loops_without_chunks_` if a loop without
  // recorded chunks was found.
  bool has_chunks_ = false, has_loops_without_chunks_ = false;
  std::vector<std::string> incomplete_;  // see TeamKinds
  std::vector<Role> role_of_;            // role of each function or region, indexed by NameId
  Tasks tasks_;
};

}  // namespace

TeamKinds FindOpenMpWaits(const Trace& trace, const RuntimeCalls& runtime, std::vector<Wait>& waits,
                          WaitProblems& problems) {
  return OpenMpWaits(trace, runtime, waits, problems).Find();
}

}  // namespace profdiff

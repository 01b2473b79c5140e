// SPDX-License-Identifier: GPL-3.0-or-later
// A part is the execution of a parallel region by one thread. Parts of one region that overlap in time within a rank
// form one team, because no thread leaves a region before all threads have entered it. In a nested region, the master's
// part is within that thread's part of the outer region, and the parts of the other threads are top-level calls. If the
// parts of several masters of nested regions overlap, their teams cannot be separated.
#include "analyze/waits/openmp/parallel_teams.h"

#include <algorithm>
#include <map>
#include <utility>

namespace profdiff {
namespace {

class TeamFinder {
 public:
  TeamFinder(const Trace& trace, RuntimeCalls& runtime)
      : trace_(trace), runtime_(runtime), parts_(runtime.parts), last_of_thread_(trace.threads.size(), kNone) {}

  void Find() {
    leaders_.resize(parts_.size());
    std::map<std::pair<std::uint32_t, NameId>, std::vector<std::uint32_t>> by_region;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      by_region[{trace_.threads[parts_[i].thread].rank, RegionOf(parts_[i])}].push_back(i);
    }
    for (auto& [key, all] : by_region) FindTeams(all);
    const auto place = [&](const std::vector<std::uint32_t>& team) { return team.front(); };
    std::ranges::sort(runtime_.teams, {}, place);
    ResolveCallers();
    GiveCallers(runtime_.calls);
    GiveCallers(runtime_.counted);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  NameId RegionOf(const OutlinedBody& part) const {
    return trace_.threads[part.thread].calls.function[part.call.value];
  }

  void FindTeams(std::vector<std::uint32_t>& parts) {
    std::ranges::stable_sort(parts, {}, [&](std::uint32_t part) { return parts_[part].begin; });
    std::vector<std::uint32_t> together;
    std::int64_t end = 0;
    for (const std::uint32_t part : parts) {
      const OutlinedBody& each = parts_[part];
      const std::uint32_t last = last_of_thread_[each.thread];
      const bool is_again = last != kNone && std::ranges::find(together, last) != together.end();
      if (!together.empty() && (each.begin >= end || is_again)) AddTeams(std::exchange(together, {}));
      end = together.empty() ? each.end : std::max(end, each.end);
      together.push_back(part);
      last_of_thread_[each.thread] = part;
    }
    AddTeams(std::move(together));
  }

  // Adds the teams of parts that overlap in time.
  void AddTeams(std::vector<std::uint32_t> parts) {
    std::ranges::sort(parts);  // sorts the parts by thread
    const auto is_nested = [&](std::uint32_t part) { return parts_[part].outer.valid(); };
    const auto nested = std::ranges::count_if(parts, is_nested);
    if (nested > 1 && nested == std::ssize(parts)) {
      for (const std::uint32_t part : parts) AddTeam({part});
      return;
    }
    const auto leads = [&](std::uint32_t part) { return nested > 0 ? is_nested(part) : parts_[part].caller.valid(); };
    const auto leader = std::ranges::find_if(parts, leads);
    if (leader != parts.end()) std::rotate(parts.begin(), leader, leader + 1);
    for (const std::uint32_t part : parts) leaders_[part] = parts.front();
    if (nested > 1) {
      const std::string region = trace_.names[RegionOf(parts_[parts.front()]).value];
      runtime_.team_problem = "teams of nested parallel regions cannot be separated: " + region;
    } else {
      AddTeam(std::move(parts));
    }
  }

  void AddTeam(std::vector<std::uint32_t> parts) {
    for (const std::uint32_t part : parts) leaders_[part] = parts.front();
    runtime_.teams.push_back(std::move(parts));
  }

  // Returns the part in which to continue the search for the enclosing function: for the leader of a team, the
  // enclosing part; for any other member, the leader's part. Returns kNone if there is no such part.
  std::uint32_t Next(std::uint32_t part) const {
    if (leaders_[part] != part) return leaders_[part];
    return parts_[part].outer.valid() ? FindPart(parts_[part].thread, parts_[part].outer) : kNone;
  }

  std::uint32_t FindPart(std::uint32_t thread, CallId call) const {
    const std::pair wanted(thread, call);
    const auto key = [](const OutlinedBody& part) { return std::pair(part.thread, part.call); };
    const auto found = std::ranges::lower_bound(parts_, wanted, {}, key);
    return found == parts_.end() || key(*found) != wanted ? kNone : static_cast<std::uint32_t>(found - parts_.begin());
  }

  // Visits each part only once, because parts of damaged recordings may refer to each other in cycles.
  void ResolveCallers() {
    std::vector<bool> is_visited(parts_.size());
    std::vector<std::uint32_t> way;
    for (std::uint32_t first = 0; first < parts_.size(); ++first) {
      NameId caller;
      std::uint32_t part = first;
      for (; part != kNone && !is_visited[part] && !caller.valid(); part = Next(part)) {
        is_visited[part] = true;
        way.push_back(part);
        caller = parts_[part].caller;
      }
      if (!caller.valid() && part != kNone) caller = parts_[part].caller;
      for (const std::uint32_t each : way) parts_[each].caller = caller;
      way.clear();
    }
  }

  template <class Entry>
  void GiveCallers(std::vector<Entry>& entries) const {
    for (Entry& entry : entries) {
      if (entry.caller.valid() || !entry.body.valid()) continue;
      const std::uint32_t part = FindPart(entry.thread, entry.body);
      if (part != kNone) entry.caller = parts_[part].caller;
    }
  }

  const Trace& trace_;
  RuntimeCalls& runtime_;
  std::vector<OutlinedBody>& parts_;
  std::vector<std::uint32_t> leaders_;         // for each part, the leader's part in the same team
  std::vector<std::uint32_t> last_of_thread_;  // for each thread, its last part of the current region
};

}  // namespace

void FindParallelTeams(const Trace& trace, RuntimeCalls& runtime) {
  if (!runtime.parts.empty()) TeamFinder(trace, runtime).Find();
}

}  // namespace profdiff

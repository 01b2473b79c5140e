// SPDX-License-Identifier: GPL-3.0-or-later
// Restricts the cycles of the joined graph (the union of both sides' arcs) to one side. Propagation treats a cycle as
// one function, so the times of two sides can be compared only if the same functions form a cycle on both. If A calls B
// in one execution, and B calls A in the other, only the joined graph has the cycle; both sides are then propagated as
// if they had it.
// Test: tests/unit/analyze/difference/subtract_test.cpp.
#include "analyze/difference/subtract_cycles.h"

#include <algorithm>
#include <utility>

#include "base/name_parts.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

// Returns, for each function of the side, whether it has self time or an arc from or to another function.
std::vector<bool> FunctionsThatRun(const Profile& profile) {
  std::vector<bool> runs(profile.self_ticks.size());
  for (std::size_t f = 0; f < runs.size(); ++f) runs[f] = profile.self_ticks[f] != 0;
  for (const Arc& arc : profile.arcs) {
    if (arc.caller == arc.callee) continue;
    runs[arc.caller.value] = true;
    runs[arc.callee.value] = true;
  }
  return runs;
}

std::vector<std::vector<FunctionId>> MembersOnSide(const Components& joined, const Profile& profile,
                                                   const std::vector<FunctionId>& side_by_joined) {
  std::vector<bool> runs = FunctionsThatRun(profile);
  std::vector<std::vector<FunctionId>> members(joined.members.size());
  for (std::size_t c = 0; c < members.size(); ++c) {
    for (FunctionId joined_id : joined.members[c]) {
      FunctionId id = side_by_joined[joined_id.value];
      if (id.valid() && runs[id.value]) members[c].push_back(id);
    }
  }
  return members;
}

// True if there are two or more members that do not form one cycle in the side's own graph. The members cannot be part
// of a larger cycle there, because every arc of a side is an arc of the joined graph.
bool LacksCycle(const Components& own, const std::vector<FunctionId>& members) {
  if (members.size() < 2) return false;
  CycleId cycle = own.cycle[members[0].value];
  return !cycle.valid() || own.members[cycle.value].size() != members.size();
}

// Returns the side's functions in topological order of the joined graph; members of a joined cycle are adjacent.
std::vector<FunctionId> OrderAsJoined(const Components& joined, const std::vector<FunctionId>& joined_by_side) {
  std::vector<FunctionId> order(joined_by_side.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = FunctionId(i);
  std::ranges::sort(order, {},
                    [&](FunctionId f) { return std::pair(joined.number[joined_by_side[f.value].value], f); });
  return order;
}

// Returns the components of one side, in which the given members of each joined cycle form a cycle. The side's graph
// has only some of the arcs of the joined graph, so any topological order of the joined graph is a topological order of
// the side's graph as well. Components are renumbered without gaps.
Components RestrictToSide(const Components& joined, const std::vector<std::vector<FunctionId>>& members,
                          const std::vector<FunctionId>& joined_by_side) {
  Components side;
  side.number.resize(joined_by_side.size());
  side.cycle.resize(joined_by_side.size());
  for (const std::vector<FunctionId>& cycle : members) {
    if (cycle.size() < 2) continue;
    for (FunctionId member : cycle) side.cycle[member.value] = CycleId(side.members.size());
    side.members.push_back(cycle);
  }
  std::uint32_t last_number = 0;
  std::vector<std::uint32_t> cycle_number(side.members.size(), 0);
  for (FunctionId f : OrderAsJoined(joined, joined_by_side)) {
    CycleId cycle = side.cycle[f.value];
    std::uint32_t& number = side.number[f.value];
    if (cycle.valid()) number = cycle_number[cycle.value];
    if (number == 0) number = ++last_number;
    if (cycle.valid()) cycle_number[cycle.value] = number;
  }
  return side;
}

// Limits on the length of messages. A cycle can have thousands of members, and a side can lack hundreds of cycles.
constexpr std::size_t kNamesInLine = 4;
constexpr std::size_t kLines = 10;

std::string MemberNames(const std::vector<FunctionId>& members, const FunctionTable& functions) {
  std::string text;
  for (std::size_t i = 0; i < std::min(members.size(), kNamesInLine); ++i) {
    text += i == 0 ? "" : ", ";
    text += DemangledName(functions[members[i]].name, DemangleStyle::kAuto, functions.leading_char);
  }
  if (members.size() > kNamesInLine) text += " and " + std::to_string(members.size() - kNamesInLine) + " more";
  return text;
}

std::string DescribeCycle(const JoinedCycle& cycle, const std::string& names) {
  std::string number = "cycle " + std::to_string(cycle.cycle.value + 1) + " (" + names + ")";
  if (cycle.base_lacks && cycle.other_lacks) {
    return number + " exists only in the joined call graph; inclusive times of both sides treat it as one function";
  }
  std::string side = cycle.base_lacks ? "the base" : "the other side";
  return number + " does not exist in " + side + " alone; inclusive times of " + side + " treat it as one function";
}

}  // namespace

SideCycles BringCyclesToSide(const Components& joined, const Profile& profile, const CallLists& calls,
                             const std::vector<FunctionId>& joined_by_side,
                             const std::vector<FunctionId>& side_by_joined) {
  SideCycles side;
  side.components = FindCycles(calls);
  side.members = MembersOnSide(joined, profile, side_by_joined);
  for (const std::vector<FunctionId>& members : side.members) {
    side.lacks.push_back(LacksCycle(side.components, members));
  }
  if (std::find(side.lacks.begin(), side.lacks.end(), true) != side.lacks.end()) {
    side.components = RestrictToSide(joined, side.members, joined_by_side);
  }
  return side;
}

std::vector<JoinedCycle> FindUnsharedCycles(const SideCycles& base, const SideCycles& other) {
  std::vector<JoinedCycle> cycles;
  for (std::size_t c = 0; c < base.lacks.size(); ++c) {
    if (base.lacks[c] || other.lacks[c]) cycles.push_back({CycleId(c), base.lacks[c], other.lacks[c]});
  }
  return cycles;
}

std::vector<std::string> DescribeCycles(std::span<const JoinedCycle> cycles, const Components& joined,
                                        const FunctionTable& functions) {
  std::vector<std::string> lines;
  for (const JoinedCycle& cycle : cycles.first(std::min(cycles.size(), kLines))) {
    lines.push_back(DescribeCycle(cycle, MemberNames(joined.members[cycle.cycle.value], functions)));
  }
  if (cycles.size() > kLines) lines.push_back("and " + std::to_string(cycles.size() - kLines) + " more such cycles");
  return lines;
}

}  // namespace profdiff

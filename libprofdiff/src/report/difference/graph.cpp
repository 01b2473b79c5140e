// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and sorts the call graph of a difference, for both of its layouts. Orders are the same as in gprof's call
// graph (GPROF.md, section 8.7), with absolute changes instead of times. Ties are broken by the order of the joined
// arcs.
//
// Tests: tests/unit/report/difference/graph_test.cpp, tests/unit/report/difference/side_by_side_test.cpp.
#include "report/difference/graph.h"

#include <algorithm>
#include <functional>

#include "base/nanoseconds.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {

DifferenceGraph::DifferenceGraph(const Difference& difference, bool keep_unused, EntrySort sort)
    : difference_(difference), keep_unused_(keep_unused), entries_(OrderEntries(difference, keep_unused, sort)) {
  // Stores the difference in the number of calls. For a member of a cycle, only the calls from outside into the cycle
  // count, because their number is the denominator on the lines of arcs into the cycle.
  ends_.reserve(difference.functions.size());
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    const CycleId cycle = difference.components.cycle[f];
    const Difference::Row& row = cycle.valid() ? difference.cycles[cycle.value] : difference.functions[f];
    ends_.push_back({CountDifference(row.base.calls, row.other.calls), 0, cycle});
  }
  NumberAll();
}

// Numbers the entries 1, 2, …, and then the cycles and functions without an entry, because the lines of callers refer
// to their numbers, too.
void DifferenceGraph::NumberAll() {
  cycle_numbers_.assign(difference_.cycles.size(), 0);
  std::uint32_t last = 0;
  for (const DifferenceEntry& entry : entries_) {
    (entry.cycle.valid() ? cycle_numbers_[entry.cycle.value] : ends_[entry.function.value].number) = ++last;
  }
  for (std::uint32_t& number : cycle_numbers_) {
    if (number == 0) number = ++last;
  }
  for (End& end : ends_) {
    if (end.number == 0) end.number = ++last;
  }
}

NameSuffix DifferenceGraph::SuffixOf(FunctionId f) const {
  const Difference::Row& row = difference_.functions[f.value];
  return {ends_[f.value].cycle, NumberOf(f), row.base.shown || row.other.shown};
}

// Returns an upper bound on the number of lines, for dividing the listing into chunks: it counts all arcs, because the
// number of listed arcs is not known before filtering.
std::size_t DifferenceGraph::LinesOf(const DifferenceEntry& entry) const {
  const Adjacency& arcs = difference_.adjacency;
  if (entry.cycle.valid()) return 2 + difference_.components.members[entry.cycle.value].size();
  return 2 + arcs.Parents(entry.function).size() + arcs.Children(entry.function).size();
}

DifferenceGraph::ArcClass DifferenceGraph::ClassOf(const Difference::ArcRow& arc) const {
  // In profiles with stacks, measured times include recursive arcs, so all arcs have times.
  if (!CallsKnown(difference_)) return ArcClass::kTimed;
  if (arc.caller == arc.callee) return ArcClass::kSelf;
  const CycleId cycle = ends_[arc.caller.value].cycle;
  return cycle.valid() && cycle == ends_[arc.callee.value].cycle ? ArcClass::kWithinCycle : ArcClass::kTimed;
}

DifferenceGraph::Key DifferenceGraph::KeyOfArc(const Difference::ArcRow& arc) const {
  const ArcClass arc_class = ClassOf(arc);
  if (arc_class == ArcClass::kSelf) return {arc_class, 0, 0};
  const double seconds = SecondsDifference(arc.base.Total(), arc.other.Total());
  return {arc_class, WholeNanoseconds(seconds), ChangeOfCalls(difference_, arc.base.count, arc.other.count)};
}

DifferenceGraph::Key DifferenceGraph::KeyOfMember(FunctionId f) const {
  const Difference::Row& row = difference_.functions[f.value];
  const double seconds = SecondsDifference(row.base.KeptTotal(), row.other.KeptTotal());
  return {ArcClass::kTimed, WholeNanoseconds(seconds),
          ChangeOfCalls(difference_, row.base.calls + row.base.self_calls, row.other.calls + row.other.self_calls)};
}

// Returns the arcs that have a line, sorted by `before`. The order must be total because the sort is not stable. Arcs
// that were found only in the code (-c) have no line.
template <class Before>
std::vector<ArcId> DifferenceGraph::Listed(std::span<const ArcId> newest_first, Before before) const {
  std::vector<SortedArc> listed;
  listed.reserve(newest_first.size());
  for (ArcId id : newest_first) {
    const Difference::ArcRow& arc = difference_.arcs[id.value];
    if (keep_unused_ || WasSeen(difference_, arc)) listed.emplace_back(KeyOfArc(arc), id);
  }
  std::ranges::sort(listed, before);
  std::vector<ArcId> ids;
  ids.reserve(listed.size());
  for (const auto& [key, id] : listed) ids.push_back(id);
  return ids;
}

std::vector<ArcId> DifferenceGraph::Callers(FunctionId f) const {
  return Listed(difference_.adjacency.Parents(f), std::less<>());
}

std::vector<ArcId> DifferenceGraph::Callees(FunctionId f) const {
  return Listed(difference_.adjacency.Children(f), [](const SortedArc& a, const SortedArc& b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
}

std::vector<FunctionId> DifferenceGraph::Members(CycleId c) const {
  // Sorts by id first, and then stably by key, so that ties do not depend on the order in which the search for cycles
  // found the members.
  std::vector<FunctionId> members = difference_.components.members[c.value];
  std::sort(members.begin(), members.end());
  std::stable_sort(members.begin(), members.end(),
                   [&](FunctionId a, FunctionId b) { return KeyOfMember(b) < KeyOfMember(a); });
  return members;
}

}  // namespace profdiff

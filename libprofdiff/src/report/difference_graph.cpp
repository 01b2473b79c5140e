// SPDX-License-Identifier: GPL-3.0-or-later
// The call graph of a difference as both of its layouts need it. Orders follow gprof's call graph, with sizes of
// changes in place of times; what they leave undecided, the order of the joined arcs decides. Tests:
// tests/unit/report/difference_graph_test.cpp, tests/unit/report/side_by_side_test.cpp.
#include "report/difference_graph.h"

#include <algorithm>
#include <cmath>

namespace profdiff {

DifferenceGraph::DifferenceGraph(const Difference& difference, bool keep_unused, EntrySort sort)
    : difference_(difference), keep_unused_(keep_unused), entries_(OrderEntries(difference, keep_unused, sort)) {
  NumberAll();
  keys_.reserve(difference.arcs.size());
  for (const Difference::ArcRow& arc : difference.arcs) keys_.push_back(KeyOfArc(arc));
}

void DifferenceGraph::NumberAll() {
  function_numbers_.assign(difference_.functions.size(), 0);
  cycle_numbers_.assign(difference_.cycles.size(), 0);
  std::uint32_t last = 0;
  for (const DifferenceEntry& entry : entries_) {
    (entry.cycle.valid() ? cycle_numbers_[entry.cycle.value] : function_numbers_[entry.function.value]) = ++last;
  }
  for (std::vector<std::uint32_t>* numbers : {&cycle_numbers_, &function_numbers_}) {
    for (std::uint32_t& number : *numbers) {
      if (number == 0) number = ++last;
    }
  }
}

NameSuffix DifferenceGraph::SuffixOf(FunctionId f) const {
  const Difference::Row& row = difference_.functions[f.value];
  return {difference_.components.cycle[f.value], NumberOf(f), row.base.shown || row.other.shown};
}

std::size_t DifferenceGraph::LinesOf(const DifferenceEntry& entry) const {
  const Adjacency& arcs = difference_.adjacency;
  if (entry.cycle.valid()) return 2 + difference_.components.members[entry.cycle.value].size();
  return 2 + arcs.Parents(entry.function).size() + arcs.Children(entry.function).size();
}

DifferenceGraph::Key DifferenceGraph::KeyOf(double seconds, std::int64_t calls) {
  Key key;
  key.arc_class = ArcClass::kTimed;
  key.nanoseconds = std::llround(std::abs(seconds) * 1e9);
  key.calls = static_cast<std::uint64_t>(std::abs(calls));
  return key;
}

DifferenceGraph::Key DifferenceGraph::KeyOfArc(const Difference::ArcRow& arc) const {
  const std::vector<CycleId>& cycle = difference_.components.cycle;
  Key key =
      KeyOf(SecondsDifference(arc.base.Total(), arc.other.Total()), CountDifference(arc.base.count, arc.other.count));
  if (arc.caller == arc.callee) {
    key = {};
  } else if (cycle[arc.caller.value].valid() && cycle[arc.caller.value] == cycle[arc.callee.value]) {
    key.arc_class = ArcClass::kWithinCycle;
  }
  return key;
}

DifferenceGraph::Key DifferenceGraph::KeyOfMember(FunctionId f) const {
  const Difference::Row& row = difference_.functions[f.value];
  return KeyOf(SecondsDifference(row.base.KeptTotal(), row.other.KeptTotal()),
               CountDifference(row.base.calls + row.base.self_calls, row.other.calls + row.other.self_calls));
}

// Arcs that have a line, in the order of the joined table.
std::vector<ArcId> DifferenceGraph::ListedInOrder(std::span<const ArcId> newest_first) const {
  std::vector<ArcId> ids;
  for (std::size_t i = newest_first.size(); i-- > 0;) {
    const Difference::ArcRow& arc = difference_.arcs[newest_first[i].value];
    if (keep_unused_ || arc.base.count != 0 || arc.other.count != 0) ids.push_back(newest_first[i]);
  }
  return ids;
}

std::vector<ArcId> DifferenceGraph::Callers(FunctionId f) const {
  std::vector<ArcId> ids = ListedInOrder(difference_.adjacency.Parents(f));
  std::stable_sort(ids.begin(), ids.end(), [&](ArcId a, ArcId b) { return keys_[a.value] < keys_[b.value]; });
  return ids;
}

std::vector<ArcId> DifferenceGraph::Callees(FunctionId f) const {
  std::vector<ArcId> ids = ListedInOrder(difference_.adjacency.Children(f));
  std::stable_sort(ids.begin(), ids.end(), [&](ArcId a, ArcId b) { return keys_[b.value] < keys_[a.value]; });
  return ids;
}

std::vector<FunctionId> DifferenceGraph::Members(CycleId c) const {
  std::vector<FunctionId> members = difference_.components.members[c.value];
  std::sort(members.begin(), members.end());
  std::stable_sort(members.begin(), members.end(),
                   [&](FunctionId a, FunctionId b) { return KeyOfMember(b) < KeyOfMember(a); });
  return members;
}

std::int64_t DifferenceGraph::CalleeCallsDifference(ArcId id) const {
  FunctionId callee = difference_.arcs[id.value].callee;
  CycleId cycle = difference_.components.cycle[callee.value];
  const Difference::Row& row = cycle.valid() ? difference_.cycles[cycle.value] : difference_.functions[callee.value];
  return CountDifference(row.base.calls, row.other.calls);
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the call graph of a profile of whole stacks. Inclusive times were measured, so nothing is propagated by counts
// of calls. The call graph has the same form as a propagated one, but contains the measured times. Arcs are sorted, and
// found by bisection.
#include "analyze/profile/exact_times.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/index_by_end.h"

namespace profdiff {
namespace {

bool ComesBefore(const CallGraph::ExactArc& a, const CallGraph::ExactArc& b) {
  return std::tie(a.caller, a.callee) < std::tie(b.caller, b.callee);
}

// Sorts by callee, and then by caller, which keeps the order of callees.
std::vector<CallGraph::ExactArc> SortedArcs(const Profile& profile) {
  const std::vector<Arc>& arcs = profile.arcs;
  const std::size_t functions = profile.self_ticks.size(), size = arcs.size();
  const auto callee_of = [&](std::size_t i) { return arcs[i].callee.value; };
  const std::vector<std::size_t> by_callee =
      PlaceByNumber(size, CountByNumber(functions, size, callee_of), callee_of, [](std::size_t i) { return i; });
  const auto caller_of = [&](std::size_t i) { return arcs[by_callee[i]].caller.value; };
  return PlaceByNumber(size, CountByNumber(functions, size, caller_of), caller_of, [&](std::size_t i) {
    const Arc& arc = arcs[by_callee[i]];
    const ExactTimes::OfArc& time = profile.exact->arcs[by_callee[i]];
    return CallGraph::ExactArc{arc.caller, arc.callee, {time.self, time.total - time.self}};
  });
}

}  // namespace

// Recursion needs no cycles here: a stack counts once for each function on it, however often the function occurs.
Components WithoutCycles(std::size_t functions) {
  Components components;
  components.cycle.resize(functions);
  for (std::size_t f = 0; f < functions; ++f) components.number.push_back(static_cast<std::uint32_t>(f + 1));
  return components;
}

CallGraph TakeExactTimes(const Profile& profile, const Selection& selection, CallLists calls) {
  CallGraph graph;
  const std::size_t functions = profile.self_ticks.size();
  graph.components = WithoutCycles(functions);
  graph.calls = std::move(calls);
  graph.is_exact = true;
  graph.exact_arcs = SortedArcs(profile);
  graph.functions.reserve(functions);
  for (std::size_t f = 0; f < functions; ++f) {
    Propagated& function = graph.functions.emplace_back();
    function.own_ticks = profile.self_ticks[f];
    function.child_ticks = function.child = profile.exact->total_ticks[f] - profile.self_ticks[f];
    function.calls = profile.calls[f];
    function.fraction = 1;
    const FunctionId id(f);
    function.shown = selection.Included(SpecTable::kGraph, id) || !selection.Excluded(SpecTable::kGraph, id);
    graph.total_ticks += profile.self_ticks[f];
  }
  return graph;
}

ArcTime CallGraph::FindExact(const Arc& arc) const {
  const ExactArc wanted{arc.caller, arc.callee, {}};
  const auto found = std::ranges::lower_bound(exact_arcs, wanted, ComesBefore);
  return found == exact_arcs.end() || ComesBefore(wanted, *found) ? ArcTime() : found->time;
}

}  // namespace profdiff

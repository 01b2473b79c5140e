// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs by function, and the cycles that they make.
// Tests: tests/unit/analyze/cycles_test.cpp.
#include "analyze/cycle_finder.h"
#include "analyze/index_by_end.h"
#include "base/in_order.h"
#include "profdiff/call_graph.h"

namespace profdiff {
namespace {

struct ListedCallees {
  const CallLists& calls;

  std::size_t Count(FunctionId f) const { return calls.first_callee[f.value + 1] - calls.first_callee[f.value]; }
  FunctionId Callee(FunctionId f, std::size_t i) const {
    return calls.callees[calls.first_callee[f.value] + i].function;
  }
};

}  // namespace

Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs) {
  Adjacency adjacency;
  auto id_of = [](std::size_t i) { return ArcId(i); };
  adjacency.first_parent = CountByEnd(functions, arcs, &Arc::callee);
  adjacency.parents = IndexByEnd(arcs, &Arc::callee, adjacency.first_parent, id_of);
  adjacency.first_child = CountByEnd(functions, arcs, &Arc::caller);
  adjacency.children = IndexByEnd(arcs, &Arc::caller, adjacency.first_child, id_of);
  return adjacency;
}

CallLists ListCalls(std::size_t functions, std::span<const Arc> arcs, unsigned threads) {
  CallLists calls;
  auto list = [&](FunctionId Arc::*end, FunctionId Arc::*other_end, std::vector<std::uint32_t>& first,
                  std::vector<CallLists::Call>& listed) {
    first = CountByEnd(functions, arcs, end);
    listed = IndexByEnd(arcs, end, first, [arcs, other_end](std::size_t i) {
      return CallLists::Call{arcs[i].*other_end, arcs[i].count};
    });
  };
  DoBoth(
      ThreadsFor(arcs.size(), threads), [&] { list(&Arc::callee, &Arc::caller, calls.first_caller, calls.callers); },
      [&] { list(&Arc::caller, &Arc::callee, calls.first_callee, calls.callees); });
  return calls;
}

Components FindCycles(const CallLists& calls) { return CycleFinder(calls.functions(), ListedCallees{calls}).Run(); }

Components FindCycles(std::size_t functions, std::span<const Arc> arcs) {
  return FindCycles(ListCalls(functions, arcs));
}

}  // namespace profdiff

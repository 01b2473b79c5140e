// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs indexed by function, and the cycles that they form.
// Tests: tests/unit/analyze/profile/cycles_test.cpp.
#include "values/cycles.h"

#include <utility>

#include "base/in_order.h"
#include "base/index_by_end.h"
#include "profdiff/profile.h"
#include "values/cycle_finder.h"

namespace profdiff {
namespace {

// Calls grouped by caller or by callee, the most recently added first, which is the order in which gprof visits them
// in its listings (GPROF.md, section 8.1).
struct CallsByEnd {
  std::vector<std::uint32_t> first;
  std::vector<CallLists::Call> calls;
};

CallsByEnd ListByEnd(std::size_t functions, std::span<const Arc> arcs, FunctionId Arc::*end, FunctionId Arc::*other) {
  CallsByEnd list;
  list.first = CountByEnd(functions, arcs, end);
  list.calls = IndexByEnd(arcs, end, list.first, [arcs, other](std::size_t i) {
    return CallLists::Call{arcs[i].*other, arcs[i].count};
  });
  return list;
}

struct ListedCallees {
  const std::vector<std::uint32_t>& first;  // indexed by caller
  const std::vector<CallLists::Call>& calls;

  std::size_t Count(FunctionId f) const { return first[f.value + 1] - first[f.value]; }
  FunctionId Callee(FunctionId f, std::size_t i) const { return calls[first[f.value] + i].function; }
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

// The two lists are independent, so two threads make them.
CallLists ListCalls(std::size_t functions, std::span<const Arc> arcs, unsigned threads) {
  CallsByEnd callers, callees;
  DoBoth(
      ThreadsFor(arcs.size(), threads), [&] { callers = ListByEnd(functions, arcs, &Arc::callee, &Arc::caller); },
      [&] { callees = ListByEnd(functions, arcs, &Arc::caller, &Arc::callee); });
  return {std::move(callers.first), std::move(callees.first), std::move(callers.calls), std::move(callees.calls)};
}

Components FindCycles(const CallLists& calls) {
  return CycleFinder(calls.functions(), ListedCallees{calls.first_callee, calls.callees}).Run();
}

Components FindCycles(std::size_t functions, std::span<const Arc> arcs) {
  const CallsByEnd list = ListByEnd(functions, arcs, &Arc::caller, &Arc::callee);
  return CycleFinder(functions, ListedCallees{list.first, list.calls}).Run();
}

}  // namespace profdiff

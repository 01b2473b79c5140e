// SPDX-License-Identifier: GPL-3.0-or-later
// Propagates time from callees to callers, in proportion to calls, in two walks over the functions in topological
// order. The first walk visits callers first and finds the fraction of each function's time that the selection keeps.
// The second walk visits callees first and propagates.
//
// Sums of floating-point numbers depend on the order of addition, and the last bit can change the order of printed
// lines. Every loop here therefore follows the order of gprof 2.40 (GPROF.md, sections 8.3 to 8.5). Do not reorder
// operations, and do not let the compiler contract them to fused operations.
// Tests: tests/unit/analyze/profile/profile_test.cpp, and every listing that tests/oracle compares with gprof's.
#include "analyze/profile/propagate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyze/profile/exact_times.h"
#include "base/in_order.h"
#include "base/index_by_end.h"
#include "base/prefetch.h"
#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

// Applies the selection to a function. The values of its callers have already been combined in `self`. Inclusion sets
// values that no caller has set; exclusion clears values that a caller has set (GPROF.md, section 8.4).
void ApplySelection(const Selection& selection, FunctionId f, Propagated& self) {
  if (f.value >= selection.bits.size()) return;  // FunctionTable::indirect is never selected
  if (!self.shown) {
    self.shown = selection.Selects(SpecTable::kGraph, f);
  } else if (selection.Excluded(SpecTable::kGraph, f) && !selection.Included(SpecTable::kGraph, f)) {
    self.shown = false;
  }
  if (self.fraction == 0) {
    if (selection.Selects(SpecTable::kTime, f)) self.fraction = 1.0;
  } else if (selection.Excluded(SpecTable::kTime, f) && !selection.Included(SpecTable::kTime, f)) {
    self.fraction = 0;
  }
}

// The functions before propagation; cycles are not set yet. With line granularity, most rows have neither calls nor
// time. Nothing is propagated to or from them, so they are finished at once, and both walks skip them.
struct Beginning {
  std::vector<Propagated> functions;  // indexed by FunctionId
  std::vector<FunctionId> open;       // functions that are not finished, ascending
};

Beginning Begin(const Profile& profile, const Selection& selection, const CallLists& calls) {
  Beginning begun;
  const std::size_t functions = profile.self_ticks.size();
  begun.functions.reserve(functions);
  for (std::size_t f = 0; f < functions; ++f) {
    Propagated& function = begun.functions.emplace_back();
    function.own_ticks = profile.self_ticks[f];
    function.calls = profile.calls[f];
    if (profile.self_ticks[f] != 0 || calls.first_callee[f] != calls.first_callee[f + 1] ||
        calls.first_caller[f] != calls.first_caller[f + 1]) {
      begun.open.push_back(FunctionId(f));
    } else {
      ApplySelection(selection, FunctionId(f), function);
    }
  }
  return begun;
}

// Records the cycle of each member, and marks all members as not finished. In a difference, these are the cycles of the
// joined graph, so a member may have no calls in this profile and would otherwise count as finished.
void EnterCycles(const Components& components, Beginning& begun) {
  if (components.members.empty()) return;
  for (std::size_t c = 0; c < components.members.size(); ++c) {
    for (FunctionId member : components.members[c]) begun.functions[member.value].cycle = CycleId(c);
    begun.open.insert(begun.open.end(), components.members[c].begin(), components.members[c].end());
  }
  std::ranges::sort(begun.open);
  begun.open.erase(std::unique(begun.open.begin(), begun.open.end()), begun.open.end());
}

// Returns the functions in the order of their components, callees first. Members of one cycle keep the order of
// `functions`, which is by address (GPROF.md, section 8.3). Uses a counting sort, which is linear and stable.
std::vector<FunctionId> TopologicalOrder(const Components& components, const std::vector<FunctionId>& functions) {
  const auto number_of = [&](std::size_t i) { return components.number[functions[i].value]; };
  const std::vector<std::uint32_t> first = CountByNumber(components.number.size() + 1, functions.size(), number_of);
  return PlaceByNumber(functions.size(), first, number_of, [&](std::size_t i) { return functions[i]; });
}

class Propagation {
 public:
  Propagation(const Profile& profile, const Selection& selection, CallLists calls, Components components,
              Beginning begun)
      : profile_(profile), selection_(selection) {
    EnterCycles(components, begun);
    order_ = TopologicalOrder(components, begun.open);
    graph_.components = std::move(components);
    graph_.calls = std::move(calls);
    graph_.functions = std::move(begun.functions);
    std::size_t cycles = graph_.components.members.size();
    graph_.cycles.resize(cycles);
    graph_.cycle_inner_calls.assign(cycles, 0);
    for (std::size_t c = 0; c < cycles; ++c) CountCallsOf(CycleId(c));
  }

  CallGraph Run() {
    const CallLists& calls = graph_.calls;
    Walk(
        order_.size(), calls.first_caller, calls.callers,
        [this](std::size_t i) { return order_[order_.size() - 1 - i]; }, [this](FunctionId f) { InheritSelection(f); });
    for (std::size_t c = 0; c < graph_.cycles.size(); ++c) SumCycleTime(CycleId(c));
    Walk(
        order_.size(), calls.first_callee, calls.callees, [this](std::size_t i) { return order_[i]; },
        [this](FunctionId f) { PropagateTime(f); });
    return std::move(graph_);
  }

 private:
  // Visits function_at(0), function_at(1), …, and prefetches data of later functions: their calls in `listed`, and the
  // functions at the other ends of these calls.
  template <class FunctionAt, class Visit>
  void Walk(std::size_t count, const std::vector<std::uint32_t>& first, const std::vector<CallLists::Call>& listed,
            FunctionAt function_at, Visit visit) {
    constexpr std::uint32_t kMost = 64;  // limit for one function; more prefetches could evict lines needed sooner
    WalkAhead(
        0, count, [&](std::size_t i) { visit(function_at(i)); },
        [&](std::size_t i) {
          const FunctionId f = function_at(i);
          PrefetchAll(graph_.functions[f.value]);
          Prefetch(listed.data() + first[f.value]);
        },
        [&](std::size_t i) {
          const std::uint32_t begin = first[function_at(i).value], end = first[function_at(i).value + 1];
          for (std::uint32_t c = begin; c < std::min(begin + kMost, end); ++c) {
            PrefetchAll(graph_.functions[listed[c].function.value]);
          }
        });
  }

  // A cycle is treated as one function. Only calls from outside are counted as its calls. Each member gets the same
  // number of calls, which is the denominator for the shares of arcs into the cycle. Calls between different members
  // are counted separately.
  void CountCallsOf(CycleId cycle) {
    const std::vector<FunctionId>& members = graph_.components.members[cycle.value];
    std::uint64_t &inner = graph_.cycle_inner_calls[cycle.value], &outer = graph_.cycles[cycle.value].calls;
    for (FunctionId member : members) {
      for (const CallLists::Call& call : graph_.calls.Callers(member)) {
        if (call.function != member) (graph_.CycleOf(call.function) == cycle ? inner : outer) += call.count;
      }
    }
    for (FunctionId member : members) outer += OutsideCalls(member);
    for (FunctionId member : members) graph_.functions[member.value].calls = outer;
  }

  // Returns the number of calls from outside of the image, which have no arc: those of libraries. If a function has
  // only such calls, nothing is inherited.
  std::uint64_t OutsideCalls(FunctionId f) const {
    std::uint64_t seen = 0;
    for (const CallLists::Call& call : graph_.calls.Callers(f)) {
      if (call.function != f) seen += call.count;
    }
    const std::uint64_t calls = f.value < profile_.calls.size() ? profile_.calls[f.value] : 0;
    return seen != 0 && calls > seen ? calls - seen : 0;
  }

  // Determines what a function inherits from its callers: the function is shown if a caller is shown, and the kept
  // fraction of its time is the mean of its callers' fractions, weighted by calls. Fractions are added as in gprof,
  // beginning with the most recently added caller.
  void InheritFromCallers(FunctionId f, Propagated& out) const {
    const std::uint64_t calls = graph_.functions[f.value].calls;
    for (const CallLists::Call& call : graph_.calls.Callers(f)) {
      if (call.function == f || graph_.InOneCycle(f, call.function)) continue;
      const Propagated& caller = graph_.functions[call.function.value];
      out.shown = out.shown || caller.shown;
      if (calls != 0) out.fraction += caller.fraction * (static_cast<double>(call.count) / static_cast<double>(calls));
    }
    if (const std::uint64_t outside = OutsideCalls(f); outside != 0 && !selection_.AnyIncluded(SpecTable::kTime)) {
      out.fraction += static_cast<double>(outside) / static_cast<double>(calls);
    }
  }

  // A cycle inherits once, like a single function, when the walk reaches the first of its members; members are adjacent
  // in the order of the walk.
  const Propagated& InheritIntoCycle(CycleId cycle) {
    Propagated& header = graph_.cycles[cycle.value];
    if (cycle != entered_cycle_) {
      for (FunctionId member : graph_.components.members[cycle.value]) InheritFromCallers(member, header);
    }
    entered_cycle_ = cycle;
    return header;
  }

  void InheritSelection(FunctionId f) {
    Propagated& self = graph_.functions[f.value];
    if (CycleId cycle = graph_.CycleOf(f); cycle.valid()) {
      const Propagated& header = InheritIntoCycle(cycle);
      self.shown = header.shown;
      self.fraction = header.fraction;
    } else {
      InheritFromCallers(f, self);
    }
    ApplySelection(selection_, f, self);
    // Adds up the total in the order of this walk, callers before callees, as gprof does.
    graph_.total_ticks += self.Self();
  }

  // Sums in the order of the member list. Members whose time the selection drops are left out.
  void SumCycleTime(CycleId cycle) {
    double& ticks = graph_.cycles[cycle.value].own_ticks;
    for (FunctionId member : graph_.components.members[cycle.value]) {
      if (graph_.functions[member.value].fraction != 0) ticks += profile_.self_ticks[member.value];
    }
  }

  // Adds the shares of all callees of a function. These shares are complete, as the walk goes from callees to callers.
  void PropagateTime(FunctionId f) {
    if (graph_.functions[f.value].fraction == 0) return;
    for (const CallLists::Call& call : graph_.calls.Callees(f)) {
      if (call.function == f || graph_.InOneCycle(f, call.function)) continue;
      PropagateArc(graph_.TimeOfCalls(call.function, call.count), f);
    }
  }

  // Adds the time of one arc to its caller and, if the caller is in a cycle, to the cycle, which is propagated as a
  // whole.
  void PropagateArc(const ArcTime& time, FunctionId caller_id) {
    Propagated& caller = graph_.functions[caller_id.value];
    double share = time.self + time.child;
    double kept_share = caller.fraction * share;
    caller.child_ticks += share;
    caller.child += kept_share;
    if (caller.cycle.valid()) {
      graph_.cycles[caller.cycle.value].child_ticks += share;
      graph_.cycles[caller.cycle.value].child += kept_share;
    }
  }

  const Profile& profile_;
  const Selection& selection_;
  CallGraph graph_;
  std::vector<FunctionId> order_;  // functions that take part in the propagation, callees first
  CycleId entered_cycle_;
};

}  // namespace

CallGraph Propagate(const Profile& profile, const Selection& selection, CallLists calls, Components components) {
  if (profile.exact) return TakeExactTimes(profile, selection, std::move(calls));
  Beginning begun = Begin(profile, selection, calls);
  return Propagation(profile, selection, std::move(calls), std::move(components), std::move(begun)).Run();
}

CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, unsigned threads) {
  return MakeCallGraph(profile, selection, ListCalls(profile.self_ticks.size(), profile.arcs, threads), threads);
}

CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, CallLists calls, unsigned threads) {
  if (profile.exact) return TakeExactTimes(profile, selection, std::move(calls));
  Components components;
  Beginning begun;
  DoBoth(
      ThreadsFor(calls.functions(), threads), [&] { components = FindCycles(calls); },
      [&] { begun = Begin(profile, selection, calls); });
  return Propagation(profile, selection, std::move(calls), std::move(components), std::move(begun)).Run();
}

}  // namespace profdiff

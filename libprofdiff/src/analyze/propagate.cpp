// SPDX-License-Identifier: GPL-3.0-or-later
// Time flows from callees to callers, in proportion to calls. Two walks over the functions in topological order:
// callers first, to find what the selection keeps of each function, then callees first, to hand time up.
//
// Sums of floating-point numbers depend on their order, and a last bit can change the order of printed lines: every
// loop here goes in the order that gprof 2.40 goes. Do not reorder, do not contract.
// Tests: tests/unit/analyze/profile_test.cpp, and every listing the oracle compares.
#include <utility>

#include "base/prefetch.h"
#include "profdiff/call_graph.h"

namespace profdiff {
namespace {

// Functions by component number, callees first; members of a cycle by id.
std::vector<FunctionId> TopologicalOrder(const Components& components) {
  std::size_t functions = components.number.size();
  std::vector<std::uint32_t> first(functions + 2, 0);
  for (std::uint32_t number : components.number) ++first[number + 1];
  for (std::size_t n = 1; n < first.size(); ++n) first[n] += first[n - 1];
  std::vector<FunctionId> order(functions);
  for (std::size_t f = 0; f < functions; ++f) order[first[components.number[f]]++] = FunctionId(f);
  return order;
}

// How many functions ahead their arcs are asked for.
constexpr std::size_t kAhead = 2;

class Propagation {
 public:
  Propagation(const Profile& profile, const Selection& selection, Components components)
      : profile_(profile), selection_(selection) {
    graph_.components = std::move(components);
    graph_.adjacency = IndexArcs(profile.self_ticks.size(), profile.arcs);
    graph_.functions.resize(profile.self_ticks.size());
    std::size_t cycles = graph_.components.members.size();
    graph_.cycles.resize(cycles);
    graph_.cycle_self_ticks.assign(cycles, 0);
    graph_.cycle_calls.assign(cycles, 0);
    graph_.cycle_inner_calls.assign(cycles, 0);
  }

  CallGraph Run() {
    CountCycleCalls();
    std::vector<FunctionId> order = TopologicalOrder(graph_.components);
    for (std::size_t i = order.size(); i-- > 0;) {
      if (i >= kAhead) Prefetch(graph_.adjacency.Parents(order[i - kAhead]), profile_.arcs);
      InheritSelection(order[i]);
    }
    for (std::size_t c = 0; c < graph_.cycles.size(); ++c) SumCycleTime(CycleId(c));
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i + kAhead < order.size()) Prefetch(graph_.adjacency.Children(order[i + kAhead]), profile_.arcs);
      HandUpTime(order[i]);
    }
    return std::move(graph_);
  }

 private:
  CycleId CycleOf(FunctionId f) const { return graph_.components.cycle[f.value]; }

  bool WithinCycle(const Arc& arc) const {
    return CycleOf(arc.caller).valid() && CycleOf(arc.caller) == CycleOf(arc.callee);
  }

  void CountCycleCalls() {
    for (const Arc& arc : profile_.arcs) {
      CycleId cycle = CycleOf(arc.callee);
      if (!cycle.valid() || arc.caller == arc.callee) continue;
      (WithinCycle(arc) ? graph_.cycle_inner_calls : graph_.cycle_calls)[cycle.value] += arc.count;
    }
  }

  // Adds what callers pass on to one function: whether it is shown, and which fraction of its time is kept.
  void InheritFromCallers(FunctionId f, Propagated& out) const {
    std::uint64_t calls = graph_.OuterCalls(profile_, f);
    for (ArcId id : graph_.adjacency.Parents(f)) {
      const Arc& arc = profile_.arcs[id.value];
      if (arc.caller == f || WithinCycle(arc)) continue;
      const Propagated& caller = graph_.functions[arc.caller.value];
      out.shown = out.shown || caller.shown;
      if (calls != 0) out.fraction += caller.fraction * (static_cast<double>(arc.count) / static_cast<double>(calls));
    }
  }

  // A cycle inherits as one function would, when the walk comes to the first of its members.
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
    if (CycleId cycle = CycleOf(f); cycle.valid()) {
      const Propagated& header = InheritIntoCycle(cycle);
      self.shown = header.shown;
      self.fraction = header.fraction;
    } else {
      InheritFromCallers(f, self);
    }
    ApplySelection(f, self);
    self.self = profile_.self_ticks[f.value] * self.fraction;
    graph_.total_ticks += self.self;
  }

  void ApplySelection(FunctionId f, Propagated& self) const {
    if (f.value >= selection_.bits.size()) return;  // FunctionTable::indirect keeps no time
    if (!self.shown) {
      self.shown = selection_.Selects(SpecTable::kGraph, f);
    } else if (selection_.Excluded(SpecTable::kGraph, f) && !selection_.Included(SpecTable::kGraph, f)) {
      self.shown = false;
    }
    if (self.fraction == 0) {
      if (selection_.Selects(SpecTable::kTime, f)) self.fraction = 1.0;
    } else if (selection_.Excluded(SpecTable::kTime, f) && !selection_.Included(SpecTable::kTime, f)) {
      self.fraction = 0;
    }
  }

  void SumCycleTime(CycleId cycle) {
    double& ticks = graph_.cycle_self_ticks[cycle.value];
    for (FunctionId member : graph_.components.members[cycle.value]) {
      if (graph_.functions[member.value].fraction != 0) ticks += profile_.self_ticks[member.value];
    }
    Propagated& header = graph_.cycles[cycle.value];
    header.self = header.fraction * ticks;
  }

  void HandUpTime(FunctionId f) {
    if (graph_.functions[f.value].fraction == 0) return;
    for (ArcId id : graph_.adjacency.Children(f)) HandUp(graph_.WholeTimeOf(profile_, profile_.arcs[id.value]), f);
  }

  void HandUp(const ArcTime& time, FunctionId caller_id) {
    Propagated& caller = graph_.functions[caller_id.value];
    double share = time.self + time.child;
    double kept_share = caller.fraction * share;
    caller.child_ticks += share;
    caller.child += kept_share;
    if (CycleId cycle = CycleOf(caller_id); cycle.valid()) {
      graph_.cycles[cycle.value].child_ticks += share;
      graph_.cycles[cycle.value].child += kept_share;
    }
  }

  const Profile& profile_;
  const Selection& selection_;
  CallGraph graph_;
  CycleId entered_cycle_;
};

}  // namespace

// What is handed up along an arc is known as soon as the callee, or its cycle, has been given all of its own.
ArcTime CallGraph::WholeTimeOf(const Profile& profile, const Arc& arc) const {
  const std::uint64_t calls = OuterCalls(profile, arc.callee);
  if (arc.count == 0 || calls == 0 || arc.callee == arc.caller || functions[arc.callee.value].fraction == 0) return {};
  const CycleId cycle = CycleOf(arc.callee);
  if (cycle.valid() && cycle == CycleOf(arc.caller)) return {};
  const double part = static_cast<double>(arc.count) / static_cast<double>(calls);
  if (cycle.valid()) return {cycle_self_ticks[cycle.value] * part, cycles[cycle.value].child_ticks * part};
  return {profile.self_ticks[arc.callee.value] * part, functions[arc.callee.value].child_ticks * part};
}

ArcTime CallGraph::TimeOf(const Profile& profile, const Arc& arc) const {
  const double kept = functions[arc.caller.value].fraction;
  if (kept == 0) return {};
  const ArcTime whole = WholeTimeOf(profile, arc);
  return {whole.self * kept, whole.child * kept};
}

CallGraph Propagate(const Profile& profile, const Selection& selection, Components components) {
  return Propagation(profile, selection, std::move(components)).Run();
}

CallGraph MakeCallGraph(const Profile& profile, const Selection& selection) {
  return Propagate(profile, selection, FindCycles(profile.self_ticks.size(), profile.arcs));
}

}  // namespace profdiff

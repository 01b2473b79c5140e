// SPDX-License-Identifier: GPL-3.0-or-later
// Call graphs derived from a profile's arcs: cycles, and time propagated from callees to callers.
#ifndef PROFDIFF_CALL_GRAPH_H_
#define PROFDIFF_CALL_GRAPH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/profile.h"

namespace profdiff {

// The strongly connected components of a graph of calls.
struct Components {
  // By FunctionId: the component's topological number 1, 2, …, callees before callers; members of one cycle share a
  // number.
  std::vector<std::uint32_t> number;
  // By FunctionId; invalid outside cycles.
  std::vector<CycleId> cycle;
  // By CycleId: members, beginning with the one that the search entered first. Cycles are ordered by the id of that
  // member.
  std::vector<std::vector<FunctionId>> members;
};

// Finds cycles: components of two functions or more. Calls of a function to itself are ignored.
// Cost: one pass, linear, without recursion. Source: GPROF.md, section 8.2.
PROFDIFF_EXPORT Components FindCycles(std::size_t functions, std::span<const Arc> arcs);

// Arcs by function: for each function the arcs into it and out of it, newest first.
struct Adjacency {
  std::vector<std::uint32_t> first_parent, first_child;  // by FunctionId; one element more, for the end of the last
  std::vector<ArcId> parents, children;

  std::span<const ArcId> Parents(FunctionId f) const {
    return {parents.data() + first_parent[f.value], parents.data() + first_parent[f.value + 1]};
  }
  std::span<const ArcId> Children(FunctionId f) const {
    return {children.data() + first_child[f.value], children.data() + first_child[f.value + 1]};
  }
};

PROFDIFF_EXPORT Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs);

// Copies of the arcs in the order of Adjacency, so that a walk over a large graph reads memory sequentially.
struct CallLists {
  // An arc seen from one of its ends.
  struct Call {
    FunctionId function;  // the other end
    std::uint64_t count = 0;
  };
  std::vector<std::uint32_t> first_caller, first_callee;  // by FunctionId; one element more, for the end of the last
  std::vector<Call> callers, callees;

  std::size_t functions() const { return first_caller.size() - 1; }
  std::span<const Call> Callers(FunctionId f) const {
    return {callers.data() + first_caller[f.value], callers.data() + first_caller[f.value + 1]};
  }
  std::span<const Call> Callees(FunctionId f) const {
    return {callees.data() + first_callee[f.value], callees.data() + first_callee[f.value + 1]};
  }
};

PROFDIFF_EXPORT CallLists ListCalls(std::size_t functions, std::span<const Arc> arcs, unsigned threads = 1);
PROFDIFF_EXPORT Components FindCycles(const CallLists& calls);

// Propagated times of a function or of a whole cycle. Holds all that the time of an arc needs, in one cache line.
// Units: ticks.
struct Propagated {
  double own_ticks = 0;    // self time before the selection; for a cycle, of its selected members
  double child_ticks = 0;  // time propagated from its callees
  // calls from other functions; for a cycle and each of its members, calls from outside of the cycle
  std::uint64_t calls = 0;
  double fraction = 0;  // fraction of its time that the selection keeps, 0 to 1
  CycleId cycle;        // cycle of a function; invalid outside of cycles
  bool shown = false;   // has an entry in the call graph
  double child = 0;     // kept time of callees

  double Self() const { return own_ticks * fraction; }  // kept self time
  double Total() const { return Self() + child; }
};

// Units: ticks.
struct ArcTime {
  double self = 0;   // the callee's self time on behalf of this caller
  double child = 0;  // the callee's callees' time

  double Total() const { return self + child; }
};

// A call graph, derived from a Profile and never written back to it. Exact times of a profile are used unchanged: then
// there are no cycles, and the selection only decides what is shown.
struct CallGraph {
  struct ExactArc {
    FunctionId caller, callee;
    ArcTime time;
  };
  Components components;
  CallLists calls;
  std::vector<Propagated> functions;             // by FunctionId
  std::vector<Propagated> cycles;                // by CycleId
  std::vector<std::uint64_t> cycle_inner_calls;  // by CycleId: calls between different members
  double total_ticks = 0;                        // kept self time of all functions
  bool is_exact = false;                         // times are not propagated
  std::vector<ExactArc> exact_arcs;              // by caller and callee

  CycleId CycleOf(FunctionId f) const { return functions[f.value].cycle; }
  bool InOneCycle(FunctionId f, FunctionId g) const { return CycleOf(f).valid() && CycleOf(f) == CycleOf(g); }

  // Time of `count` calls of a function from outside of its cycle, before the selection.
  ArcTime TimeOfCalls(FunctionId callee, std::uint64_t count) const {
    const Propagated& function = functions[callee.value];
    if (count == 0 || function.calls == 0 || function.fraction == 0) return {};
    const Propagated& whole = function.cycle.valid() ? cycles[function.cycle.value] : function;
    const double part = static_cast<double>(count) / static_cast<double>(function.calls);
    return {whole.own_ticks * part, whole.child_ticks * part};
  }

  // The part of an arc's time that the selection keeps. Computed on demand: as fast as a lookup for graphs that exceed
  // a processor's cache.
  ArcTime TimeOf(const Arc& arc) const {
    if (is_exact) return FindExact(arc);
    const double kept = functions[arc.caller.value].fraction;
    if (kept == 0 || arc.caller == arc.callee || InOneCycle(arc.caller, arc.callee)) return {};
    const ArcTime whole = TimeOfCalls(arc.callee, arc.count);
    return {whole.self * kept, whole.child * kept};
  }

 private:
  PROFDIFF_EXPORT ArcTime FindExact(const Arc& arc) const;
};

// Propagates time from callees to callers over the given components, which belong to this profile or to a larger graph
// that contains it (none for exact times). Deterministic to the last bit: the order of operations is gprof's.
// Source: GPROF.md, sections 8.3 to 8.5.
PROFDIFF_EXPORT CallGraph Propagate(const Profile& profile, const Selection& selection, CallLists calls,
                                    Components components);

// The components and propagated times of a profile on its own. Works on up to `threads` threads; the result is the same
// for any number.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, unsigned threads = 1);

// The same for a profile whose calls are listed already; its arcs are not read.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, CallLists calls,
                                        unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_CALL_GRAPH_H_

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

// The strongly connected components of a call graph.
struct Components {
  // By FunctionId: the component's topological number 1, 2, …, with callees before callers; members of one cycle have
  // the same number.
  std::vector<std::uint32_t> number;
  // Cycle by FunctionId; invalid for functions outside of cycles.
  std::vector<CycleId> cycle;
  // Members by CycleId; the member that the search reached first comes first. Cycles are sorted by the id of that first
  // member.
  std::vector<std::vector<FunctionId>> members;
};

// Finds components and cycles, which are components of two or more functions. Calls of a function to itself are
// ignored.
// Cost: one pass, linear, without recursion. Source: GPROF.md, section 8.2.
PROFDIFF_EXPORT Components FindCycles(std::size_t functions, std::span<const Arc> arcs);

// Arcs by function: the arcs into and out of each function, most recently added first.
struct Adjacency {
  // By FunctionId: index in `parents` or `children` at which the function's list begins. The list ends where the next
  // one begins; an additional element marks the end of the last list.
  std::vector<std::uint32_t> first_parent, first_child;
  std::vector<ArcId> parents, children;

  std::span<const ArcId> Parents(FunctionId f) const {
    return {parents.data() + first_parent[f.value], parents.data() + first_parent[f.value + 1]};
  }
  std::span<const ArcId> Children(FunctionId f) const {
    return {children.data() + first_child[f.value], children.data() + first_child[f.value + 1]};
  }
};

PROFDIFF_EXPORT Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs);

// Copies of the arcs in the order of Adjacency, so that a traversal of a large graph reads memory sequentially.
struct CallLists {
  // An arc as seen from one of its ends.
  struct Call {
    FunctionId function;  // function at the other end
    std::uint64_t count = 0;
  };
  // By FunctionId, as in Adjacency: index in `callers` or `callees` at which the function's list begins.
  std::vector<std::uint32_t> first_caller, first_callee;
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

// Propagated times of a function or of a whole cycle. Everything needed to compute the time of an arc fits in one cache
// line. Units: ticks.
struct Propagated {
  double own_ticks = 0;    // self time before the selection is applied; for a cycle, the sum over its selected members
  double child_ticks = 0;  // time propagated from callees
  // number of calls from other functions; for a cycle and each of its members, number of calls from outside the cycle
  std::uint64_t calls = 0;
  double fraction = 0;  // fraction of the time that the selection keeps, from 0 to 1
  CycleId cycle;        // the function's cycle; invalid if it is in none
  bool shown = false;   // true if the function or cycle has an entry in the call graph
  double child = 0;     // part of `child_ticks` that the selection keeps

  double Self() const { return own_ticks * fraction; }  // self time that the selection keeps
  double Total() const { return Self() + child; }
};

// Time of an arc. Units: ticks.
struct ArcTime {
  double self = 0;   // part of the callee's self time that is attributed to this caller
  double child = 0;  // part of the time of the callee's own callees that is attributed to this caller

  double Total() const { return self + child; }
};

// A call graph derived from a Profile, which stays unchanged. If the profile has exact times, nothing is propagated:
// the graph then has no cycles, and the selection only decides which entries are shown.
struct CallGraph {
  struct ExactArc {
    FunctionId caller, callee;
    ArcTime time;
  };
  Components components;
  CallLists calls;
  std::vector<Propagated> functions;             // by FunctionId
  std::vector<Propagated> cycles;                // by CycleId
  std::vector<std::uint64_t> cycle_inner_calls;  // number of calls between different members of a cycle, by CycleId
  double total_ticks = 0;                        // self time that the selection keeps, summed over all functions
  bool is_exact = false;                         // true if times are exact, not propagated
  std::vector<ExactArc> exact_arcs;              // sorted by caller and callee

  CycleId CycleOf(FunctionId f) const { return functions[f.value].cycle; }
  bool InOneCycle(FunctionId f, FunctionId g) const { return CycleOf(f).valid() && CycleOf(f) == CycleOf(g); }

  // Returns the time of `count` calls of a function from outside its cycle, before the selection is applied.
  ArcTime TimeOfCalls(FunctionId callee, std::uint64_t count) const {
    const Propagated& function = functions[callee.value];
    if (count == 0 || function.calls == 0 || function.fraction == 0) return {};
    const Propagated& whole = function.cycle.valid() ? cycles[function.cycle.value] : function;
    const double part = static_cast<double>(count) / static_cast<double>(function.calls);
    return {whole.own_ticks * part, whole.child_ticks * part};
  }

  // Returns the part of an arc's time that the selection keeps. The part is computed on demand, because reading a
  // stored value is not faster for graphs that are larger than a processor's cache.
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

// Propagates time from callees to callers. `components` belongs to this profile or to a larger graph that contains the
// profile; it is empty for exact times. The result is deterministic to the last bit, because the order of operations is
// gprof's.
// Source: GPROF.md, sections 8.3 to 8.5.
PROFDIFF_EXPORT CallGraph Propagate(const Profile& profile, const Selection& selection, CallLists calls,
                                    Components components);

// Makes the call graph of a single profile. Uses up to `threads` threads; the result does not depend on their number.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, unsigned threads = 1);

// Makes the call graph of a profile from existing lists of its calls; the arcs of the profile are not used.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection, CallLists calls,
                                        unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_CALL_GRAPH_H_

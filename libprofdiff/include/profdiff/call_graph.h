// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from a profile's arcs: cycles, and the time that callees spend on behalf of their callers.
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
  // By FunctionId: 1, 2, … with callees before callers; members of one cycle share a number.
  std::vector<std::uint32_t> number;
  // By FunctionId; invalid outside cycles.
  std::vector<CycleId> cycle;
  // By CycleId: members, the one entered first at the front. Cycles are ordered by the id of that member.
  std::vector<std::vector<FunctionId>> members;
};

// Finds cycles: components of two functions or more. Arcs of a function to itself do not count.
// Cost: one pass, linear, without recursion. Source: gprof-behaviour section 8.2.
PROFDIFF_EXPORT Components FindCycles(std::size_t functions, std::span<const Arc> arcs);

// Arcs by function: for each function the arcs into it and out of it, newest first.
struct Adjacency {
  std::vector<std::uint32_t> first_parent, first_child;  // by FunctionId, one longer than there are functions
  std::vector<ArcId> parents, children;

  std::span<const ArcId> Parents(FunctionId f) const {
    return {parents.data() + first_parent[f.value], parents.data() + first_parent[f.value + 1]};
  }
  std::span<const ArcId> Children(FunctionId f) const {
    return {children.data() + first_child[f.value], children.data() + first_child[f.value + 1]};
  }
};

PROFDIFF_EXPORT Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs);

// Times of a function or of a whole cycle. Units: ticks.
struct Propagated {
  double child_ticks = 0;  // what its callees spent for it
  double fraction = 0;     // how much of its time the selection keeps: 0 … 1
  double self = 0;         // kept self time
  double child = 0;        // kept time of callees
  bool shown = false;      // has an entry of its own

  double Total() const { return self + child; }
};

// Units: ticks.
struct ArcTime {
  double self = 0;   // the callee's self time on behalf of this caller
  double child = 0;  // the callee's callees' time

  double Total() const { return self + child; }
};

// Derived from a Profile and never written back into it.
struct CallGraph {
  Components components;
  Adjacency adjacency;
  std::vector<Propagated> functions;             // by FunctionId
  std::vector<Propagated> cycles;                // by CycleId
  std::vector<double> cycle_self_ticks;          // by CycleId: members' self time
  std::vector<std::uint64_t> cycle_calls;        // by CycleId: calls from outside
  std::vector<std::uint64_t> cycle_inner_calls;  // by CycleId: calls between different members
  double total_ticks = 0;                        // kept self time of all functions

  CycleId CycleOf(FunctionId f) const { return components.cycle[f.value]; }

  // Calls of a function of the profile that this is made from, or of its cycle from outside.
  std::uint64_t OuterCalls(const Profile& profile, FunctionId f) const {
    const CycleId cycle = CycleOf(f);
    return cycle.valid() ? cycle_calls[cycle.value] : profile.calls[f.value];
  }

  // An arc of the profile that this is made from. It is as quick to find the time anew as to look it up, for graphs
  // that do not fit into a processor's cache.
  PROFDIFF_EXPORT ArcTime TimeOf(const Profile& profile, const Arc& arc) const;

  // The same before the selection takes its part away.
  PROFDIFF_EXPORT ArcTime WholeTimeOf(const Profile& profile, const Arc& arc) const;
};

// Distributes time from callees to callers, over the given components (of this profile, or of a larger graph that
// holds it). Deterministic to the last bit: the order of operations is gprof's.
// Source: gprof-behaviour sections 8.3 to 8.5.
PROFDIFF_EXPORT CallGraph Propagate(const Profile& profile, const Selection& selection, Components components);

// The components and propagated times of a profile on its own.
PROFDIFF_EXPORT CallGraph MakeCallGraph(const Profile& profile, const Selection& selection);

}  // namespace profdiff

#endif  // PROFDIFF_CALL_GRAPH_H_

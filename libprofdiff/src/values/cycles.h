// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles of calls, and the arcs of each function, for all floors.
#ifndef PROFDIFF_VALUES_CYCLES_H_
#define PROFDIFF_VALUES_CYCLES_H_

#include <cstddef>
#include <span>

#include "profdiff/profile.h"

namespace profdiff {

// Finds components and cycles, which are components of two or more functions. Calls of a function to itself are
// ignored.
// Cost: one pass, linear, without recursion. Source: GPROF.md, section 8.2.
Components FindCycles(std::size_t functions, std::span<const Arc> arcs);

Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs);

Components FindCycles(const CallLists& calls);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CYCLES_H_

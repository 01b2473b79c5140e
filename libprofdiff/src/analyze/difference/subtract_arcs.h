// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the arcs of two executions.
// Tests: tests/unit/analyze/difference/subtract_test.cpp.
#ifndef PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_
#define PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_

#include <span>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// Returns the union of both sides' arcs, sorted by caller and callee, without times. Adds to `presence` the numbers of
// arcs on both sides, on the base only, and on the other side only. Requires fewer than 2^63 calls on each side. Cost:
// linear; uses two threads if `threads` allows it.
std::vector<Difference::ArcRow> JoinArcs(const Profile& base, const Profile& other, const Match& match,
                                         unsigned threads, Presence& presence);

// Sets `adjacency` and `components` to the results of IndexArcs and FindCycles. Computes them faster than these
// functions, because the rows are sorted by caller and callee.
void IndexRows(std::size_t functions, std::span<const Difference::ArcRow> rows, unsigned threads, Adjacency& adjacency,
               Components& components);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The arcs of two executions, laid side by side.
// Tests: tests/unit/analyze/difference/subtract_test.cpp.
#ifndef PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_
#define PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_

#include <span>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// The union of both sides' arcs, by caller and callee, without times; adds to `presence` where they are. No side has
// 2^63 calls. Cost: linear; on two threads where `threads` allows.
std::vector<Difference::ArcRow> JoinArcs(const Profile& base, const Profile& other, const Match& match,
                                         unsigned threads, Presence& presence);

// What IndexArcs and FindCycles give, of rows by caller and callee.
void IndexRows(std::size_t functions, std::span<const Difference::ArcRow> rows, unsigned threads, Adjacency& adjacency,
               Components& components);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_ARCS_H_

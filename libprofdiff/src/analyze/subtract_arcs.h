// SPDX-License-Identifier: GPL-3.0-or-later
// The arcs of two executions, laid side by side.
// Tests: tests/unit/analyze/subtract_test.cpp.
#ifndef PROFDIFF_ANALYZE_SUBTRACT_ARCS_H_
#define PROFDIFF_ANALYZE_SUBTRACT_ARCS_H_

#include <vector>

#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// Where an arc of the joined graph stands in the profile of each side; invalid where the side has it not.
struct ArcPlaces {
  FunctionId caller, callee;  // joined
  ArcId base, other;
};

// The union of both sides' arcs, by caller and callee. Cost: linear; on two threads where `threads` allows.
std::vector<ArcPlaces> JoinArcs(const Profile& base, const Profile& other, const Match& match, unsigned threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SUBTRACT_ARCS_H_

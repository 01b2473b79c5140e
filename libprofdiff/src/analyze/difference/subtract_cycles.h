// SPDX-License-Identifier: GPL-3.0-or-later
// Restricts the cycles of the joined graph to one side, for propagation.
#ifndef PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_
#define PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_

#include <span>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// The cycles that are used to propagate the times of one side.
struct SideCycles {
  Components components;  // with function ids of the side
  // Indexed by joined CycleId: the members that run on this side (they have self time, or calls from or to other
  // functions), as ids of the side. Other members do not affect any time or count.
  std::vector<std::vector<FunctionId>> members;
  std::vector<bool> lacks;  // indexed by joined CycleId: true if the side's own graph lacks the cycle
};

// Restricts the joined cycles to one side. If the side's own graph has all of these cycles, its own components are
// used, so the times equal those in the side's own listing to the last bit. `calls` are the profile's arcs.
// `joined_by_side` maps the side's ids to joined ids; `side_by_joined` is the reverse, with invalid ids for functions
// that the side lacks.
SideCycles BringCyclesToSide(const Components& joined, const Profile& profile, const CallLists& calls,
                             const std::vector<FunctionId>& joined_by_side,
                             const std::vector<FunctionId>& side_by_joined);

std::vector<JoinedCycle> FindUnsharedCycles(const SideCycles& base, const SideCycles& other);

// Returns messages, in a few lines at most, about cycles that at least one side lacks.
std::vector<std::string> DescribeCycles(std::span<const JoinedCycle> cycles, const Components& joined,
                                        const FunctionTable& functions);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The cycles of the joined graph, as one side has to be propagated over them.
#ifndef PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_
#define PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_

#include <span>
#include <string>
#include <vector>

#include "profdiff/call_graph.h"
#include "profdiff/difference.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"

namespace profdiff {

// Which cycles one side is propagated over.
struct SideCycles {
  Components components;  // by the side's ids
  // By joined CycleId: the members that the side runs (with self time, or a call from or to another function), as the
  // side's ids. Other members cannot change a number.
  std::vector<std::vector<FunctionId>> members;
  std::vector<bool> lacks;  // by joined CycleId: on its own the side has no such cycle
};

// Brings the joined cycles to one side. Where the side has them all on its own, its own components are used, so that
// its numbers are those of its own listing to the last bit.
// `calls`: those of the profile. `joined_by_side` gives joined ids by the side's ids; `side_by_joined` the reverse,
// invalid where the side has none.
SideCycles BringCyclesToSide(const Components& joined, const Profile& profile, const CallLists& calls,
                             const std::vector<FunctionId>& joined_by_side,
                             const std::vector<FunctionId>& side_by_joined);

std::vector<JoinedCycle> FindUnsharedCycles(const SideCycles& base, const SideCycles& other);

// Lines for people about such cycles, a few at most.
std::vector<std::string> DescribeCycles(std::span<const JoinedCycle> cycles, const Components& joined,
                                        const FunctionTable& functions);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_DIFFERENCE_SUBTRACT_CYCLES_H_

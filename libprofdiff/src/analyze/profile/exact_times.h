// SPDX-License-Identifier: GPL-3.0-or-later
// Call graphs whose inclusive times were measured.
// Tests: tests/unit/analyze/profile/exact_times_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROFILE_EXACT_TIMES_H_
#define PROFDIFF_ANALYZE_PROFILE_EXACT_TIMES_H_

#include <cstddef>

#include "profdiff/profile.h"

namespace profdiff {

// Returns the components of a graph in which no function belongs to a cycle.
Components WithoutCycles(std::size_t functions);

// Returns the call graph of a profile that has exact times. Keeps the whole time of every function, because the
// selection has already been applied to the stacks.
CallGraph TakeExactTimes(const Profile& profile, const Selection& selection, CallLists calls);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROFILE_EXACT_TIMES_H_

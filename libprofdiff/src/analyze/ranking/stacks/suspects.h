// SPDX-License-Identifier: GPL-3.0-or-later
// The threads that probably made a program stop.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STACKS_SUSPECTS_H_
#define PROFDIFF_ANALYZE_RANKING_STACKS_SUSPECTS_H_

#include <set>
#include <string>
#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {

// The stacks of all threads in good snapshots.
using GoodStacks = std::set<std::vector<std::string>>;

// Sets the suspects of a program that stopped, and the collective operation that they did not reach.
void FindStackSuspects(const GoodStacks& good, StackFindings& findings);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STACKS_SUSPECTS_H_

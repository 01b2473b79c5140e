// SPDX-License-Identifier: GPL-3.0-or-later
// Groups threads by their stacks.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STACKS_TREE_H_
#define PROFDIFF_ANALYZE_RANKING_STACKS_TREE_H_

#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace profdiff {

// Returns the tree of all threads that have frames. Siblings with more threads come first, then those with the smaller
// name. A node contains all frames up to the next place where stacks differ or end.
std::vector<StackNode> TreeOfStacks(const std::vector<StackedThread>& threads);

// Returns groups of threads with the same frames: most threads first, then by the first thread.
std::vector<StackClass> ClassesOfStacks(const std::vector<StackedThread>& threads);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STACKS_TREE_H_

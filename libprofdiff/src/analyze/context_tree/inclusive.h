// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over each node of a tree and all nodes below it.
// Tests: tests/unit/analyze/context_tree/profile_test.cpp.
#ifndef PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_
#define PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/context_tree.h"
#include "values/walk_tree.h"

namespace profdiff {

// Returns, for each node, the sum of `values` over the node and all nodes below it; empty if `values` is empty. In
// preorder, a node comes after its parent, so one pass from the end is enough.
template <class Value>
std::vector<Value> AddUp(const ContextTree& tree, std::vector<Value> values) {
  if (values.empty()) return values;
  const std::vector<std::uint32_t> parents = ParentsOf(tree.end);
  for (std::size_t node = values.size(); node-- > 0;) {
    if (parents[node] != kNoParent) values[parents[node]] += values[node];
  }
  return values;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_

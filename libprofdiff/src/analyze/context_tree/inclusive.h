// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the nodes of a tree and all nodes below them.
// Tests: tests/unit/analyze/context_tree/profile_test.cpp.
#ifndef PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_
#define PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/context_tree.h"
#include "values/walk_tree.h"

namespace profdiff {

// By node: the sum of `values` over it and all nodes below it; empty if `values` is. In preorder a node comes after its
// parent, so that one pass from the end suffices.
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

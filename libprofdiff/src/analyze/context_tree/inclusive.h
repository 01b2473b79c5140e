// SPDX-License-Identifier: GPL-3.0-or-later
// What nodes of a tree hold, with all that is below them.
// Tests: tests/unit/analyze/context_tree/profile_test.cpp.
#ifndef PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_
#define PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {

// Calls enter(node, parent) for each node in order, and leave(node) behind the last one below it; the parent of those
// on top level is `kNoParent`. Cost: linear, without recursion.
inline constexpr std::uint32_t kNoParent = 0xffffffff;

template <class Enter, class Leave>
void WalkTree(const std::vector<std::uint32_t>& end, const Enter& enter, const Leave& leave) {
  std::vector<std::uint32_t> open;
  const auto close = [&] {
    leave(open.back());
    open.pop_back();
  };
  for (std::uint32_t node = 0; node < end.size(); ++node) {
    while (!open.empty() && end[open.back()] <= node) close();
    enter(node, open.empty() ? kNoParent : open.back());
    open.push_back(node);
  }
  while (!open.empty()) close();
}

// By node: the sum of `values`, which may be empty, over it and all nodes below it.
template <class Value>
std::vector<Value> AddUp(const ContextTree& tree, std::vector<Value> values) {
  if (values.empty()) return values;
  std::vector<std::uint32_t> parents(tree.size());
  WalkTree(
      tree.end, [&](std::uint32_t node, std::uint32_t parent) { parents[node] = parent; }, [](std::uint32_t) {});
  for (std::size_t node = values.size(); node-- > 0;) {
    if (parents[node] != kNoParent) values[parents[node]] += values[node];
  }
  return values;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_CONTEXT_TREE_INCLUSIVE_H_

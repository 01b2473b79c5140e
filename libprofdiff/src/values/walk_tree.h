// SPDX-License-Identifier: GPL-3.0-or-later
// Traversal of trees that are stored in preorder.
// Tests: tests/unit/analyze/context_tree/profile_test.cpp.
#ifndef PROFDIFF_VALUES_WALK_TREE_H_
#define PROFDIFF_VALUES_WALK_TREE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace profdiff {

inline constexpr std::uint32_t kNoParent = 0xffffffff;  // parent of top-level nodes

// Calls enter(node, parent) for each node in preorder, and leave(node) after its last descendant. For each node, `end`
// contains the index after the last descendant. Cost: linear, without recursion.
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

// Returns the parent of each node; kNoParent if it has none.
inline std::vector<std::uint32_t> ParentsOf(const std::vector<std::uint32_t>& end) {
  std::vector<std::uint32_t> parents(end.size());
  WalkTree(
      end, [&](std::uint32_t node, std::uint32_t parent) { parents[node] = parent; }, [](std::uint32_t) {});
  return parents;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_WALK_TREE_H_

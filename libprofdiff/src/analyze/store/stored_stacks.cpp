// SPDX-License-Identifier: GPL-3.0-or-later
// Restores a tree from its nodes in preorder with depths. Stores are untrusted input: a node must be at most one level
// below the previous node, and siblings must be in ascending order of functions, as joining trees relies on that.
#include "analyze/store/stored_stacks.h"

#include <algorithm>

#include "profdiff/error.h"

namespace profdiff {

ContextTree RestoreContexts(const StoredStacks& stacks, const std::vector<std::uint32_t>& rows) {
  ContextTree tree;
  tree.stackless = stacks.ticks;
  tree.stackless_samples = stacks.samples;
  const auto any = [&](auto member) {
    return std::ranges::any_of(stacks.nodes, [&](const StoredContext& n) { return n.*member != 0; });
  };
  const bool has_samples = stacks.samples != 0 || any(&StoredContext::samples),
             has_squares = any(&StoredContext::squares);
  std::vector<std::uint32_t> open;  // nodes whose end is not known yet, by depth
  for (const StoredContext& node : stacks.nodes) {
    const auto id = static_cast<std::uint32_t>(tree.size());
    const FunctionId function(std::size_t{rows[node.function]});
    const bool follows_sibling = node.depth < open.size();
    if (node.depth > open.size() || (follows_sibling && tree.function[open[node.depth]] >= function)) {
      throw Error(ErrorCode::kBadDatabase, "the stacks of a trial contradict each other");
    }
    for (; open.size() > node.depth; open.pop_back()) tree.end[open.back()] = id;
    open.push_back(id);
    tree.function.push_back(function);
    tree.end.push_back(0);
    tree.self.push_back(node.ticks);
    if (has_samples) tree.samples.push_back(node.samples);
    if (has_squares) tree.squares.push_back(node.squares);
  }
  for (const std::uint32_t node : open) tree.end[node] = static_cast<std::uint32_t>(tree.size());
  return tree;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Removes nodes whose samples were filtered out.
// Tests: tests/unit/analyze/context_tree/keep_test.cpp.
#ifndef PROFDIFF_ANALYZE_CONTEXT_TREE_WITHOUT_EMPTY_H_
#define PROFDIFF_ANALYZE_CONTEXT_TREE_WITHOUT_EMPTY_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "profdiff/context_tree.h"

namespace profdiff {

// Removes nodes whose whole subtree has neither ticks nor samples nor calls.
inline ContextTree WithoutEmpty(ContextTree tree) {
  const std::size_t size = tree.size();
  std::vector<std::uint32_t> weight(size);  // 1 for a node with ticks, samples or calls
  for (std::size_t node = 0; node < size; ++node) {
    const bool has_samples = !tree.samples.empty() && tree.samples[node] != 0;
    const bool has_calls = !tree.calls.empty() && tree.calls[node] != 0;
    weight[node] = tree.self[node] != 0 || has_samples || has_calls ? 1 : 0;
  }
  weight = AddUp(tree, std::move(weight));
  std::vector<std::uint32_t> place(size + 1);  // by old node: its new index, or the new index of the next kept node
  std::uint32_t kept = 0;
  for (std::size_t node = 0; node < size; ++node) {
    place[node] = kept;
    if (weight[node] == 0) continue;
    tree.function[kept] = tree.function[node];
    tree.end[kept] = tree.end[node];  // an index in the old tree; the loop below converts it
    tree.self[kept] = tree.self[node];
    if (!tree.samples.empty()) tree.samples[kept] = tree.samples[node];
    if (!tree.squares.empty()) tree.squares[kept] = tree.squares[node];
    if (!tree.calls.empty()) tree.calls[kept] = tree.calls[node];
    ++kept;
  }
  place.back() = kept;
  tree.function.resize(kept);
  tree.end.resize(kept);
  tree.self.resize(kept);
  if (!tree.samples.empty()) tree.samples.resize(kept);
  if (!tree.squares.empty()) tree.squares.resize(kept);
  if (!tree.calls.empty()) tree.calls.resize(kept);
  for (std::uint32_t& end : tree.end) end = place[end];
  return tree;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_CONTEXT_TREE_WITHOUT_EMPTY_H_

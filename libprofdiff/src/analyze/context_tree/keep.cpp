// SPDX-License-Identifier: GPL-3.0-or-later
// A node's own samples are kept if its path has a wanted function and no unwanted one; then nodes without samples, and
// without any below them, go.
// Tests: tests/unit/analyze/context_tree/keep_test.cpp.
#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "profdiff/context_tree.h"

namespace profdiff {
namespace {

bool IsWanted(const Selection& selection, FunctionId f) {
  return selection.Included(SpecTable::kTime, f) || selection.Included(SpecTable::kGraph, f);
}

// As in gprof, what is included is not excluded.
bool IsUnwanted(const Selection& selection, FunctionId f) {
  return selection.Excluded(SpecTable::kTime, f) && !selection.Included(SpecTable::kTime, f);
}

// By node: whether its samples are kept.
std::vector<bool> KeptNodes(const ContextTree& tree, const Selection& selection) {
  const bool any = !selection.AnyIncluded(SpecTable::kTime) && !selection.AnyIncluded(SpecTable::kGraph);
  std::vector<bool> kept(tree.size());
  std::size_t wanted = 0, unwanted = 0;  // functions of the path
  WalkTree(
      tree.end,
      [&](std::uint32_t node, std::uint32_t) {
        wanted += IsWanted(selection, tree.function[node]) ? 1 : 0;
        unwanted += IsUnwanted(selection, tree.function[node]) ? 1 : 0;
        kept[node] = (any || wanted > 0) && unwanted == 0;
      },
      [&](std::uint32_t node) {
        wanted -= IsWanted(selection, tree.function[node]) ? 1 : 0;
        unwanted -= IsUnwanted(selection, tree.function[node]) ? 1 : 0;
      });
  return kept;
}

}  // namespace

ContextTree KeepStacks(const ContextTree& contexts, const Selection& selection) {
  const std::vector<bool> kept = KeptNodes(contexts, selection);
  std::vector<std::uint32_t> weight(contexts.size());  // 1 for a node that has samples which are kept
  for (std::size_t node = 0; node < kept.size(); ++node) {
    const bool has_any = contexts.self[node] != 0 || (!contexts.samples.empty() && contexts.samples[node] != 0);
    weight[node] = kept[node] && has_any ? 1 : 0;
  }
  weight = AddUp(contexts, std::move(weight));
  ContextTree tree;
  std::vector<std::uint32_t> place(contexts.size() + 1);  // by old node: the new one that it is, or that comes next
  for (std::size_t node = 0; node < kept.size(); ++node) {
    place[node] = static_cast<std::uint32_t>(tree.size());
    if (weight[node] == 0) continue;
    tree.function.push_back(contexts.function[node]);
    tree.end.push_back(contexts.end[node]);  // an old one, until all places are known
    tree.self.push_back(kept[node] ? contexts.self[node] : 0);
    if (!contexts.samples.empty()) tree.samples.push_back(kept[node] ? contexts.samples[node] : 0);
    if (!contexts.squares.empty()) tree.squares.push_back(kept[node] ? contexts.squares[node] : 0);
  }
  place.back() = static_cast<std::uint32_t>(tree.size());
  for (std::uint32_t& end : tree.end) end = place[end];
  if (selection.AnyIncluded(SpecTable::kTime) || selection.AnyIncluded(SpecTable::kGraph)) return tree;
  tree.stackless = contexts.stackless;
  tree.stackless_samples = contexts.stackless_samples;
  return tree;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Filters stacks: a node's own samples are kept if its path has a wanted function and no unwanted one. Nodes whose
// whole subtree then has no samples are removed.
// Tests: tests/unit/analyze/context_tree/keep_test.cpp.
#include <utility>
#include <vector>

#include "analyze/context_tree/without_empty.h"
#include "profdiff/context_tree.h"
#include "values/loading_stacks.h"

namespace profdiff {
namespace {

bool IsWanted(const Selection& selection, FunctionId f) {
  return selection.Included(SpecTable::kTime, f) || selection.Included(SpecTable::kGraph, f);
}

// In gprof, inclusion takes precedence over exclusion (GPROF.md, section 8.4).
bool IsUnwanted(const Selection& selection, FunctionId f) {
  return selection.Excluded(SpecTable::kTime, f) && !selection.Included(SpecTable::kTime, f);
}

// Returns, for each node, whether its own samples are kept.
std::vector<bool> KeptNodes(const ContextTree& tree, const Selection& selection) {
  const bool any = !selection.AnyIncluded(SpecTable::kTime) && !selection.AnyIncluded(SpecTable::kGraph);
  std::vector<bool> kept(tree.size());
  std::size_t wanted = 0, unwanted = 0;  // numbers of wanted and of unwanted functions on the path to the current node
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
  ContextTree tree = contexts;
  for (std::size_t node = 0; node < kept.size(); ++node) {
    if (kept[node]) continue;
    tree.self[node] = 0;
    if (!tree.samples.empty()) tree.samples[node] = 0;
    if (!tree.squares.empty()) tree.squares[node] = 0;
    if (!tree.calls.empty()) tree.calls[node] = 0;
  }
  // Samples without a stack contain no function, so they are dropped if the selection includes only certain functions.
  if (selection.AnyIncluded(SpecTable::kTime) || selection.AnyIncluded(SpecTable::kGraph)) {
    tree.stackless = 0;
    tree.stackless_samples = 0;
  }
  return WithoutEmpty(std::move(tree));
}

}  // namespace profdiff

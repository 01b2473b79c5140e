// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/trace_difference/path_tree.h"

#include <utility>

namespace profdiff {

// Recursion can make as many paths as calls. From a number of paths on, new ones are put together by function, which
// bounds the memory; they are below the top level.
std::uint32_t PathTree::FindSlowly(Key key) {
  constexpr std::size_t kMostPaths = std::size_t{1} << 20;
  const bool is_full = nodes_.size() >= kMostPaths;
  if (2 * nodes_.size() >= slots_.size()) Grow();
  Slot* slot = &SlotOf(key);
  std::uint32_t found = slot->node;
  if (found == 0 && is_full) {
    key.caller = kTop;
    slot = &SlotOf(key);
    if (slot->node != 0) return slot->node;
  }
  if (found == 0) {
    found = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back().key = key;
    nodes_.back().sums.mark = static_cast<Mark>(key.mark);
    *slot = {found, static_cast<std::uint32_t>(HashOf(key))};
    Node& above = nodes_[key.caller];
    (above.newest_child == 0 ? above.first_child : nodes_[above.newest_child].next_sibling) = found;
    above.newest_child = found;
    if (is_full) return found;
  }
  Node& above = nodes_[key.caller];
  nodes_[above.last_child].follower = found;
  above.last_child = found;
  return found;
}

PathTree::Slot& PathTree::SlotOf(const Key& key) {
  const std::uint64_t hash = HashOf(key);
  const auto half = static_cast<std::uint32_t>(hash);
  std::size_t at = hash >> 32 & (slots_.size() - 1);
  while (slots_[at].node != kTop && (slots_[at].hash != half || nodes_[slots_[at].node].key != key)) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return slots_[at];
}

void PathTree::Grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.node != kTop) SlotOf(nodes_[slot.node].key) = slot;
  }
}

std::vector<PathDifference> PathTree::Take(std::size_t thread) {
  std::vector<PathDifference> paths;
  paths.reserve(nodes_.size() - 1);
  std::vector<std::pair<std::uint32_t, std::size_t>> open;  // nodes, and their indices in `paths`
  for (std::uint32_t node = nodes_[kTop].first_child; node != 0;) {
    PathDifference& path = paths.emplace_back(nodes_[node].sums);
    path.thread = thread;
    path.depth = static_cast<std::uint32_t>(open.size());
    open.emplace_back(node, paths.size() - 1);
    node = nodes_[node].first_child;
    while (node == 0 && !open.empty()) {
      paths[open.back().second].end = paths.size();
      node = nodes_[open.back().first].next_sibling;
      open.pop_back();
    }
  }
  return paths;
}

}  // namespace profdiff

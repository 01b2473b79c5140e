// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes are found by their parent and function, with one lookup in a hash table per frame; only new paths take memory.
// Functions and children are sorted by name at the end, so that the result does not depend on the order of samples.
#include "values/context_builder.h"

#include <algorithm>
#include <utility>

#include "base/decimals.h"
#include "base/index_by_end.h"
#include "values/shape.h"

namespace profdiff {

bool ContextBuilder::Child(Node parent, FunctionId function, Node& child) {
  // Mix is a bijection, so equal keys have the same parent and function, and no further comparison is needed.
  const std::uint64_t key = Mix(std::uint64_t{parent} << 32 | function.value);
  child = nodes_.Find(key, [](std::uint32_t) { return true; });
  if (child < paths_.size()) return true;
  if (child >= kFirstRoot) return false;
  paths_.push_back({parent, function});
  sums_.emplace_back();
  events_.push_back(parent < kFirstRoot ? events_[parent] : static_cast<std::uint16_t>(parent - kFirstRoot));
  return true;
}

ContextBuilder::Event& ContextBuilder::EventOf(Node node) {
  const std::size_t event = node < kFirstRoot ? events_[node] : node - kFirstRoot;
  if (event >= of_event_.size()) of_event_.resize(event + 1);
  return of_event_[event];
}

// Limits the sum of absolute values to 63 bits. Files of pprof can contain negative values; with this limit, no
// subtotal of the event can overflow, whatever the signs of its values.
bool ContextBuilder::AddTo(Event& event, Node node, const Sums& sums) {
  if (__builtin_add_overflow(event.size, Magnitude(sums.ticks), &event.size) || event.size >> 63 != 0) return false;
  Sums& all = node < kFirstRoot ? sums_[node] : event.stackless;
  all.ticks += sums.ticks;
  all.samples += sums.samples;
  all.squares += sums.squares;
  return true;
}

// The squares of weights determine the effective number of samples, (sum of w)^2 / sum of w^2, which significance tests
// of samples with uneven weights use. If weights are equal, their squares contain no information, and Build drops them.
bool ContextBuilder::Add(Node node, std::int64_t ticks, std::uint64_t samples) {
  Event& event = EventOf(node);
  if (samples == 0) return AddTo(event, node, {ticks, 0, 0, 0});
  const double weight = static_cast<double>(ticks) / static_cast<double>(samples);
  if (!event.weight) event.weight = weight;
  event.is_uneven = event.is_uneven || *event.weight != weight;
  return AddTo(event, node, {ticks, samples, weight * weight * static_cast<double>(samples), 0});
}

bool ContextBuilder::AddUneven(Node node, const Sums& sums) {
  EventOf(node).is_uneven = true;
  return AddTo(EventOf(node), node, sums);
}

bool ContextBuilder::AddCalls(Node node, std::uint64_t calls) {
  EventOf(node).has_calls = true;
  return node >= kFirstRoot || !__builtin_add_overflow(sums_[node].calls, calls, &sums_[node].calls);
}

// Returns the nodes of the event that have samples or calls, or descendants with samples or calls. Children have
// greater ids than their parents, so one pass from the last node to the first reaches all descendants of a node before
// the node itself.
std::vector<ContextBuilder::Node> ContextBuilder::NodesOf(std::size_t event) const {
  std::vector<bool> wanted(paths_.size());
  std::vector<Node> nodes;
  for (std::size_t node = paths_.size(); node-- > 0;) {
    if (events_[node] != event) continue;
    if (!wanted[node] && sums_[node].samples == 0 && sums_[node].ticks == 0 && sums_[node].calls == 0) continue;
    nodes.push_back(static_cast<Node>(node));
    if (paths_[node].parent < kFirstRoot) wanted[paths_[node].parent] = true;
  }
  return nodes;
}

void ContextBuilder::AppendRow(ContextTree& tree, Node node, FunctionId function) const {
  tree.function.push_back(function);
  tree.end.push_back(0);
  tree.self.push_back(sums_[node].ticks);
  tree.samples.push_back(sums_[node].samples);
  tree.squares.push_back(sums_[node].squares);
  tree.calls.push_back(sums_[node].calls);
}

// Renumbers the functions by name, sorts the nodes by function and then by parent, and writes the tree in preorder
// using an explicit stack, since untrusted input can nest calls too deeply for recursion.
BuiltContexts ContextBuilder::Build(std::size_t event, const NamedFunctions& names) const {
  std::vector<Node> nodes = NodesOf(event);
  std::vector<bool> used(names.size());
  for (Node node : nodes) used[paths_[node].function.value] = true;
  SortedFunctions order = SortFunctions(names, used);
  const auto function_of = [&](Node node) { return order.id_of[paths_[node].function.value]; };
  const auto function_at = [&](std::size_t i) { return function_of(nodes[i]).value; };
  const auto node_at = [&](std::size_t i) { return nodes[i]; };
  nodes =
      PlaceByNumber(nodes.size(), CountByNumber(order.table.size(), nodes.size(), function_at), function_at, node_at);
  // A stable counting sort by parent keeps the order of functions within each group. Top-level nodes are sorted as if
  // their parent were the node after the last one.
  const auto parent_of = [&](std::size_t i) { return std::min<std::size_t>(paths_[nodes[i]].parent, paths_.size()); };
  const std::vector<std::uint32_t> first = CountByNumber(paths_.size() + 1, nodes.size(), parent_of);
  const std::vector<Node> children = PlaceByNumber(nodes.size(), first, parent_of, node_at);
  BuiltContexts built{std::move(order.table), {}};
  ContextTree& tree = built.contexts;
  const Event sums = event < of_event_.size() ? of_event_[event] : Event();
  tree.stackless = sums.stackless.ticks;
  tree.stackless_samples = sums.stackless.samples;
  struct Open {
    std::size_t row;           // row of the tree; meaningless for the top level
    std::uint32_t next, last;  // indices into `children`
  };
  std::vector<Open> open{{0, first[paths_.size()], first[paths_.size() + 1]}};
  while (!open.empty()) {
    if (open.back().next == open.back().last) {
      if (open.size() > 1) tree.end[open.back().row] = static_cast<std::uint32_t>(tree.size());
      open.pop_back();
      continue;
    }
    const Node node = children[open.back().next++];
    open.push_back({tree.size(), first[node], first[node + 1]});
    AppendRow(tree, node, function_of(node));
  }
  // An array is empty if its values are unknown (ContextTree). For example, a file that contains only ticks has no
  // counts of samples.
  const bool has_samples = std::ranges::any_of(tree.samples, [](std::uint64_t count) { return count != 0; });
  if (!has_samples && tree.stackless_samples == 0) tree.samples.clear();
  if (!sums.is_uneven || tree.samples.empty()) tree.squares.clear();
  if (!sums.has_calls) tree.calls.clear();
  return built;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Trees of contexts, as their samples come: in any order, of several events at a time.
// Tests: tests/unit/values/context_builder_test.cpp.
#ifndef PROFDIFF_VALUES_CONTEXT_BUILDER_H_
#define PROFDIFF_VALUES_CONTEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/functions.h"
#include "values/named_functions.h"

namespace profdiff {

// A table of some functions, and the tree that is about them.
struct BuiltContexts {
  FunctionTable functions;
  ContextTree contexts;
};

class ContextBuilder {
 public:
  using Node = std::uint32_t;
  static constexpr std::size_t kMostEvents = 4096;

  // What samples of a node come to.
  struct Sums {
    std::int64_t ticks = 0;
    std::uint64_t samples = 0;
    double squares = 0;
  };

  // Above the top level; samples without a stack are its own.
  static constexpr Node Root(std::size_t event) { return kFirstRoot + static_cast<Node>(event); }

  // The node of a function called from another one. False where there are more nodes than ids.
  [[nodiscard]] bool Child(Node parent, FunctionId function, Node& child);

  // Adds samples that weigh the same, or none but their ticks. False where an event's ticks pass what 63 bits hold.
  [[nodiscard]] bool Add(Node node, std::int64_t ticks, std::uint64_t samples = 1);
  // Adds samples of different weights. False as Add.
  [[nodiscard]] bool AddUneven(Node node, const Sums& sums);

  // The tree of an event, without paths that have no samples; its functions by name and image.
  BuiltContexts Build(std::size_t event, const NamedFunctions& names) const;

  // Of samples that were counted in larger steps than 1: makes the counts of an event that many times smaller.
  void DivideSamples(std::size_t event, std::uint64_t divisor);

 private:
  static constexpr Node kFirstRoot = 0xffffffff - kMostEvents;

  struct Path {
    Node parent;
    FunctionId function;
  };
  struct Event {
    Sums stackless;
    std::uint64_t size = 0;        // of all ticks, without their signs
    std::optional<double> weight;  // of the first sample
    bool is_uneven = false;        // another sample weighs something else
  };
  // Nodes of a tree, those of one parent together and by function.
  struct Children {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> first;  // by parent; the top level comes behind all nodes
  };

  [[nodiscard]] bool AddTo(Event& event, Node node, const Sums& sums);
  Event& EventOf(Node node);
  std::vector<Node> NodesOf(std::size_t event) const;
  Children SortByParent(const std::vector<Node>& nodes) const;
  void AppendRow(ContextTree& tree, Node node, FunctionId function) const;

  NumberSet nodes_;
  std::vector<Path> paths_;            // by node: a parent comes before its children
  std::vector<Sums> sums_;             // by node
  std::vector<std::uint16_t> events_;  // by node
  std::vector<Event> of_event_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CONTEXT_BUILDER_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Builds context trees from samples in any order, for several events at once.
// Tests: tests/unit/values/context_builder_test.cpp.
#ifndef PROFDIFF_VALUES_CONTEXT_BUILDER_H_
#define PROFDIFF_VALUES_CONTEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/image.h"
#include "values/named_functions.h"

namespace profdiff {

// A tree and the table of its functions.
struct BuiltContexts {
  FunctionTable functions;
  ContextTree contexts;
};

class ContextBuilder {
 public:
  using Node = std::uint32_t;
  static constexpr std::size_t kMostEvents = 4096;

  // The sums over the samples of a node.
  struct Sums {
    std::int64_t ticks = 0;
    std::uint64_t samples = 0;
    double squares = 0;
    std::uint64_t calls = 0;
  };

  // Returns the node of an event that is the parent of its top-level nodes, and that has the samples without a stack.
  static constexpr Node Root(std::size_t event) { return kFirstRoot + static_cast<Node>(event); }

  // Finds or adds the node of a function below `parent`. Returns false if there are more nodes than ids.
  [[nodiscard]] bool Child(Node parent, FunctionId function, Node& child);

  // Adds samples of equal weight, or ticks without samples. Returns false if an event's ticks exceed 63 bits.
  [[nodiscard]] bool Add(Node node, std::int64_t ticks, std::uint64_t samples = 1);
  // Adds samples of different weights. Returns false if an event's ticks exceed 63 bits.
  [[nodiscard]] bool AddUneven(Node node, const Sums& sums);

  // Adds calls of a node's function on the node's path; the event's tree then has calls. Returns false if their number
  // exceeds 64 bits.
  [[nodiscard]] bool AddCalls(Node node, std::uint64_t calls);

  // Returns the tree of an event. Paths without samples and calls are omitted. The tree's functions are sorted by name
  // and image.
  BuiltContexts Build(std::size_t event, const NamedFunctions& names) const;

 private:
  static constexpr Node kFirstRoot = 0xffffffff - kMostEvents;

  struct Path {
    Node parent;
    FunctionId function;
  };
  struct Event {
    Sums stackless;
    std::uint64_t size = 0;        // sum of the ticks' absolute values
    std::optional<double> weight;  // weight of the first sample
    bool is_uneven = false;        // true if at least two samples have different weights
    bool has_calls = false;
  };

  [[nodiscard]] bool AddTo(Event& event, Node node, const Sums& sums);
  Event& EventOf(Node node);
  std::vector<Node> NodesOf(std::size_t event) const;
  void AppendRow(ContextTree& tree, Node node, FunctionId function) const;

  NumberSet nodes_;
  std::vector<Path> paths_;            // by node: a parent comes before its children
  std::vector<Sums> sums_;             // by node
  std::vector<std::uint16_t> events_;  // by node
  std::vector<Event> of_event_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CONTEXT_BUILDER_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The first half of the layout: rows of boxes and the order within rows, without coordinates.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_ROWS_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "report/graph/graph_layout.h"

namespace profdiff {

inline constexpr double kBoxGap = 24;  // pixels between neighbouring boxes in a row
inline constexpr double kRowGap = 28;  // pixels between rows of one layer

using LayoutNode = std::uint32_t;  // index in the list of boxes
using LayoutRow = std::vector<LayoutNode>;

// The callers of each node, or the callees of each node, in one array.
class LayoutNeighbours {
 public:
  // Adds the node `listed` of each arc to the list of the arc's node `owner`. For example, {&LayoutArc::callee,
  // &LayoutArc::caller} lists the callers of each callee.
  LayoutNeighbours(std::size_t nodes, const std::vector<LayoutArc>& arcs, LayoutNode LayoutArc::*owner,
                   LayoutNode LayoutArc::*listed);

  std::span<const LayoutNode> Of(LayoutNode node) const {
    return {listed_.data() + first_[node], listed_.data() + first_[node + std::size_t{1}]};
  }

 private:
  // For each node: the index of its first neighbour in listed_; one more element for the end.
  std::vector<std::uint32_t> first_;
  std::vector<LayoutNode> listed_;
};

// Returns the mean value of a node's neighbours, or the node's own value if there are none. Neighbours in the same
// layer (in a cycle) are ignored, because they are placed together with the node.
template <class ValueOf>
double MeanOfNeighbours(LayoutNode node, const LayoutNeighbours& neighbours, const std::vector<std::size_t>& layer_of,
                        ValueOf value_of) {
  double sum = 0;
  std::size_t count = 0;
  for (LayoutNode other : neighbours.Of(node)) {
    if (layer_of[other] == layer_of[node]) continue;
    sum += value_of(other);
    ++count;
  }
  return count == 0 ? value_of(node) : sum / static_cast<double>(count);
}

// Rows from top to bottom, each from left to right. Every node is in exactly one row.
struct LayoutRows {
  std::vector<LayoutRow> rows;
  std::vector<std::size_t> layer_of_row;
  std::vector<std::size_t> layer_of_node;
};

// Returns layers by call depth. Layers are ordered so that few lines cross, and divided into rows that fit the picture.
LayoutRows ArrangeRows(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs,
                       const LayoutNeighbours& callers, const LayoutNeighbours& callees);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_ROWS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates for a picture of a call graph, with callers above callees.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_H_

#include <cstdint>
#include <vector>

namespace profdiff {

// The size of a box in pixels.
struct LayoutBox {
  double width = 0;
  double height = 0;
};

// An arc from caller to callee, which are indices in the list of boxes.
struct LayoutArc {
  std::uint32_t caller = 0;
  std::uint32_t callee = 0;
};

// The centre of a box, or another point of the picture, in pixels. y grows downwards.
struct LayoutPoint {
  double x = 0;
  double y = 0;

  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

// Places boxes in layers by call depth, without overlap; members of a cycle share a layer. A layer that is too wide for
// the picture is divided into several rows. Boxes without arcs come last, in the given order. Arcs must be distinct.
// Returns the centres of the boxes; the picture's upper left corner is near (0, 0), and coordinates are whole numbers.
// Cost: linear except for the sorting within layers. No recursion.
std::vector<LayoutPoint> LayOutGraph(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_LAYOUT_H_

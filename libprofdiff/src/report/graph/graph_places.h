// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates of the nodes and edges of a drawn call graph, for graph files and for pages.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_PLACES_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_PLACES_H_

#include <vector>

#include "report/graph/gml_graph.h"
#include "report/graph/gml_style.h"
#include "report/graph/graph_layout.h"
#include "report/graph/graph_routes.h"

namespace profdiff {

// Centres of nodes and bends of edges, in the order of the graph.
struct GraphPlaces {
  std::vector<LayoutPoint> nodes;
  std::vector<LayoutBends> edges;
};

inline GraphPlaces PlaceGraph(const GmlGraph& graph, const GmlLook& look) {
  std::vector<LayoutBox> boxes;
  for (const GmlNodeLook& node : look.nodes) boxes.push_back({node.width, node.height});
  std::vector<LayoutArc> arcs;
  for (const GmlEdge& edge : graph.edges) arcs.push_back({edge.source, edge.target});
  GraphPlaces places{LayOutGraph(boxes, arcs), {}};
  places.edges = RouteArcs(boxes, places.nodes, arcs);
  return places;
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_PLACES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Lines between boxes in rows. They pass through gaps of the rows between these boxes, never behind other boxes.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

#include <vector>

#include "report/graph/graph_layout.h"

namespace profdiff {

// The points at which a line bends, from the caller to the callee, without the two centres; empty for a straight line.
using LayoutBends = std::vector<LayoutPoint>;

// Routes arcs. `points` must be the result of LayOutGraph for these boxes and arcs. Returns one list per arc. Cost:
// linear in arcs and in the rows that they pass, apart from searches within rows. If the lines would pass more than a
// million rows in total, the lines that pass the most rows go around the picture. No recursion.
std::vector<LayoutBends> RouteArcs(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
                                   const std::vector<LayoutArc>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Lines between boxes in rows. A line passes the rows between its two boxes through gaps, never behind other boxes.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

#include <vector>

#include "report/graph/graph_layout.h"

namespace profdiff {

// The points at which a line bends, from the caller to the callee, without the centres of the two boxes; empty for a
// straight line.
using LayoutBends = std::vector<LayoutPoint>;

// Routes arcs. `points` must be the result of LayOutGraph for these boxes and arcs. Returns the bends of each arc.
// Cost: linear in the number of arcs and of rows that they cross, apart from searches within rows. If the lines would
// cross more than about a million rows in total, those that cross the most rows go around the picture. No recursion.
std::vector<LayoutBends> RouteArcs(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
                                   const std::vector<LayoutArc>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

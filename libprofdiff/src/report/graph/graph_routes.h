// SPDX-License-Identifier: GPL-3.0-or-later
// Lines between boxes in rows: they pass through the gaps of the rows between, never behind other boxes.
#ifndef PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_
#define PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

#include <vector>

#include "report/graph/graph_layout.h"

namespace profdiff {

// Where a line bends, from the caller's centre to the callee's and without both; empty for a straight line.
using LayoutBends = std::vector<LayoutPoint>;

// `points` as LayOutGraph returns them for these boxes and arcs.
// Shape: one list per arc.
// Cost: linear in arcs and in the rows that they pass, but for searches within rows. Where that would be more than some
// million, the lines that pass most rows go round the picture. No recursion.
std::vector<LayoutBends> RouteArcs(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
                                   const std::vector<LayoutArc>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GRAPH_ROUTES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Routes the lines of arcs around boxes. A line starts at its caller's box, passes each row on its way through a gap
// between boxes, and ends at its callee's box. Within these passages it is pulled taut (the funnel algorithm of Lee and
// Preparata 1984), so it bends only where necessary. Lines that share a gap have separate lanes in it. All distances
// are in pixels.
//
// Tests: tests/unit/report/graph/graph_routes_test.cpp.
#include "report/graph/graph_routes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace profdiff {
namespace {

constexpr double kMargin = 3;  // distance between a box and the nearest line beside it
constexpr double kLane = 6;    // distance between lines that share a gap, if there is room
// Width of the gaps to the left of the first box of a row and to the right of the last one.
constexpr double kFar = 1e7;
// Detour in pixels that a line takes to avoid another line in a gap.
constexpr double kDetourPerLine = 6;
// In a gap of this width, each line costs kDetourPerLine; in a gap twice as wide, half as much.
constexpr double kReferenceGap = 24;
// Distance from a row to the first line below it, and from each line to the next.
constexpr double kBelowRow = 7, kNextLine = 4;
constexpr std::size_t kLinesAlong = 4;  // number of values of y for lines below a row; further lines reuse them
constexpr std::size_t kMostPassages = 1000000;

double RoundPlace(double value) { return std::round(value * 10) / 10; }

// A horizontal passage at height y, between two values of x.
struct Portal {
  double y, low, high;
};

// Returns the shortest line from `from` down to `to` through the portals, which are ordered by y. The search keeps the
// range of slopes of straight lines that pass through all portals so far. If the next portal is outside this range, the
// line must bend at the corner that limits the range on that side, and the search starts again from that corner.
LayoutBends PullTaut(LayoutPoint from, const std::vector<Portal>& portals, LayoutPoint to) {
  constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  LayoutBends bends;
  // The range of slopes of straight lines from `from` through all portals so far, and the portals that limit it.
  double low = -kNoLimit, high = kNoLimit;
  std::size_t low_portal = 0, high_portal = 0;
  for (std::size_t i = 0; i <= portals.size(); ++i) {
    const Portal portal = i < portals.size() ? portals[i] : Portal{to.y, to.x, to.x};
    const double down = portal.y - from.y;
    const double first = (portal.low - from.x) / down, last = (portal.high - from.x) / down;
    if (last < low || first > high) {
      i = last < low ? low_portal : high_portal;
      from = {last < low ? portals[i].low : portals[i].high, portals[i].y};
      bends.push_back({RoundPlace(from.x), RoundPlace(from.y)});
      low = -kNoLimit;
      high = kNoLimit;
      continue;
    }
    if (first > low) std::tie(low, low_portal) = std::pair(first, i);
    if (last < high) std::tie(high, high_portal) = std::pair(last, i);
  }
  return bends;
}

struct Row {
  double top = 0, bottom = 0;
  std::vector<std::uint32_t> nodes;  // from left to right
  std::size_t lines_along = 0;
  // For each gap: the number of lines that pass it. Gap i is to the left of node i.
  std::vector<std::uint32_t> lines;
};

// The place at which a line passes a gap of a row.
struct Passage {
  std::uint32_t row = 0, gap = 0;
  double wanted = 0;         // preferred x
  double low = 0, high = 0;  // bounds of x within which the line must stay
};

// The two ends of an arc: the upper and the lower box. `flipped` is true if the upper box is the callee.
struct RouteEnds {
  std::uint32_t upper, lower;
  bool flipped;
};

class Router {
 public:
  Router(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
         const std::vector<LayoutArc>& arcs)
      : boxes_(boxes), points_(points), arcs_(arcs), row_of_(boxes.size()), place_(boxes.size()) {}

  std::vector<LayoutBends> Run() {
    FindRows();
    most_rows_ = kMostPassages / std::max<std::size_t>(arcs_.size(), 1);
    for (std::size_t i = 0; i < arcs_.size(); ++i) ChooseGaps(i);
    AssignLanes();
    std::vector<LayoutBends> routes;
    routes.reserve(arcs_.size());
    for (std::size_t i = 0; i < arcs_.size(); ++i) routes.push_back(Route(i));
    return routes;
  }

 private:
  double Left(std::uint32_t node) const { return points_[node].x - boxes_[node].width / 2; }
  double Right(std::uint32_t node) const { return points_[node].x + boxes_[node].width / 2; }
  void FindRows();
  RouteEnds EndsOf(std::size_t arc) const;
  std::size_t RowsBetween(const RouteEnds& ends) const;
  std::pair<double, double> Gap(const Row& row, std::uint32_t gap) const;
  std::uint32_t NearestGap(const Row& row, double x) const;
  void ChooseGaps(std::size_t arc);
  void AssignLanes();
  void ShareGap(const std::vector<std::size_t>& passages);
  LayoutBends Route(std::size_t arc);
  LayoutBends RouteThrough(const RouteEnds& ends, std::size_t arc);
  LayoutBends RouteAlong(const RouteEnds& ends);
  LayoutBends RouteRound(const RouteEnds& ends);

  const std::vector<LayoutBox>& boxes_;
  const std::vector<LayoutPoint>& points_;
  const std::vector<LayoutArc>& arcs_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> row_of_;  // by node
  std::vector<std::uint32_t> place_;   // index of each node within its row
  double left_ = 0, right_ = 0;        // x of the picture's left and right edge
  // Maximum number of rows that a line may cross through gaps between boxes.
  std::size_t most_rows_ = 0;
  std::size_t lines_round_ = 0;
  std::vector<Passage> passages_;  // passages of each arc, from top to bottom, arc after arc
  // For each arc: index of its first element in passages_; one more element for the end.
  std::vector<std::size_t> first_passage_;
};

// Finds the rows of boxes. LayOutGraph guarantees that boxes in one row have the same y, and that rows do not overlap.
void Router::FindRows() {
  std::vector<std::uint32_t> order(boxes_.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(points_[a].y, points_[a].x) < std::pair(points_[b].y, points_[b].x);
  });
  for (const std::uint32_t node : order) {
    const double y = points_[node].y, half = boxes_[node].height / 2;
    if (rows_.empty() || points_[rows_.back().nodes.front()].y != y) rows_.push_back({y - half, y + half, {}, 0, {}});
    Row& row = rows_.back();
    row.top = std::min(row.top, y - half);
    row.bottom = std::max(row.bottom, y + half);
    row_of_[node] = static_cast<std::uint32_t>(rows_.size() - 1);
    place_[node] = static_cast<std::uint32_t>(row.nodes.size());
    row.nodes.push_back(node);
    left_ = std::min(left_, Left(node));
    right_ = std::max(right_, Right(node));
  }
  for (Row& row : rows_) row.lines.resize(row.nodes.size() + 1);
}

RouteEnds Router::EndsOf(std::size_t arc) const {
  const auto [caller, callee] = arcs_[arc];
  if (row_of_[caller] <= row_of_[callee]) return {caller, callee, false};
  return {callee, caller, true};
}

std::size_t Router::RowsBetween(const RouteEnds& ends) const {
  const std::uint32_t rows = row_of_[ends.lower] - row_of_[ends.upper];
  return rows == 0 ? 0 : rows - 1;
}

// Returns the smallest and the largest x of a gap that lines may use.
std::pair<double, double> Router::Gap(const Row& row, std::uint32_t gap) const {
  return {gap == 0 ? left_ - kFar : Right(row.nodes[gap - 1]) + kMargin,
          gap == row.nodes.size() ? right_ + kFar : Left(row.nodes[gap]) - kMargin};
}

// Returns the gap with the least cost. The cost is the gap's distance from x plus a penalty for lines that already use
// the gap. Only the five gaps around x are examined, so that the time for all lines is linear. No gap has boxes, so
// this limit can crowd lines, but never makes them cross a box.
std::uint32_t Router::NearestGap(const Row& row, double x) const {
  const auto next =
      std::partition_point(row.nodes.begin(), row.nodes.end(), [&](std::uint32_t node) { return points_[node].x < x; });
  const auto middle = static_cast<std::uint32_t>(next - row.nodes.begin());
  const std::uint32_t from = middle < 2 ? 0 : middle - 2;
  const std::uint32_t to = std::min<std::uint32_t>(middle + 2, static_cast<std::uint32_t>(row.nodes.size()));
  std::uint32_t best = middle;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t gap = from; gap <= to; ++gap) {
    const auto [low, high] = Gap(row, gap);
    const double room = std::max(high - low + 2 * kMargin, 1.0) / kReferenceGap;
    const double cost = std::abs(std::clamp(x, low, high) - x) + kDetourPerLine * row.lines[gap] / room;
    if (cost < least) std::tie(least, best) = std::pair(cost, gap);
  }
  return best;
}

// Chooses the gaps of a line, row by row from top to bottom. The preferred x in a row lies on the straight line from
// the previous gap to the lower box.
void Router::ChooseGaps(std::size_t arc) {
  first_passage_.push_back(passages_.size());
  const RouteEnds ends = EndsOf(arc);
  if (RowsBetween(ends) > most_rows_) return;
  LayoutPoint at = points_[ends.upper];
  const LayoutPoint to = points_[ends.lower];
  for (std::uint32_t i = row_of_[ends.upper] + 1; i < row_of_[ends.lower]; ++i) {
    Row& row = rows_[i];
    const double y = (row.top + row.bottom) / 2;
    const double wanted = at.x + (to.x - at.x) * (y - at.y) / (to.y - at.y);
    const std::uint32_t gap = NearestGap(row, wanted);
    const auto [low, high] = Gap(row, gap);
    passages_.push_back({i, gap, wanted, 0, 0});
    ++row.lines[gap];
    at = {std::clamp(wanted, low, high), y};
  }
}

// Sorts the lines in each gap by their preferred x, so that they do not cross within the gap.
void Router::AssignLanes() {
  first_passage_.push_back(passages_.size());
  std::vector<std::size_t> order(passages_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::tie(passages_[i].row, passages_[i].gap, passages_[i].wanted); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<std::size_t> shared;
  for (std::size_t i = 0; i < order.size(); ++i) {
    shared.push_back(order[i]);
    const Passage& passage = passages_[order[i]];
    const bool is_last = i + 1 == order.size() || passages_[order[i + 1]].row != passage.row ||
                         passages_[order[i + 1]].gap != passage.gap;
    if (!is_last) continue;
    ShareGap(shared);
    shared.clear();
  }
}

// Each line may use the whole gap, except for the lanes of the lines to its left and right. The lines therefore keep
// their order, but a taut line still has room to choose its x.
void Router::ShareGap(const std::vector<std::size_t>& passages) {
  const Passage& any = passages_[passages.front()];
  const auto [low, high] = Gap(rows_[any.row], any.gap);
  const auto count = static_cast<double>(passages.size());
  const double lane = std::min(kLane, (high - low) / (count + 1));
  double before = 1;
  for (const std::size_t passage : passages) {
    passages_[passage].low = low + lane * before;
    passages_[passage].high = high - lane * (count + 1 - before);
    ++before;
  }
}

LayoutBends Router::Route(std::size_t arc) {
  const RouteEnds ends = EndsOf(arc);
  if (ends.upper == ends.lower) return {};
  LayoutBends bends;
  if (row_of_[ends.upper] == row_of_[ends.lower]) {
    bends = RouteAlong(ends);
  } else {
    bends = RowsBetween(ends) > most_rows_ ? RouteRound(ends) : RouteThrough(ends, arc);
  }
  if (ends.flipped) std::reverse(bends.begin(), bends.end());
  return bends;
}

// Routes a line through its portals: the lower edge of the upper box, each gap at the top and the bottom of its row,
// and the upper edge of the lower box.
LayoutBends Router::RouteThrough(const RouteEnds& ends, std::size_t arc) {
  std::vector<Portal> portals;
  portals.push_back({rows_[row_of_[ends.upper]].bottom, Left(ends.upper) + kMargin, Right(ends.upper) - kMargin});
  for (std::size_t i = first_passage_[arc]; i < first_passage_[arc + 1]; ++i) {
    const Passage& passage = passages_[i];
    portals.push_back({rows_[passage.row].top, passage.low, passage.high});
    portals.push_back({rows_[passage.row].bottom, passage.low, passage.high});
  }
  portals.push_back({rows_[row_of_[ends.lower]].top, Left(ends.lower) + kMargin, Right(ends.lower) - kMargin});
  return PullTaut(points_[ends.upper], portals, points_[ends.lower]);
}

// Routes a line between boxes in one row. Neighbours are connected by a straight line, other boxes by a line below the
// row.
LayoutBends Router::RouteAlong(const RouteEnds& ends) {
  const auto [first, last] = std::minmax(place_[ends.upper], place_[ends.lower]);
  if (last - first == 1) return {};
  Row& row = rows_[row_of_[ends.upper]];
  const double y = row.bottom + kBelowRow + kNextLine * static_cast<double>(row.lines_along++ % kLinesAlong);
  return {{points_[ends.upper].x, y}, {points_[ends.lower].x, y}};
}

// Routes a line around the picture: below the upper row to the nearer side, down, and back above the lower row. Used
// for lines that would cross more than most_rows_ rows.
LayoutBends Router::RouteRound(const RouteEnds& ends) {
  constexpr std::size_t kLinesBeside = 30;
  const LayoutPoint from = points_[ends.upper], to = points_[ends.lower];
  const double out = kLane * static_cast<double>(1 + lines_round_++ % kLinesBeside);
  const double x = from.x + to.x < left_ + right_ ? left_ - out : right_ + out;
  const double below = rows_[row_of_[ends.upper]].bottom + kBelowRow,
               above = rows_[row_of_[ends.lower]].top - kBelowRow;
  return {{from.x, below}, {x, below}, {x, above}, {to.x, above}};
}

}  // namespace

std::vector<LayoutBends> RouteArcs(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
                                   const std::vector<LayoutArc>& arcs) {
  return Router(boxes, points, arcs).Run();
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Computes coordinates for rows of boxes. x minimises the squared distances to the neighbours, subject to minimum
// distances; y is assigned row by row; then boxes move away from lines that would pass behind them. The output contains
// the coordinates and must not depend on the machine. Therefore, only + - * / and sqrt are used, whose results IEEE 754
// defines exactly.
//
// Tests: tests/unit/report/graph/gml_layout_test.cpp.
#include "report/graph/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "report/graph/graph_layout_rows.h"

namespace profdiff {
namespace {

constexpr double kMinLayerGap = 60;
constexpr double kMaxLayerGap = 260;
constexpr int kPlaceSweeps = 6;
constexpr double kLineMargin = 12;  // distance in pixels between a box and a line beside it
constexpr int kAvoidSweeps = 4;
// Maximum number of pairs of a box and a line through its row. If there are more, boxes do not move away from lines.
constexpr std::size_t kMaxPairs = 2000000;
// Weight of a box that moves away from a line. Other boxes have weight 1.
constexpr double kAvoidWeight = 50;

// The preferred x of a node, and the weight of the squared distance from that x in the sum that is minimised.
struct Wish {
  double x = 0;
  double weight = 1;
};

class Placer {
 public:
  Placer(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs)
      : boxes_(boxes),
        arcs_(arcs),
        callers_(boxes.size(), arcs, &LayoutArc::callee, &LayoutArc::caller),
        callees_(boxes.size(), arcs, &LayoutArc::caller, &LayoutArc::callee),
        rows_(ArrangeRows(boxes, arcs, callers_, callees_)),
        points_(boxes.size()) {}

  std::vector<LayoutPoint> Run() {
    for (const LayoutRow& row : rows_.rows) CentreRow(row);
    PlaceHorizontally();
    PlaceVertically();
    AvoidLines();
    MoveToOrigin();
    return std::move(points_);
  }

 private:
  double Distance(LayoutNode left, LayoutNode right) const;
  void CentreRow(const LayoutRow& row);
  void PlaceHorizontally();
  void PullRow(const LayoutRow& row, const LayoutNeighbours& neighbours);
  template <class WishOf>
  void PlaceRow(const LayoutRow& row, WishOf wish_of);
  void PlaceVertically();
  bool FindPassings();
  void AvoidLines();
  Wish WishBesideLines(LayoutNode node, const std::vector<std::size_t>& passing) const;
  std::pair<double, double> Passage(const LayoutArc& arc, LayoutNode node) const;
  void MoveToOrigin();

  const std::vector<LayoutBox>& boxes_;
  const std::vector<LayoutArc>& arcs_;
  LayoutNeighbours callers_, callees_;
  LayoutRows rows_;
  std::vector<LayoutPoint> points_;
  // For each row: indices of the arcs that begin above the row and end below it, or the reverse.
  std::vector<std::vector<std::size_t>> passings_;
};

double Placer::Distance(LayoutNode left, LayoutNode right) const {
  return (boxes_[left].width + boxes_[right].width) / 2 + kBoxGap;
}

// Sets the initial positions: the boxes of a row are packed and centred at x = 0.
void Placer::CentreRow(const LayoutRow& row) {
  double x = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) x += Distance(row[i - 1], row[i]);
    points_[row[i]].x = x;
  }
  for (LayoutNode node : row) points_[node].x -= x / 2;
}

// Sweeps in alternate directions: from bottom to top, each row moves towards its callees; from top to bottom, towards
// its callers.
void Placer::PlaceHorizontally() {
  for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
    if (sweep % 2 == 0) {
      for (std::size_t i = rows_.rows.size(); i-- > 0;) PullRow(rows_.rows[i], callees_);
    } else {
      for (const LayoutRow& row : rows_.rows) PullRow(row, callers_);
    }
  }
}

// Moves the nodes of a row towards their `neighbours`, which are callers or callees.
void Placer::PullRow(const LayoutRow& row, const LayoutNeighbours& neighbours) {
  const auto x_of = [&](LayoutNode node) { return points_[node].x; };
  PlaceRow(row, [&](LayoutNode node) {
    return Wish{MeanOfNeighbours(node, neighbours, rows_.layer_of_node, x_of), 1};
  });
}

// Places the nodes of a row as close to their preferred positions as their order and minimum distances allow. Let
// offset[i] be the distance of node i from the first node if the boxes are packed. The weighted sum of (y[i] - (wish[i]
// - offset[i]))^2 is minimised over non-decreasing y; then x[i] = y[i] + offset[i]. This is isotonic regression, solved
// in linear time by pooling adjacent violators (Ayer et al. 1955).
template <class WishOf>
void Placer::PlaceRow(const LayoutRow& row, WishOf wish_of) {
  struct Block {
    double sum, weight;
    std::size_t count;
    double Mean() const { return sum / weight; }
  };
  std::vector<double> offset(row.size());  // distance from the row's first node if the boxes are packed
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < row.size(); ++i) {
    offset[i] = i == 0 ? 0 : offset[i - 1] + Distance(row[i - 1], row[i]);
    const Wish wish = wish_of(row[i]);
    blocks.push_back({(wish.x - offset[i]) * wish.weight, wish.weight, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].Mean() > blocks.back().Mean()) {
      Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().weight += last.weight;
      blocks.back().count += last.count;
    }
  }
  std::size_t i = 0;
  for (const Block& block : blocks) {
    for (std::size_t end = i + block.count; i < end; ++i) points_[row[i]].x = block.Mean() + offset[i];
  }
}

// Sets y, row by row. Wider pictures get larger gaps between layers, so that lines stay steep enough to follow.
void Placer::PlaceVertically() {
  auto by_x = [](const LayoutPoint& a, const LayoutPoint& b) { return a.x < b.x; };
  auto [left, right] = std::minmax_element(points_.begin(), points_.end(), by_x);
  double width = points_.empty() ? 0 : right->x - left->x;
  double layer_gap = std::clamp(width / 20, kMinLayerGap, kMaxLayerGap);
  double y = 0;
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    if (i > 0) y += rows_.layer_of_row[i] == rows_.layer_of_row[i - 1] ? kRowGap : layer_gap;
    double height = 0;
    for (LayoutNode node : rows_.rows[i]) height = std::max(height, boxes_[node].height);
    for (LayoutNode node : rows_.rows[i]) points_[node].y = std::round(y + height / 2);
    y += height;
  }
}

// Lists the arcs that pass each row. Returns false if there would be more than kMaxPairs pairs of a box and a line.
bool Placer::FindPassings() {
  std::vector<std::size_t> row_of(boxes_.size());
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    for (LayoutNode node : rows_.rows[i]) row_of[node] = i;
  }
  passings_.resize(rows_.rows.size());
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < arcs_.size(); ++i) {
    auto [first, last] = std::minmax(row_of[arcs_[i].caller], row_of[arcs_[i].callee]);
    for (std::size_t row = first + 1; row < last; ++row) {
      pairs += rows_.rows[row].size();
      if (pairs > kMaxPairs) return false;
      passings_[row].push_back(i);
    }
  }
  return true;
}

// Moves boxes away from lines that pass behind them, if their row has room. A line behind a box would seem to end at
// the box: if a calls b and c, and b calls c, the arc from a to c could be drawn behind b.
void Placer::AvoidLines() {
  if (!FindPassings()) return;
  for (int sweep = 0; sweep < kAvoidSweeps; ++sweep) {
    for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
      if (passings_[i].empty()) continue;
      PlaceRow(rows_.rows[i], [&](LayoutNode node) { return WishBesideLines(node, passings_[i]); });
    }
  }
}

// Returns the nearest position at which a box is to the left or right of all lines that pass behind it. Returns the
// box's own position if there are no such lines, or if the distance between the outermost lines exceeds the box's
// width: a moved box would then only hit other lines.
Wish Placer::WishBesideLines(LayoutNode node, const std::vector<std::size_t>& passing) const {
  double x = points_[node].x, reach = boxes_[node].width / 2 + kLineMargin;
  double low = x + reach, high = x - reach;
  for (std::size_t arc : passing) {
    auto [left, right] = Passage(arcs_[arc], node);
    if (right <= x - reach || left >= x + reach) continue;
    low = std::min(low, left);
    high = std::max(high, right);
  }
  bool is_hit = low < x + reach;
  if (!is_hit || high - low > boxes_[node].width) return {x, 1};
  bool goes_right = high + reach - x < x - (low - reach);
  return {goes_right ? high + reach : low - reach, kAvoidWeight};
}

// Returns the smallest and the largest x of a line between the upper and lower edges of a box.
std::pair<double, double> Placer::Passage(const LayoutArc& arc, LayoutNode node) const {
  const LayoutPoint& from = points_[arc.caller];
  const LayoutPoint& to = points_[arc.callee];
  double slope = (to.x - from.x) / (to.y - from.y);
  double middle = from.x + (points_[node].y - from.y) * slope;
  double half = std::abs(slope) * boxes_[node].height / 2;
  return {middle - half, middle + half};
}

void Placer::MoveToOrigin() {
  double left = 0;
  for (LayoutNode node = 0; node < boxes_.size(); ++node) {
    double edge = points_[node].x - boxes_[node].width / 2;
    left = node == 0 ? edge : std::min(left, edge);
  }
  for (LayoutPoint& point : points_) point.x = std::round(point.x - left);
}

}  // namespace

std::vector<LayoutPoint> LayOutGraph(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs) {
  return Placer(boxes, arcs).Run();
}

}  // namespace profdiff

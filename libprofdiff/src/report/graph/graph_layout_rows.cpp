// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns layers by the longest path through cycles and the functions outside them, and orders each layer by barycentre
// sweeps, after Sugiyama, Tagawa and Toda (1981). Unlike in that paper, long lines get no dummy nodes, so the cost is
// linear apart from sorting; graph_routes.cpp routes lines around boxes afterwards.
//
// Tests: tests/unit/report/graph/gml_layout_test.cpp.
#include "report/graph/graph_layout_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index_by_end.h"
#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

constexpr double kMinPictureWidth = 1200;
constexpr int kOrderSweeps = 6;

class Arranger {
 public:
  Arranger(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs, const LayoutNeighbours& callers,
           const LayoutNeighbours& callees)
      : boxes_(boxes),
        arcs_(arcs),
        callers_(callers),
        callees_(callees),
        layer_of_(boxes.size()),
        position_(boxes.size()) {}

  LayoutRows Run() {
    AssignLayers();
    CollectLayers();
    OrderLayers();
    picture_width_ = ChoosePictureWidth();
    for (std::size_t i = 0; i < layers_.size(); ++i) WrapLayer(i);
    WrapUnconnected();
    result_.layer_of_node = std::move(layer_of_);
    return std::move(result_);
  }

 private:
  bool IsConnected(LayoutNode node) const;
  std::vector<LayoutNode> CallersFirst(const std::vector<std::uint32_t>& component) const;
  void AssignLayers();
  void LowerRoots(const std::vector<std::uint32_t>& component);
  void CollectLayers();
  void Number(const LayoutRow& layer);
  void OrderLayers();
  void OrderLayer(LayoutRow& layer, const LayoutNeighbours& neighbours);
  double ChoosePictureWidth() const;
  double RowWidth(const LayoutRow& row) const;
  void WrapLayer(std::size_t index);
  void WrapUnconnected();
  void AddRow(LayoutRow row, std::size_t layer);

  const std::vector<LayoutBox>& boxes_;
  const std::vector<LayoutArc>& arcs_;
  const LayoutNeighbours& callers_;
  const LayoutNeighbours& callees_;
  std::vector<std::size_t> layer_of_;  // by node
  std::vector<LayoutRow> layers_;      // the connected nodes of each layer, from left to right
  LayoutRow unconnected_;              // nodes without arcs to or from other nodes
  std::vector<double> position_;       // position of each node within its layer, between 0 and 1
  double picture_width_ = 0;
  LayoutRows result_;
};

// True if a node has arcs to or from other nodes. Calls from a function to itself do not count.
bool Arranger::IsConnected(LayoutNode node) const {
  auto is_other = [node](LayoutNode neighbour) { return neighbour != node; };
  std::span<const LayoutNode> up = callers_.Of(node), down = callees_.Of(node);
  return std::any_of(up.begin(), up.end(), is_other) || std::any_of(down.begin(), down.end(), is_other);
}

// Returns all nodes, callers before callees. Components are numbered from callees to callers, so nodes are sorted by
// `component` in descending order.
std::vector<LayoutNode> Arranger::CallersFirst(const std::vector<std::uint32_t>& component) const {
  std::vector<LayoutNode> order(boxes_.size());
  std::iota(order.begin(), order.end(), LayoutNode{0});
  std::stable_sort(order.begin(), order.end(), [&](LayoutNode a, LayoutNode b) { return component[a] > component[b]; });
  return order;
}

// Puts each component (a cycle, or a function outside cycles) into the layer below its lowest caller (longest path).
// All members of a cycle are in one layer, so the arcs between components have no cycles.
void Arranger::AssignLayers() {
  std::vector<Arc> arcs;
  arcs.reserve(arcs_.size());
  for (const LayoutArc& arc : arcs_) arcs.push_back({FunctionId(arc.caller), FunctionId(arc.callee), 1});
  std::vector<std::uint32_t> component = FindCycles(boxes_.size(), arcs).number;

  std::vector<std::size_t> layer(boxes_.size() + 1);  // by number of the component
  for (LayoutNode caller : CallersFirst(component)) {
    for (LayoutNode callee : callees_.Of(caller)) {
      if (component[callee] == component[caller]) continue;
      layer[component[callee]] = std::max(layer[component[callee]], layer[component[caller]] + 1);
    }
  }
  for (LayoutNode node = 0; node < boxes_.size(); ++node) layer_of_[node] = layer[component[node]];
  LowerRoots(component);
}

// Moves functions and cycles without callers to the layer just above their highest callee. Lines get shorter, and
// callers stay above callees.
void Arranger::LowerRoots(const std::vector<std::uint32_t>& component) {
  constexpr std::size_t kNone = ~std::size_t{0};
  // Layer of the highest callee, by number of the component.
  std::vector<std::size_t> highest_callee(boxes_.size() + 1, kNone);
  std::vector<char> is_called(boxes_.size() + 1);
  for (const LayoutArc& arc : arcs_) {
    std::uint32_t from = component[arc.caller], to = component[arc.callee];
    if (from == to) continue;
    is_called[to] = 1;
    highest_callee[from] = std::min(highest_callee[from], layer_of_[arc.callee]);
  }
  for (LayoutNode node = 0; node < boxes_.size(); ++node) {
    std::uint32_t c = component[node];
    if (!is_called[c] && highest_callee[c] != kNone) layer_of_[node] = highest_callee[c] - 1;
  }
}

void Arranger::CollectLayers() {
  for (LayoutNode node = 0; node < boxes_.size(); ++node) {
    if (!IsConnected(node)) {
      unconnected_.push_back(node);
      continue;
    }
    if (layers_.size() <= layer_of_[node]) layers_.resize(layer_of_[node] + 1);
    layers_[layer_of_[node]].push_back(node);
  }
  for (const LayoutRow& layer : layers_) Number(layer);
}

// Sets positions within a layer. Positions are relative to the number of nodes in the layer, so that layers of
// different sizes can be compared.
void Arranger::Number(const LayoutRow& layer) {
  for (std::size_t i = 0; i < layer.size(); ++i) {
    position_[layer[i]] = (static_cast<double>(i) + 0.5) / static_cast<double>(layer.size());
  }
}

// Sweeps in alternate directions: downwards, layers are ordered by callers; upwards, by callees. A sweep need not
// reduce crossings, so the number of sweeps is fixed to bound the cost.
void Arranger::OrderLayers() {
  for (int sweep = 0; sweep < kOrderSweeps; ++sweep) {
    if (sweep % 2 == 0) {
      for (std::size_t i = 1; i < layers_.size(); ++i) OrderLayer(layers_[i], callers_);
    } else {
      for (std::size_t i = layers_.size(); i-- > 0;) OrderLayer(layers_[i], callees_);
    }
  }
}

// Sorts a layer by the mean position of each node's callers (or callees). A node without callers (or callees) in other
// layers keeps its position. The sort is stable, so ties do not depend on the library.
void Arranger::OrderLayer(LayoutRow& layer, const LayoutNeighbours& neighbours) {
  std::vector<std::pair<double, LayoutNode>> keyed;
  keyed.reserve(layer.size());
  for (LayoutNode node : layer) {
    const auto position = [&](LayoutNode other) { return position_[other]; };
    keyed.emplace_back(MeanOfNeighbours(node, neighbours, layer_of_, position), node);
  }
  std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(keyed.begin(), keyed.end(), layer.begin(), [](const auto& entry) { return entry.second; });
  Number(layer);
}

// Returns the width in pixels with which a picture of all boxes has the shape of a wide screen.
double Arranger::ChoosePictureWidth() const {
  double area = 0;
  for (const LayoutBox& box : boxes_) area += (box.width + kBoxGap) * (box.height + kRowGap);
  return std::max(kMinPictureWidth, std::sqrt(3 * area));
}

double Arranger::RowWidth(const LayoutRow& row) const {
  double width = 0;
  for (LayoutNode node : row) width += boxes_[node].width + kBoxGap;
  return width;
}

void Arranger::AddRow(LayoutRow row, std::size_t layer) {
  result_.rows.push_back(std::move(row));
  result_.layer_of_row.push_back(layer);
}

// Divides a layer that is too wide into several rows. Nodes are assigned to the rows in turn, so that each row keeps
// the order from left to right.
void Arranger::WrapLayer(std::size_t index) {
  const LayoutRow& layer = layers_[index];
  auto count = static_cast<std::size_t>(std::ceil(RowWidth(layer) / picture_width_));
  std::vector<LayoutRow> rows(std::clamp(count, std::size_t{1}, std::max(layer.size(), std::size_t{1})));
  for (std::size_t i = 0; i < layer.size(); ++i) rows[i % rows.size()].push_back(layer[i]);
  for (LayoutRow& row : rows) AddRow(std::move(row), index);
}

// Adds rows below all layers for the nodes that have no arcs. A new row begins when the previous one is full.
void Arranger::WrapUnconnected() {
  LayoutRow row;
  for (LayoutNode node : unconnected_) {
    if (!row.empty() && RowWidth(row) + boxes_[node].width > picture_width_) {
      AddRow(std::exchange(row, {}), layers_.size());
    }
    row.push_back(node);
  }
  if (!row.empty()) AddRow(std::move(row), layers_.size());
}

}  // namespace

LayoutNeighbours::LayoutNeighbours(std::size_t nodes, const std::vector<LayoutArc>& arcs, LayoutNode LayoutArc::*owner,
                                   LayoutNode LayoutArc::*listed) {
  const auto owner_of = [&](std::size_t i) { return arcs[i].*owner; };
  first_ = CountByNumber(nodes, arcs.size(), owner_of);
  listed_ = PlaceByNumber(arcs.size(), first_, owner_of, [&](std::size_t i) { return arcs[i].*listed; });
}

LayoutRows ArrangeRows(const std::vector<LayoutBox>& boxes, const std::vector<LayoutArc>& arcs,
                       const LayoutNeighbours& callers, const LayoutNeighbours& callees) {
  return Arranger(boxes, arcs, callers, callees).Run();
}

}  // namespace profdiff

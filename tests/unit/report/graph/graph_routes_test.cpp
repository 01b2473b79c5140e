// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no line between two functions passes behind the box of a third one.
#include "report/graph/graph_routes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <random>
#include <utility>
#include <vector>

namespace profdiff::graph_routes_test {
namespace {

std::vector<LayoutBox> RandomBoxes(std::size_t count, std::mt19937& random) {
  std::vector<LayoutBox> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    boxes.push_back({50.0 + static_cast<double>(random() % 300), 30.0 + static_cast<double>(random() % 100)});
  }
  return boxes;
}

// Returns random arcs: most lead downwards, some upwards, and a few from a node to itself.
std::vector<LayoutArc> RandomArcs(std::size_t nodes, std::size_t arcs, std::mt19937& random) {
  std::vector<LayoutArc> result;
  for (std::size_t i = 0; i < arcs; ++i) {
    auto a = static_cast<std::uint32_t>(random() % nodes), b = static_cast<std::uint32_t>(random() % nodes);
    if (a > b && random() % 20 != 0) std::swap(a, b);
    result.push_back({a, b});
  }
  auto less = [](LayoutArc a, LayoutArc b) { return std::pair(a.caller, a.callee) < std::pair(b.caller, b.callee); };
  auto same = [](LayoutArc a, LayoutArc b) { return a.caller == b.caller && a.callee == b.callee; };
  std::sort(result.begin(), result.end(), less);
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

// True if a segment has a point inside a box. Clips the segment to the box by x, and then by y.
bool Passes(LayoutPoint from, LayoutPoint to, LayoutPoint centre, LayoutBox box) {
  double first = 0, last = 1;
  for (auto [start, step, middle, half] : {std::tuple(from.x, to.x - from.x, centre.x, box.width / 2),
                                           std::tuple(from.y, to.y - from.y, centre.y, box.height / 2)}) {
    if (step == 0) {
      if (std::abs(start - middle) >= half) return false;
      continue;
    }
    const double a = (middle - half - start) / step, b = (middle + half - start) / step;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first < last;
}

// Returns the number of arcs that pass behind a box that is neither their caller's nor their callee's.
std::size_t CountHidden(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points,
                        const std::vector<LayoutArc>& arcs, const std::vector<LayoutBends>& routes) {
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    if (arcs[i].caller == arcs[i].callee) continue;
    std::vector<LayoutPoint> line{points[arcs[i].caller]};
    line.insert(line.end(), routes[i].begin(), routes[i].end());
    line.push_back(points[arcs[i].callee]);
    bool passes = false;
    for (std::size_t node = 0; node < boxes.size() && !passes; ++node) {
      if (node == arcs[i].caller || node == arcs[i].callee) continue;
      for (std::size_t k = 1; k < line.size(); ++k) passes |= Passes(line[k - 1], line[k], points[node], boxes[node]);
    }
    hidden += passes ? 1 : 0;
  }
  return hidden;
}

}  // namespace

TEST_CASE("a line without an obstacle is straight", "[graph_routes]") {
  const std::vector<LayoutBox> boxes(4, {100, 30});
  const std::vector<LayoutPoint> points{{50, 15}, {50, 105}, {50, 195}, {174, 105}};
  CHECK(RouteArcs(boxes, points, {{0, 1}, {1, 2}, {1, 1}, {1, 3}}) == std::vector<LayoutBends>(4));
  CHECK(RouteArcs({}, {}, {}).empty());
}

TEST_CASE("a line that skips a row goes around the box there, from caller to callee", "[graph_routes]") {
  const std::vector<LayoutBox> boxes(3, {100, 30});
  const std::vector<LayoutPoint> points{{50, 15}, {50, 105}, {50, 195}};
  const std::vector<LayoutBends> down = RouteArcs(boxes, points, {{0, 2}}), up = RouteArcs(boxes, points, {{2, 0}});
  REQUIRE(down[0].size() == 2);
  CHECK(down[0][0].y == 90);
  CHECK(down[0][1].y == 120);
  CHECK(std::abs(down[0][0].x - 50) > 50);
  CHECK(std::equal(down[0].begin(), down[0].end(), up[0].rbegin(), up[0].rend()));
}

TEST_CASE("a line between members of a row goes below the boxes between them", "[graph_routes]") {
  const std::vector<LayoutBox> boxes(3, {100, 30});
  const std::vector<LayoutPoint> points{{50, 15}, {174, 15}, {298, 15}};
  CHECK(RouteArcs(boxes, points, {{0, 2}})[0] == LayoutBends{{50, 37}, {298, 37}});
}

TEST_CASE("no line passes behind a box of another function", "[graph_routes]") {
  std::size_t straight = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<LayoutBox> boxes = RandomBoxes(2 + random() % 150, random);
    const std::vector<LayoutArc> arcs = RandomArcs(boxes.size(), boxes.size() * (1 + random() % 4), random);
    const std::vector<LayoutPoint> points = LayOutGraph(boxes, arcs);
    CHECK(CountHidden(boxes, points, arcs, RouteArcs(boxes, points, arcs)) == 0);
    straight += CountHidden(boxes, points, arcs, std::vector<LayoutBends>(arcs.size()));
  }
  CHECK(straight > 500);
}

TEST_CASE("lines of large graphs cost little, and long ones go around the picture", "[graph_routes]") {
  const std::clock_t start = std::clock();
  std::mt19937 random(1);
  const std::vector<LayoutBox> boxes(10000, {250, 30});
  const std::vector<LayoutArc> arcs = RandomArcs(boxes.size(), 50000, random);
  const std::vector<LayoutPoint> points = LayOutGraph(boxes, arcs);
  const std::vector<LayoutBends> routes = RouteArcs(boxes, points, arcs);
  CHECK((std::clock() - start) / CLOCKS_PER_SEC < 20);  // takes about a second in an optimised build
  const std::vector<LayoutArc> some(arcs.begin(), arcs.begin() + 20);
  CHECK(CountHidden(boxes, points, some, routes) == 0);

  std::vector<LayoutArc> chain;  // the arcs of a chain, and calls from its first function to all others
  for (std::uint32_t i = 0; i + 1 < 5000; ++i) chain.push_back({i, i + 1});
  for (std::uint32_t i = 2; i < 5000; ++i) chain.push_back({0, i});
  const std::vector<LayoutBox> few(5000, {250, 30});
  const std::vector<LayoutPoint> places = LayOutGraph(few, chain);
  const std::vector<LayoutBends> lines = RouteArcs(few, places, chain);
  const std::vector<LayoutArc> last(chain.end() - 20, chain.end());
  CHECK(CountHidden(few, places, last, {lines.end() - 20, lines.end()}) == 0);
}

}  // namespace profdiff::graph_routes_test

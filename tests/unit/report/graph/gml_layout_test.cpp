// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the guarantees of the layout: callers above callees, no overlap, a reasonable shape, and low cost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <map>
#include <random>

#include "report/graph/graph_layout.h"

namespace profdiff::gml_layout_test {
namespace {

std::vector<LayoutBox> Boxes(std::size_t count, double width = 100, double height = 30) {
  return std::vector<LayoutBox>(count, {width, height});
}

// Checks that no two boxes touch, that coordinates are whole numbers, and that nothing is left of or above the origin.
void CheckPlaces(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points) {
  REQUIRE(points.size() == boxes.size());
  std::map<double, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    rows[points[i].y].push_back(i);
    REQUIRE(points[i].x == std::round(points[i].x));
    REQUIRE(points[i].x - boxes[i].width / 2 >= -0.5);
    REQUIRE(points[i].y - boxes[i].height / 2 >= -0.5);
  }
  double above = -1;
  for (auto& entry : rows) {
    std::vector<std::size_t>& row = entry.second;
    std::sort(row.begin(), row.end(), [&](std::size_t a, std::size_t b) { return points[a].x < points[b].x; });
    double below = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      REQUIRE(points[row[i]].y - boxes[row[i]].height / 2 > above);
      below = std::max(below, points[row[i]].y + boxes[row[i]].height / 2);
      if (i == 0) continue;
      double space = points[row[i]].x - points[row[i - 1]].x - (boxes[row[i]].width + boxes[row[i - 1]].width) / 2;
      REQUIRE(space >= 20);
    }
    above = below;
  }
}

struct Extent {
  double width = 0, height = 0;
};

Extent ExtentOf(const std::vector<LayoutBox>& boxes, const std::vector<LayoutPoint>& points) {
  Extent extent;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    extent.width = std::max(extent.width, points[i].x + boxes[i].width / 2);
    extent.height = std::max(extent.height, points[i].y + boxes[i].height / 2);
  }
  return extent;
}

// Returns a random graph without cycles: each caller has a smaller index than its callees.
std::vector<LayoutArc> RandomArcs(std::size_t nodes, std::size_t arcs, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<LayoutArc> result;
  while (result.size() < arcs) {
    auto a = static_cast<std::uint32_t>(random() % nodes), b = static_cast<std::uint32_t>(random() % nodes);
    if (a != b) result.push_back({std::min(a, b), std::max(a, b)});
  }
  auto less = [](LayoutArc a, LayoutArc b) { return std::pair(a.caller, a.callee) < std::pair(b.caller, b.callee); };
  auto same = [](LayoutArc a, LayoutArc b) { return a.caller == b.caller && a.callee == b.callee; };
  std::sort(result.begin(), result.end(), less);
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

}  // namespace

TEST_CASE("layout of an empty graph and of one box") {
  CHECK(LayOutGraph({}, {}).empty());
  std::vector<LayoutPoint> points = LayOutGraph({{120, 30}}, {{0, 0}});
  CHECK(points[0].x == 60);
  CHECK(points[0].y == 15);
}

TEST_CASE("callers are above callees, and a callee is below its lowest caller") {
  // main calls b, c and d; b and c call d.
  std::vector<LayoutBox> boxes = Boxes(4);
  std::vector<LayoutPoint> p = LayOutGraph(boxes, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}});
  CheckPlaces(boxes, p);
  CHECK(p[0].y < p[1].y);
  CHECK(p[1].y == p[2].y);
  CHECK(p[2].y < p[3].y);
  CHECK(p[0].x == p[3].x);
  CHECK(2 * p[0].x == p[1].x + p[2].x);
}

TEST_CASE("members of a cycle share a layer; self-calls do not matter") {
  std::vector<LayoutBox> boxes = Boxes(5);
  std::vector<LayoutPoint> p = LayOutGraph(boxes, {{0, 1}, {1, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}});
  CheckPlaces(boxes, p);
  CHECK(p[0].y < p[1].y);
  CHECK(p[1].y == p[2].y);
  CHECK(p[1].y == p[3].y);
  CHECK(p[3].y < p[4].y);
}

TEST_CASE("a root is just above its callees, boxes without arcs are below everything") {
  // The arcs are 0 -> 1 -> 2 -> 3 and 4 -> 3; 5 has no arcs, and 6 calls only itself.
  std::vector<LayoutBox> boxes = Boxes(7);
  std::vector<LayoutPoint> p = LayOutGraph(boxes, {{0, 1}, {1, 2}, {2, 3}, {4, 3}, {6, 6}});
  CheckPlaces(boxes, p);
  CHECK(p[4].y == p[2].y);
  CHECK(p[5].y > p[3].y);
  CHECK(p[6].y == p[5].y);
}

TEST_CASE("sweeps untangle a layer") {
  // Three callers and three callees are numbered so that all arcs cross in the initial order.
  std::vector<LayoutBox> boxes = Boxes(7);
  std::vector<LayoutPoint> p = LayOutGraph(boxes, {{0, 1}, {0, 2}, {0, 3}, {1, 6}, {2, 5}, {3, 4}});
  CheckPlaces(boxes, p);
  CHECK((p[1].x < p[2].x) == (p[6].x < p[5].x));
  CHECK((p[2].x < p[3].x) == (p[5].x < p[4].x));
}

TEST_CASE("boxes move aside for lines that would pass behind them") {
  // 0 calls 1 and 2, and 1 calls 2; 3 calls 0 and 4, and 4 calls 5.
  std::vector<LayoutBox> boxes = Boxes(6);
  std::vector<LayoutPoint> p = LayOutGraph(boxes, {{0, 1}, {1, 2}, {0, 2}, {3, 0}, {3, 4}, {4, 5}});
  CheckPlaces(boxes, p);
  REQUIRE(p[1].y > p[0].y);
  REQUIRE(p[2].y > p[1].y);
  double line = p[0].x + (p[2].x - p[0].x) * (p[1].y - p[0].y) / (p[2].y - p[0].y);
  CHECK(std::abs(line - p[1].x) > boxes[1].width / 2);
}

TEST_CASE("a wide layer takes several rows instead of one endless line") {
  std::vector<LayoutBox> boxes = Boxes(601, 220);
  std::vector<LayoutArc> arcs;
  for (std::uint32_t i = 1; i <= 600; ++i) arcs.push_back({0, i});
  std::vector<LayoutPoint> points = LayOutGraph(boxes, arcs);
  CheckPlaces(boxes, points);
  Extent extent = ExtentOf(boxes, points);
  CHECK(extent.width < 7000);
  CHECK(extent.height < extent.width);
  CHECK(extent.width < 4 * extent.height);
  for (std::size_t i = 1; i <= 600; ++i) REQUIRE(points[0].y < points[i].y);
}

TEST_CASE("boxes without arcs fill rows in the order given") {
  std::vector<LayoutBox> boxes = Boxes(500, 150);
  std::vector<LayoutPoint> points = LayOutGraph(boxes, {});
  CheckPlaces(boxes, points);
  for (std::size_t i = 1; i < points.size(); ++i) {
    bool same_row = points[i].y == points[i - 1].y;
    REQUIRE((same_row ? points[i].x > points[i - 1].x : points[i].y > points[i - 1].y));
  }
  CHECK(points[0].y < points[499].y);
}

TEST_CASE("random graphs of boxes of all sizes do not overlap, and every run places them in the same way") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::size_t count = 2 + random() % 300;
    std::vector<LayoutBox> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      boxes.push_back({50.0 + static_cast<double>(random() % 500), 30.0 + static_cast<double>(random() % 200)});
    }
    std::vector<LayoutArc> arcs = RandomArcs(count, count * (random() % 4), seed);
    std::vector<LayoutPoint> points = LayOutGraph(boxes, arcs);
    CheckPlaces(boxes, points);
    for (LayoutArc arc : arcs) REQUIRE(points[arc.caller].y < points[arc.callee].y);
    std::vector<LayoutPoint> again = LayOutGraph(boxes, arcs);
    for (std::size_t i = 0; i < count; ++i) REQUIRE((points[i].x == again[i].x && points[i].y == again[i].y));
  }
}

TEST_CASE("chains of any depth and large graphs cost little") {
  std::clock_t start = std::clock();  // processor time, which other programs on the machine do not affect
  std::vector<LayoutArc> chain;
  for (std::uint32_t i = 0; i + 1 < 200000; ++i) chain.push_back({i, i + 1});
  std::vector<LayoutPoint> points = LayOutGraph(Boxes(200000), chain);
  CHECK(points[0].y < points[199999].y);
  std::vector<LayoutBox> boxes = Boxes(20000, 250);
  points = LayOutGraph(boxes, RandomArcs(20000, 100000, 1));
  CheckPlaces(boxes, points);
  CHECK((std::clock() - start) / CLOCKS_PER_SEC < 20);  // takes well under a second in an optimised build
}

}  // namespace profdiff::gml_layout_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for colours, sizes, texts and the legend.
#include "report/graph/gml_style.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace profdiff::gml_style_test {
namespace {

GmlNode NodeOf(double base, double other, GmlStatus status = GmlStatus::kChanged) {
  GmlNode node;
  node.name = node.display = "f";
  node.self = node.total = {base, other, base - other};
  node.status = status;
  return node;
}

GmlGraph DifferenceOf(std::vector<GmlNode> nodes) {
  GmlGraph graph;
  graph.is_difference = graph.has_time = true;
  graph.nodes = std::move(nodes);
  return graph;
}

double Luminance(Rgb colour) {
  auto linear = [](std::uint8_t part) {
    double c = part / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double Contrast(Rgb light, double dark) { return (Luminance(light) + 0.05) / (dark + 0.05); }

bool IsBlue(Rgb colour) { return colour.blue > colour.red; }
bool IsOrange(Rgb colour) { return colour.red > colour.blue; }

}  // namespace

TEST_CASE("blue where the other takes less, orange where it takes more, grey where nothing changed") {
  GmlGraph graph = DifferenceOf({NodeOf(5, 1), NodeOf(1, 5), NodeOf(2, 2, GmlStatus::kUnchanged), NodeOf(2, 2)});
  GmlLook look = StyleGraph(graph, false);
  CHECK(IsBlue(look.nodes[0].fill));
  CHECK(IsOrange(look.nodes[1].fill));
  CHECK(HexColour(look.nodes[2].fill) == "#D9D9D9");
  CHECK(HexColour(look.nodes[3].fill) == "#FFFFFF");
  CHECK(IsBlue(look.nodes[0].outline));
  CHECK(IsOrange(look.nodes[1].outline));
}

TEST_CASE("a larger change has a stronger colour, and black text is readable on every colour") {
  std::vector<GmlNode> nodes;
  for (int i = 1; i <= 100; ++i) nodes.push_back(NodeOf(i, 0));
  for (int i = 1; i <= 100; ++i) nodes.push_back(NodeOf(0, i));
  GmlLook look = StyleGraph(DifferenceOf(nodes), false);
  for (std::size_t i = 0; i < 200; ++i) {
    CHECK(Contrast(look.nodes[i].fill, 0) >= 4.5);
    if (i % 100 != 0) CHECK(Luminance(look.nodes[i].fill) <= Luminance(look.nodes[i - 1].fill));
  }
  CHECK(Luminance(look.nodes[99].fill) < Luminance(look.nodes[0].fill) / 2);

  GmlGraph profile = DifferenceOf(nodes);
  profile.is_difference = false;
  for (const GmlNodeLook& node : StyleGraph(profile, false).nodes) CHECK(Contrast(node.fill, 0) >= 4.5);
}

TEST_CASE("lines stand out from white paper") {
  GmlGraph graph = DifferenceOf({NodeOf(1, 2)});
  for (double change : {-4.0, -0.01, 0.0, 0.01, 4.0}) {
    GmlEdge edge;
    edge.time.diff = change;
    graph.edges.push_back(edge);
  }
  GmlLook look = StyleGraph(graph, false);
  for (const GmlEdgeLook& edge : look.edges) CHECK(Contrast({255, 255, 255}, Luminance(edge.fill)) >= 1.8);
  CHECK(IsOrange(look.edges[0].fill));
  CHECK(HexColour(look.edges[2].fill) == "#A6A6A6");
  CHECK(IsBlue(look.edges[4].fill));
  CHECK(look.edges[0].width == 6);
  CHECK(look.edges[1].width == Approx(1.3));
  CHECK(look.edges[2].width == 1);
}

TEST_CASE("an edge of one side is dashed; one with only changed calls has a pale colour") {
  GmlGraph graph = DifferenceOf({NodeOf(1, 2)});
  graph.edges.resize(4);
  graph.edges[0].status = GmlStatus::kOnlyBase;
  graph.edges[1].status = GmlStatus::kOnlyOther;
  graph.edges[2].status = GmlStatus::kChanged;
  graph.edges[2].calls.diff = -5;
  GmlLook look = StyleGraph(graph, false);
  CHECK(look.edges[0].is_dashed);
  CHECK(look.edges[1].is_dashed);
  CHECK_FALSE(look.edges[2].is_dashed);
  CHECK_FALSE(look.edges[3].is_dashed);
  CHECK(HexColour(look.edges[2].fill) == "#EBB27A");
}

TEST_CASE("without any time, colours and texts are about calls") {
  GmlGraph graph = DifferenceOf({NodeOf(0, 0), NodeOf(0, 0)});
  graph.has_time = false;
  graph.nodes[0].calls = {31, 22, 9};
  graph.nodes[1].calls = {1, 2, -1};
  GmlLook look = StyleGraph(graph, false);
  CHECK(look.nodes[0].text == "f  31 -> 22 calls");
  CHECK(IsBlue(look.nodes[0].fill));
  CHECK(IsOrange(look.nodes[1].fill));
  CHECK(look.legend.find("calls") != std::string::npos);
}

TEST_CASE("the text of a node shows both sides") {
  GmlGraph graph = DifferenceOf(
      {NodeOf(5.51, 2.04), NodeOf(3, 0, GmlStatus::kOnlyBase), NodeOf(0, 4, GmlStatus::kOnlyOther), NodeOf(1, 1)});
  graph.nodes[0].total = {7, 3, 4};
  graph.nodes[1].total.base = 10;
  graph.nodes[2].total.other = 4.5;
  graph.nodes[3].display = std::string(30, 'a') + std::string(30, 'z');
  GmlLook look = StyleGraph(graph, false);
  CHECK(look.nodes[0].text == "f  5.51 / 7.00 -> 2.04 / 3.00 s");
  CHECK(look.nodes[1].text == "f  3.00 / 10.00 s -> none");
  CHECK(look.nodes[2].text == "f  none -> 4.00 / 4.50 s");
  CHECK(look.nodes[3].text == std::string(19, 'a') + "..." + std::string(18, 'z') + "  1.00 / 1.00 -> 1.00 / 1.00 s");
  graph.is_difference = false;
  CHECK(StyleGraph(graph, false).nodes[0].text == "f  5.51 / 7.00 s");
}

TEST_CASE("short runs are shown in a smaller unit") {
  GmlGraph graph = DifferenceOf({NodeOf(0.02, 0.0155)});
  graph.seconds = {0.03, 0.04, -0.01};
  CHECK(StyleGraph(graph, false).nodes[0].text == "f  20.00 / 20.00 -> 15.50 / 15.50 ms");
  CHECK(StyleGraph(graph, false).legend.find("Base 30.00 ms, other 40.00 ms.") != std::string::npos);
  graph.seconds = {3e-5, 4e-5, -1e-5};
  CHECK(StyleGraph(graph, false).nodes[0].text == "f  20000.00 / 20000.00 -> 15500.00 / 15500.00 us");
}

TEST_CASE("sizes by time grow with the larger side and are never smaller than the text") {
  GmlGraph graph = DifferenceOf({NodeOf(1, 4), NodeOf(0, 0), NodeOf(2, 1)});
  graph.nodes[0].total = {8, 16, -8};
  graph.nodes[1].total = {16, 2, 14};
  graph.nodes[1].display = "longer";
  GmlLook plain = StyleGraph(graph, false), sized = StyleGraph(graph, true);
  double widest = plain.nodes[1].width;
  CHECK(sized.nodes[0].width == widest + 400);
  CHECK(sized.nodes[1].width == widest);
  CHECK(sized.nodes[2].width == widest + 200);
  CHECK(sized.nodes[0].height == sized.nodes[1].height);
  CHECK(sized.nodes[2].height < sized.nodes[1].height);
  CHECK(sized.nodes[2].height > plain.nodes[2].height);
  CHECK(plain.nodes[0].height == plain.nodes[2].height);
}

TEST_CASE("the thickness of a profile's edges is the number of digits of their counts") {
  GmlGraph graph = DifferenceOf({NodeOf(1, 0)});
  graph.is_difference = false;
  graph.edges.resize(3);
  graph.edges[1].calls.base = 1000;
  graph.edges[2].calls.base = 1000000;
  GmlLook look = StyleGraph(graph, false);
  CHECK(look.edges[0].width == 1);
  CHECK(look.edges[1].width == Approx(3.5));
  CHECK(look.edges[2].width == 6);
}

TEST_CASE("the legend describes colours, totals and omissions in a short line of ASCII") {
  GmlGraph graph = DifferenceOf({NodeOf(1, 2)});
  graph.seconds = {10.94, 8.73, 2.21};
  graph.left_out = 11;
  CHECK(StyleGraph(graph, false).legend ==
        "Base - other. Text: self / inclusive. Fill: self, edges: inclusive. Blue: other takes less, orange: "
        "more, grey: same, white: self same. Dashed: one side. Base 10.94 s, other 8.73 s. Left out: 11 of 12 nodes.");
  graph.seconds = {1234567.89, 1234567.89, 0};
  graph.left_out = 999999;
  for (bool is_difference : {false, true}) {
    graph.is_difference = is_difference;
    for (bool has_time : {false, true}) {
      graph.has_time = has_time;
      std::string legend = StyleGraph(graph, true).legend;
      INFO(legend);
      CHECK(legend.size() <= 242);
      CHECK(legend.find("...") == std::string::npos);
      CHECK(legend.find("999999 of 1000000") != std::string::npos);
    }
  }
}

TEST_CASE("among many nodes, the few that changed most are readable when all nodes are visible") {
  std::vector<GmlNode> nodes;
  for (int i = 0; i < 500; ++i) nodes.push_back(NodeOf(1, i % 100 == 7 ? 2 + i / 100 : 1.001));
  GmlGraph graph = DifferenceOf(nodes);
  GmlLook look = StyleGraph(graph, false), plain = StyleGraph(DifferenceOf({NodeOf(1, 2)}), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool changed = i % 100 == 7;
    CHECK(look.nodes[i].font_size == Approx(changed ? 50 : 12).margin(changed ? 25 : 0));
    CHECK(look.nodes[i].height / plain.nodes[0].height == Approx(look.nodes[i].font_size / 12.0).epsilon(0.05));
  }
  CHECK(look.legend.find("Large: changed most.") != std::string::npos);
  CHECK(plain.nodes[0].font_size == 12);
  CHECK(plain.legend.find("Large") == std::string::npos);
  CHECK(StyleGraph(graph, true).nodes[7].font_size == 12);
}

TEST_CASE("an empty graph has only a legend") {
  GmlLook look = StyleGraph(GmlGraph(), true);
  CHECK(look.nodes.empty());
  CHECK(look.legend.find("Left out: 0 of 0 nodes.") != std::string::npos);
}

}  // namespace profdiff::gml_style_test

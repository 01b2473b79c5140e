// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the choice of functions and arcs as nodes and edges, and for their times and calls.
#include "report/graph/gml_graph.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/profile_builder.h"

namespace profdiff::gml_graph_test {
namespace {

GmlOptions Plain() {
  GmlOptions options;
  options.names.demangle = DemangleStyle::kNone;
  return options;
}

GmlGraph GraphOf(const TestExecution& run, const GmlOptions& options = Plain()) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  return MakeGmlGraph(Execution{run.functions, run.profile, graph, run.selection}, options);
}

// Returns the names of the nodes in order, such as "main leaf".
std::string Names(const GmlGraph& graph) {
  std::string names;
  for (const GmlNode& node : graph.nodes) names += (names.empty() ? "" : " ") + node.name;
  return names;
}

// Returns the edges in order, with their calls in the base, such as "main>leaf*3".
std::string Arcs(const GmlGraph& graph) {
  std::string text;
  for (const GmlEdge& edge : graph.edges) {
    text += (text.empty() ? "" : " ") + graph.nodes[edge.source].name + ">" + graph.nodes[edge.target].name + "*" +
            std::to_string(edge.calls.base);
  }
  return text;
}

const GmlNode& NodeOf(const GmlGraph& graph, const std::string& name) {
  for (const GmlNode& node : graph.nodes) {
    if (node.name == name) return node;
  }
  throw std::logic_error("no node " + name);
}

}  // namespace

TEST_CASE("a profile's graph has its used functions, the most time first") {
  TestExecution run = ProfileBuilder()
                          .Function("unused")
                          .Function("main", 1)
                          .Function("leaf", 5)
                          .Function("alone", 0.5)
                          .Call("main", "leaf", 3)
                          .Call("leaf", "leaf", 7)
                          .Build();
  GmlGraph graph = GraphOf(run);
  CHECK(Names(graph) == "main leaf alone");
  CHECK(Arcs(graph) == "main>leaf*3 leaf>leaf*7");
  CHECK(NodeOf(graph, "main").self.base == Approx(1));
  CHECK(NodeOf(graph, "main").total.base == Approx(6));
  CHECK(NodeOf(graph, "leaf").calls.base == 3);
  CHECK(graph.edges[0].time.base == Approx(5));
  CHECK(graph.edges[1].time.base == 0);
  CHECK(graph.seconds.base == Approx(6.5));
  CHECK(graph.has_time);
  CHECK_FALSE(graph.is_difference);
  CHECK(graph.left_out == 0);

  GmlOptions options = Plain();
  options.show_unused = true;
  CHECK(Names(GraphOf(run, options)) == "main leaf alone unused");
}

TEST_CASE("a graph is cut to its most important functions and the arcs between them") {
  ProfileBuilder builder;
  builder.Function("main", 1).Function("a", 2).Function("b", 3).Function("c", 4);
  builder.Call("main", "a", 1).Call("a", "b", 2).Call("main", "c", 3);
  GmlOptions options = Plain();
  options.max_nodes = 3;
  GmlGraph graph = GraphOf(builder.Build(), options);
  CHECK(Names(graph) == "main a c");
  CHECK(Arcs(graph) == "main>a*1 main>c*3");
  CHECK(graph.left_out == 1);
  options.max_nodes = 0;
  CHECK(GraphOf(builder.Build(), options).left_out == 0);
}

TEST_CASE("equal times are ordered by calls, then by name") {
  ProfileBuilder builder;
  builder.Function("main");
  for (const char* name : {"d", "b", "a", "c"}) builder.Function(name, 1);
  builder.Call("main", "d", 1).Call("main", "b", 9).Call("main", "a", 1);
  CHECK(Names(GraphOf(builder.Build())) == "main b a d c");
}

TEST_CASE("functions that the selection hides have no node, and time that it drops is dropped") {
  ProfileBuilder builder;
  builder.Function("main", 1).Function("leaf", 5).Function("other", 2).Call("main", "leaf", 1).Call("main", "other", 1);
  builder.Exclude(SpecTable::kGraph, "leaf").Exclude(SpecTable::kTime, "leaf");
  GmlGraph graph = GraphOf(builder.Build());
  CHECK(Names(graph) == "main other");
  CHECK(NodeOf(graph, "main").total.base == Approx(3));
}

TEST_CASE("several arcs between two functions make one edge") {
  TestExecution run = ProfileBuilder().Function("main").Function("leaf", 4).Call("main", "leaf", 3).Build();
  run.profile.arcs.push_back({run.Find("main"), run.Find("leaf"), 1});
  run.profile.calls[run.Find("leaf").value] += 1;
  GmlGraph graph = GraphOf(run);
  CHECK(Arcs(graph) == "main>leaf*4");
  CHECK(graph.edges[0].time.base == Approx(4));
}

TEST_CASE("without a histogram all times are zero, not undefined") {
  TestExecution run = ProfileBuilder().Call("main", "leaf", 3).WithoutHistogram().Build();
  GmlGraph graph = GraphOf(run);
  CHECK(Names(graph) == "leaf main");
  CHECK_FALSE(graph.has_time);
  CHECK(NodeOf(graph, "leaf").self.base == 0);
  CHECK(graph.edges[0].time.base == 0);
  CHECK(graph.seconds.base == 0);
}

TEST_CASE("no label can be treated as HTML") {
  TestExecution run = ProfileBuilder().Function("<HTML><b>", 3).Function("<htm", 2).Function("x<html>", 1).Build();
  GmlGraph graph = GraphOf(run);
  CHECK(graph.nodes[0].display == "_<HTML><b>");
  CHECK(graph.nodes[0].name == "<HTML><b>");
  CHECK(graph.nodes[1].display == "<htm");
  CHECK(graph.nodes[2].display == "x<html>");
}

TEST_CASE("a difference keeps both sides, and functions and arcs that only one of them has") {
  TestExecution base = ProfileBuilder()
                           .Function("main", 1)
                           .Function("same", 2)
                           .Function("gone", 3)
                           .Call("main", "same", 5)
                           .Call("main", "gone", 6)
                           .Build();
  TestExecution other = ProfileBuilder()
                            .Function("main", 1)
                            .Function("same", 2)
                            .Function("fresh", 4)
                            .Call("main", "same", 5)
                            .Call("main", "fresh", 7)
                            .Call("fresh", "same", 0)
                            .Build();
  GmlGraph graph = MakeGmlGraph(SubtractTests(base, other), Plain());
  CHECK(graph.is_difference);
  CHECK(Names(graph) == "fresh gone main same");
  CHECK(NodeOf(graph, "main").status == GmlStatus::kChanged);
  CHECK(NodeOf(graph, "main").self.diff == 0);
  CHECK(NodeOf(graph, "main").total.diff == Approx(-1));
  CHECK(NodeOf(graph, "same").status == GmlStatus::kUnchanged);
  CHECK(NodeOf(graph, "gone").status == GmlStatus::kOnlyBase);
  CHECK(NodeOf(graph, "gone").self.diff == Approx(3));
  CHECK(NodeOf(graph, "fresh").status == GmlStatus::kOnlyOther);
  CHECK(NodeOf(graph, "fresh").calls.diff == -7);
  CHECK(graph.seconds.diff == Approx(-1));
  REQUIRE(graph.edges.size() == 4);
  CHECK(graph.edges[0].status == GmlStatus::kOnlyOther);  // the arc from fresh to same, with a call count of 0
  CHECK(graph.edges[1].calls.diff == -7);                 // the arc from main to fresh
  CHECK(graph.edges[2].status == GmlStatus::kOnlyBase);   // main -> gone
  CHECK(graph.edges[3].status == GmlStatus::kUnchanged);  // main -> same
}

TEST_CASE("exchanging the sides of a difference only reverses the signs of the graph") {
  TestExecution a = ProfileBuilder().Function("main", 1).Function("x", 2).Call("main", "x", 3).Build();
  TestExecution b = ProfileBuilder().Function("main", 2).Function("y", 4).Call("main", "y", 9).Build();
  GmlGraph forth = MakeGmlGraph(SubtractTests(a, b), Plain());
  GmlGraph back = MakeGmlGraph(SubtractTests(b, a), Plain());
  REQUIRE(Names(forth) == Names(back));
  REQUIRE(forth.edges.size() == back.edges.size());
  for (std::size_t i = 0; i < forth.nodes.size(); ++i) {
    CHECK(forth.nodes[i].self.diff == -back.nodes[i].self.diff);
    CHECK(forth.nodes[i].self.base == back.nodes[i].self.other);
    CHECK(forth.nodes[i].calls.diff == -back.nodes[i].calls.diff);
  }
  for (std::size_t i = 0; i < forth.edges.size(); ++i) CHECK(forth.edges[i].time.diff == -back.edges[i].time.diff);
}

TEST_CASE("a run compared with itself is unchanged everywhere") {
  TestExecution run = ProfileBuilder().Function("main", 0.1).Function("x", 0.2).Call("main", "x", 3).Build();
  GmlGraph graph = MakeGmlGraph(SubtractTests(run, run), Plain());
  CHECK(Names(graph) == "main x");
  for (const GmlNode& node : graph.nodes) CHECK(node.status == GmlStatus::kUnchanged);
  for (const GmlEdge& edge : graph.edges) CHECK(edge.status == GmlStatus::kUnchanged);
}

TEST_CASE("functions of one name remain separate") {
  TestExecution run = ProfileBuilder().Static("init", "a.c", 1).Static("init", "b.c", 1).CallById(0, 1, 4).Build();
  GmlGraph graph = GraphOf(run);
  CHECK(Names(graph) == "init init");
  CHECK(Arcs(graph) == "init>init*4");
  CHECK(graph.edges[0].source != graph.edges[0].target);
}

}  // namespace profdiff::gml_graph_test

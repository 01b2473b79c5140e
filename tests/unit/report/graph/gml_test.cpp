// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for whole GML files: exact bytes for the example of the eGprof paper, and the strict rules for everything else.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "profdiff/formats.h"
#include "support/gml_reader.h"
#include "support/profile_builder.h"

namespace profdiff::gml_test {
namespace {

constexpr const char* kNodeKeys =
    "id label name baseSelf otherSelf diffSelf baseTotal otherTotal diffTotal baseCalls otherCalls diffCalls status "
    "graphics LabelGraphics gephi";
constexpr const char* kEdgeKeys =
    "source target label baseCalls otherCalls diffCalls baseTime otherTime diffTime status graphics";

std::string GmlOf(const TestExecution& run, const GmlOptions& options = {}) {
  CallGraph graph = MakeCallGraph(run.profile, run.selection);
  std::string out;
  GmlResult result = WriteGml(out, Execution{run.functions, run.profile, graph, run.selection}, options);
  CHECK(result.nodes == ReadGmlStrictly(out).nodes.size());
  return out;
}

std::string GmlOf(const TestExecution& base, const TestExecution& other, const GmlOptions& options = {}) {
  std::string out;
  GmlResult result = WriteGml(out, SubtractTests(base, other), options);
  CHECK(result.nodes == ReadGmlStrictly(out).nodes.size());
  return out;
}

TestExecution PaperBase() {
  return ProfileBuilder()
      .Function("main", 1.15)
      .Function("f_b", 1.09)
      .Function("f_c", 3.19)
      .Function("f_d", 5.51)
      .Call("main", "f_b", 1)
      .Call("main", "f_c", 1)
      .Call("f_b", "f_d", 1)
      .Call("f_c", "f_d", 30)
      .Build();
}

TestExecution PaperOther() {
  return ProfileBuilder()
      .Function("main", 3.08)
      .Function("f_b", 1.70)
      .Function("f_c", 1.91)
      .Function("f_d", 2.04)
      .Call("main", "f_b", 1)
      .Call("main", "f_c", 1)
      .Call("f_b", "f_d", 2)
      .Call("f_c", "f_d", 20)
      .Build();
}

// Returns the lines from the one that contains `first` to the next one that contains `last`.
std::string Lines(const std::string& text, const std::string& first, const std::string& last) {
  std::size_t begin = text.find(first);
  REQUIRE(begin != std::string::npos);
  std::size_t end = text.find(last, begin);
  REQUIRE(end != std::string::npos);
  return text.substr(begin, end + last.size() - begin);
}

}  // namespace

TEST_CASE("a file begins with its creator, its legend and its first node") {
  std::string gml = GmlOf(PaperBase(), PaperOther());
  std::string start = R"(Creator "egprof"
Version 1
graph [
  Comment "Base - other. Text: self / inclusive. Fill: self, edges: inclusive. Blue: other takes less, orange: more, grey: same, white: self same. Dashed: one side. Base 10.94 s, other 8.73 s. Left out: 0 of 4 nodes."
  directed 1
  node [
    id 1
    label "f_c [1]"
    name "f_c"
    baseSelf 3.19
    otherSelf 1.91
    diffSelf 1.28
    baseTotal 8.522258065
    otherTotal 3.764545455
    diffTotal 4.75771261
    baseCalls 1
    otherCalls 1
    diffCalls 0
    status "changed"
    graphics [
)";
  CHECK(gml.substr(0, start.size()) == start);
  std::string edge = R"(  edge [
    source 1
    target 2
    label "30 -> 20"
    baseCalls 30
    otherCalls 20
    diffCalls 10
    baseTime 5.332258065
    otherTime 1.854545455
    diffTime 3.47771261
    status "changed"
    graphics [
      width 5.3
      fill "#1E5EA5"
      targetArrow "standard"
    ]
  ]
)";
  CHECK(Lines(gml, "  edge [", "    ]\n  ]\n") == edge);
}

TEST_CASE("the paper's example in numbers") {
  GmlFile file = ReadGmlStrictly(GmlOf(PaperBase(), PaperOther()));
  REQUIRE(file.nodes.size() == 4);
  REQUIRE(file.edges.size() == 4);
  for (const GmlItem& node : file.nodes) CHECK(node.Keys() == kNodeKeys);
  for (const GmlItem& edge : file.edges) CHECK(edge.Keys() == kEdgeKeys);
  CHECK(file.Node("f_d")["diffSelf"].Number() == Approx(3.47));
  CHECK(file.Node("main")["diffSelf"].Number() == Approx(-1.93));
  CHECK(file.Node("main")["diffTotal"].Number() == Approx(2.21));
  CHECK(file.Node("f_b")["diffTotal"].Number() == Approx(-0.62).margin(0.005));
  CHECK(file.Node("f_d")["diffCalls"].text == "9");
  CHECK(file.Edge("main", "f_b")["diffCalls"].text == "0");
  CHECK(file.Edge("f_b", "f_d")["diffCalls"].text == "-1");
  CHECK(file.Edge("f_c", "f_d")["diffCalls"].text == "10");
  CHECK(file.Node("main")["graphics"]["y"].Number() < file.Node("f_b")["graphics"]["y"].Number());
  CHECK(file.Node("f_c")["graphics"]["y"].Number() < file.Node("f_d")["graphics"]["y"].Number());
}

TEST_CASE("one profile has keys of its own") {
  std::string gml = GmlOf(PaperBase());
  GmlFile file = ReadGmlStrictly(gml);
  for (const GmlItem& node : file.nodes) {
    CHECK(node.Keys() == "id label name selfSeconds totalSeconds calls graphics LabelGraphics gephi");
    // Gephi's y grows upwards, and its nodes are circles.
    CHECK(node["gephi"]["x"].text == node["graphics"]["x"].text);
    CHECK(node["gephi"]["y"].Number() == -node["graphics"]["y"].Number());
    CHECK(node["gephi"]["w"].text == node["graphics"]["h"].text);
  }
  for (const GmlItem& edge : file.edges) CHECK(edge.Keys() == "source target label calls seconds graphics");
  CHECK(file.Node("main")["id"].text == "1");
  CHECK(file.Node("main")["totalSeconds"].Number() == Approx(10.94));
  CHECK(file.Node("f_d")["calls"].text == "31");
  CHECK(file.Edge("f_c", "f_d")["label"].text == "30");
  CHECK(file.Edge("f_c", "f_d")["seconds"].Number() == Approx(5.51 * 30 / 31));
  CHECK(file.graph["Comment"].text.find("Total 10.94 s.") != std::string::npos);
}

TEST_CASE("a run compared with itself: zero everywhere, grey, nothing dashed") {
  GmlFile file = ReadGmlStrictly(GmlOf(PaperBase(), PaperBase()));
  for (const GmlItem& node : file.nodes) {
    for (const char* key : {"diffSelf", "diffTotal", "diffCalls"}) CHECK(node[key].Number() == 0);
    CHECK(node["status"].text == "unchanged");
    CHECK(node["graphics"]["fill"].text == "#D9D9D9");
  }
  for (const GmlItem& edge : file.edges) {
    for (const char* key : {"diffTime", "diffCalls"}) CHECK(edge[key].Number() == 0);
    CHECK_FALSE(edge["graphics"].Has("style"));
  }
}

TEST_CASE("edges of one side are dashed and labelled") {
  TestExecution base = ProfileBuilder().Function("main", 1).Function("leaf", 2).Call("main", "leaf", 3).Build();
  TestExecution other = ProfileBuilder().Function("main", 1).Function("fresh", 2).Call("main", "fresh", 4).Build();
  GmlFile file = ReadGmlStrictly(GmlOf(base, other));
  CHECK(file.Edge("main", "leaf")["graphics"]["style"].text == "dashed");
  CHECK(file.Edge("main", "leaf")["label"].text == "3 -> none");
  CHECK(file.Edge("main", "fresh")["label"].text == "none -> 4");
  CHECK(file.Edge("main", "fresh")["status"].text == "onlyOther");
  CHECK(file.Node("leaf")["status"].text == "onlyBase");
}

TEST_CASE("a key of counts is real throughout as soon as one count needs more than 32 bits") {
  TestExecution small = ProfileBuilder().Call("main", "leaf", 2147483647).Call("leaf", "leaf", 1).Build();
  TestExecution large = ProfileBuilder().Call("main", "leaf", 2147483648).Call("leaf", "leaf", 1).Build();
  TestExecution huge = ProfileBuilder().Call("main", "leaf", 9007199254740993).Call("leaf", "leaf", 1).Build();
  CHECK(ReadGmlStrictly(GmlOf(small)).Edge("main", "leaf")["calls"].text == "2147483647");
  CHECK(ReadGmlStrictly(GmlOf(large)).Edge("main", "leaf")["calls"].text == "2147483648.0");
  CHECK(ReadGmlStrictly(GmlOf(large)).Edge("leaf", "leaf")["calls"].text == "1.0");
  CHECK(ReadGmlStrictly(GmlOf(huge)).Node("leaf")["calls"].text == "9007199254740993.0");

  GmlFile file = ReadGmlStrictly(GmlOf(small, large));
  CHECK(file.Edge("main", "leaf")["baseCalls"].text == "2147483647");
  CHECK(file.Edge("main", "leaf")["otherCalls"].text == "2147483648.0");
  CHECK(file.Node("main")["otherCalls"].text == "0.0");
  CHECK(file.Edge("main", "leaf")["diffCalls"].text == "-1");
  CHECK(ReadGmlStrictly(GmlOf(small, huge)).Node("leaf")["diffCalls"].text == "-9007197107257346.0");
}

TEST_CASE("odd names are read back unchanged") {
  std::vector<std::string> names{"say \"hi\" & go",
                                 "back\\slash",
                                 "gr\xc3\xbc\xc3\x9f"
                                 "e",
                                 "<html>bold",
                                 "tab\there",
                                 "line\nfeed",
                                 "[bracket]",
                                 "# comment",
                                 std::string(5000, 'x'),
                                 "&amp;",
                                 "]"};
  for (std::size_t i = 0; i < 400; ++i)
    names.push_back("std::vector<&" + std::to_string(i) + std::string(i, '\\') + ">");
  ProfileBuilder builder;
  for (std::size_t i = 0; i < names.size(); ++i) builder.Call("main", names[i], i + 1);
  GmlOptions options;
  options.max_nodes = 0;
  GmlFile file = ReadGmlStrictly(GmlOf(builder.Build(), options));
  CHECK(file.nodes.size() == names.size() + 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(file.Edge("main", names[i])["calls"].text == std::to_string(i + 1));
  }
  CHECK(file.Node("<html>bold")["label"].text.rfind("_<html>bold [", 0) == 0);
  CHECK(file.Node("say \"hi\" & go")["label"].text.rfind("say \"hi\" & go [", 0) == 0);
}

TEST_CASE("an empty profile results in a valid file without nodes") {
  GmlFile file = ReadGmlStrictly(GmlOf(ProfileBuilder().Function("unused").Build()));
  CHECK(file.nodes.empty());
  CHECK(file.graph.Keys() == "Comment directed");
}

TEST_CASE("a cut graph reports this") {
  TestExecution base = PaperBase();
  CallGraph graph = MakeCallGraph(base.profile, base.selection);
  GmlOptions options;
  options.max_nodes = 3;
  std::string out;
  GmlResult result = WriteGml(out, Execution{base.functions, base.profile, graph, base.selection}, options);
  CHECK(result.nodes == 3);
  CHECK(result.left_out == 1);
  GmlFile file = ReadGmlStrictly(out);
  CHECK(file.nodes.size() == 3);
  CHECK(file.edges.size() == 2);
  CHECK(file.graph["Comment"].text.find("Left out: 1 of 4 nodes.") != std::string::npos);
}

TEST_CASE("a profile without histogram has zeros for times") {
  TestExecution run = ProfileBuilder().Call("main", "leaf", 3).WithoutHistogram().Build();
  GmlFile file = ReadGmlStrictly(GmlOf(run, run));
  CHECK(file.Node("leaf")["baseSelf"].text == "0.0");
  CHECK(file.Edge("main", "leaf")["diffTime"].text == "0.0");
}

TEST_CASE("random executions obey the rules in every form, with the same bytes each time") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    auto build = [&random]() {
      ProfileBuilder builder;
      auto functions = 1 + random() % 40;
      for (std::size_t i = 0; i < functions; ++i) {
        builder.Function("f" + std::to_string(random() % 60), static_cast<double>(random() % 300) / 100);
      }
      for (auto i = random() % 120; i > 0; --i) {
        std::uint64_t count = random() % 2 == 0 ? random() % 10 : std::uint64_t{random()} << random() % 24;
        builder.Call("f" + std::to_string(random() % 60), "f" + std::to_string(random() % 60), count);
      }
      return builder.Build();
    };
    TestExecution base = build(), other = build();
    GmlOptions options;
    options.size_by_time = random() % 2 == 0;
    options.show_unused = random() % 2 == 0;
    options.max_nodes = random() % 50;
    GmlOf(base, options);
    CHECK(GmlOf(base, other, options) == GmlOf(base, other, options));
    CHECK(GmlOf(base, other, options).size() == GmlOf(base, other, options).size());
  }
}

}  // namespace profdiff::gml_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the pruner: the example of the paper on call graph pruning; random trees, whose results are compared with
// those of a simple recursive function; and arcs that share a callee.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/big_count.h"
#include "profdiff/profile.h"
#include "profdiff/pruning.h"
#include "support/trace_builder.h"

namespace profdiff::prune_test {
namespace {

Core PruneTrace(const Trace& trace, double alpha = 0.1, double beta = 0.1) {
  const TraceProfile profile = ProfileOfTrace(trace);
  return PruneCalls(PathsOf(trace, profile.functions), {alpha, beta, {}});
}

// A tree of calls. Text() writes it for TraceBuilder, with a different name for each call.
struct Tree {
  int self = 0;
  std::vector<Tree> callees;

  int Total() const {
    int total = self;
    for (const Tree& callee : callees) total += callee.Total();
    return total;
  }
  std::string Text(int& number) const {
    std::string text = "f" + std::to_string(number++) + ":" + std::to_string(self);
    for (const Tree& callee : callees) text += (&callee == callees.data() ? "(" : ",") + callee.Text(number);
    return callees.empty() ? text : text + ")";
  }
};

Tree RandomTree(std::mt19937& random, int depth) {
  Tree tree{random() % 8 == 0 ? 400 : static_cast<int>(random() % 20), {}};
  const auto callees = depth == 0 ? 0 : random() % 5;
  for (std::size_t i = 0; i < callees; ++i) tree.callees.push_back(RandomTree(random, depth - 1));
  return tree;
}

// Counts the kept calls and adds up their self times. Multiplies parts by ten instead of dividing the whole by ten,
// because only the multiplication is exact for integers.
void Prune(const Tree& tree, int& kept, int& self) {
  ++kept;
  self += tree.self;
  const int below = tree.Total() - tree.self, size = static_cast<int>(tree.callees.size());
  if (tree.Total() == 0 || 10 * below < tree.Total()) return;
  for (const Tree& callee : tree.callees) {
    if (10 * size * callee.Total() >= below) Prune(callee, kept, self);
  }
}

}  // namespace

TEST_CASE("The example of the paper has the core A, B", "[pruning]") {
  const Trace trace = TraceBuilder().Thread("A:0(B:988(d:1,e:1),C:4(f:6))").Build();
  const TraceProfile profile = ProfileOfTrace(trace);
  const PathGraph graph = PathsOf(trace, profile.functions);
  const Core core = PruneCalls(graph, {0.1, 0.1, {0.1, 0.001}});
  CHECK(core.nodes == "6");
  CHECK(core.kept == "2");
  CHECK(core.recovery == Approx(0.988));
  REQUIRE(core.paths.size() == 2);
  CHECK(profile.functions[graph.nodes[core.paths[1].node].function].name == "B");
  CHECK(core.paths[1].parent == 0);
  CHECK(core.paths[1].inclusive == Approx(990e-9));
  REQUIRE(core.sweep.size() == 4);
  CHECK(core.sweep[0].nodes == "2");
  CHECK(core.sweep[3].nodes == "6");
}

TEST_CASE("Fifteen equal callees are kept, and so are values that are equal to a limit", "[pruning]") {
  std::string calls = "root:0(";
  for (int i = 0; i < 15; ++i) calls += (i == 0 ? "c" : ",c") + std::to_string(i) + ":7";
  CHECK(PruneTrace(TraceBuilder().Thread(calls + ")").Build()).kept == "16");
  CHECK(PruneTrace(TraceBuilder().Thread("root:27(c:3)").Build()).kept == "2");
  CHECK(PruneTrace(TraceBuilder().Thread("root:28(c:3)").Build()).kept == "1");
  CHECK(PruneTrace(TraceBuilder().Thread("root:0(a:19,b:1)").Build()).kept == "3");
  CHECK(PruneTrace(TraceBuilder().Thread("root:0(a:20,b:1)").Build()).kept == "2");
}

TEST_CASE("1000 random trees keep what a pruner of trees keeps", "[pruning]") {
  std::mt19937 random(6);
  for (int i = 0; i < 1000; ++i) {
    const Tree tree = RandomTree(random, 4);
    if (tree.Total() == 0) continue;
    int number = 0, kept = 0, self = 0;
    Prune(tree, kept, self);
    const Core core = PruneTrace(TraceBuilder().Thread(tree.Text(number)).Build());
    REQUIRE(core.nodes == std::to_string(number));
    REQUIRE(core.kept == std::to_string(kept));
    REQUIRE(core.paths.size() == static_cast<std::size_t>(kept));
    REQUIRE(core.recovery == Approx(static_cast<double>(self) / tree.Total()));
  }
}

TEST_CASE("Paths that share their callees are counted without visiting each", "[pruning]") {
  // A chain of diamonds; each of them doubles the number of paths.
  PathGraph graph;
  constexpr std::uint32_t kDiamonds = 100;
  for (std::uint32_t i = 0; i < kDiamonds; ++i) {
    const std::uint32_t top = 3 * i;
    for (std::uint32_t k = 0; k < 3; ++k) graph.nodes.push_back({.function = FunctionId(top + k), .inclusive = 1});
    graph.nodes[top + 1].inclusive = graph.nodes[top + 2].inclusive = 0.5;
  }
  graph.nodes.push_back({.function = FunctionId(std::size_t{3} * kDiamonds), .self = 1, .inclusive = 1});
  for (std::uint32_t i = 0; i < kDiamonds; ++i) {
    const std::uint32_t top = 3 * i;
    const auto first = static_cast<std::uint32_t>(graph.arcs.size());
    graph.arcs.insert(graph.arcs.end(), {{top + 1}, {top + 2}, {top + 3, 0.5}, {top + 3, 0.5}});
    for (std::uint32_t k = 0; k < 3; ++k) {
      graph.nodes[top + k].first_arc = first + (k == 0 ? 0 : k + 1);
      graph.nodes[top + k].end_arc = first + 2 + k;
    }
  }
  graph.nodes.back().first_arc = graph.nodes.back().end_arc = static_cast<std::uint32_t>(graph.arcs.size());
  graph.roots = {{0}};
  const Core core = PruneCalls(graph, {});
  // The sum of 3 x 2^i for i below 100, plus 2^100.
  CHECK(core.kept == "5070602400912917605986812821501");
  CHECK(core.nodes == core.kept);
  CHECK(core.recovery == Approx(1));
  CHECK(core.functions == 301);
  CHECK(core.paths.size() == Core::kMostPaths);
}

TEST_CASE("Large counts are exact up to a thousand digits", "[pruning]") {
  BigCount count(1);
  for (int i = 0; i < 70; ++i) count *= 3;
  CHECK(count.Text() == "2503155504993241601315571986085849");
  count += BigCount(18446744073709551615u);
  CHECK(count.Text() == "2503155504993260048059645695637464");
  CHECK(BigCount().Text() == "0");
  CHECK(BigCount(1000000000).Text() == "1000000000");
  for (int i = 0; i < 4000; ++i) count += BigCount(count);
  CHECK(count.Text().size() == 999);
}

TEST_CASE("Calls without times cannot be pruned", "[pruning]") {
  CHECK_THROWS_AS(PruneTrace(TraceBuilder().Thread("main:0(c:0)").Build()), Error);
  CHECK_THROWS_AS(PruneTrace(TraceBuilder().Thread("main(c)").Build(), 0), Error);
  CHECK_THROWS_AS(PruneTrace(TraceBuilder().Thread("main(c)").Build(), 0.5, 1), Error);
}

}  // namespace profdiff::prune_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for chains: where a call adds a function to a chain, and the resulting order.
#include "analyze/link_order/chain_placer.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

namespace profdiff::chain_placer_test {
namespace {

using Node = ChainPlacer::Node;
using Calls = std::vector<ChainPlacer::Call>;

struct Placed {
  std::vector<Node> order;
  std::vector<std::uint32_t> left_over;
};

Placed PlaceAll(std::size_t nodes, Calls calls, ChainPlacer::Mode mode, std::uint64_t total) {
  ChainPlacer placer(nodes, nodes, total);
  std::vector<std::uint32_t> list(calls.size());
  std::iota(list.begin(), list.end(), 0u);
  std::vector<std::uint32_t> left_over = placer.Place(calls, list, mode);
  return {placer.order(), left_over};
}

}  // namespace

TEST_CASE("a caller precedes its callee, a second callee precedes the caller", "[chain_placer]") {
  CHECK(PlaceAll(2, {{0, 1, 5}}, ChainPlacer::Mode::kAll, 5).order == std::vector<Node>{0, 1});
  CHECK(PlaceAll(3, {{0, 1, 5}, {0, 2, 4}}, ChainPlacer::Mode::kAll, 9).order == std::vector<Node>{2, 0, 1});
}

TEST_CASE("a new function joins the nearer end of a chain", "[chain_placer]") {
  // The chain is 0 1 2 3. A new caller of 1 is placed before 0, a new caller of 2 after 3. If both ends are equally
  // near, a caller is placed at the start and a callee at the end.
  Calls chain = {{0, 1, 9}, {1, 2, 9}, {2, 3, 9}};
  auto with = [&chain](Node caller, Node callee) {
    Calls calls = chain;
    calls.push_back({caller, callee, 1});
    return PlaceAll(5, calls, ChainPlacer::Mode::kAll, 28).order;
  };
  CHECK(with(4, 1) == std::vector<Node>{4, 0, 1, 2, 3});
  CHECK(with(4, 2) == std::vector<Node>{0, 1, 2, 3, 4});
  CHECK(with(1, 4) == std::vector<Node>{4, 0, 1, 2, 3});
  CHECK(with(2, 4) == std::vector<Node>{0, 1, 2, 3, 4});
  chain = {{0, 1, 9}, {1, 2, 9}};
  CHECK(with(3, 1) == std::vector<Node>{3, 0, 1, 2});
  CHECK(with(1, 3) == std::vector<Node>{0, 1, 2, 3});
}

TEST_CASE("two functions that have neighbours are not joined", "[chain_placer]") {
  Placed placed = PlaceAll(4, {{0, 1, 9}, {2, 3, 8}, {1, 2, 7}, {1, 0, 6}}, ChainPlacer::Mode::kAll, 30);
  CHECK(placed.order == std::vector<Node>{0, 1, 2, 3});
  CHECK(placed.left_over == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("calls beyond 99 % are left over", "[chain_placer]") {
  Calls calls = {{0, 1, 99}, {2, 3, 1}};
  Placed placed = PlaceAll(4, calls, ChainPlacer::Mode::kTop, 100);
  CHECK(placed.order == std::vector<Node>{0, 1});
  CHECK(placed.left_over == std::vector<std::uint32_t>{1});
  CHECK(PlaceAll(4, calls, ChainPlacer::Mode::kAll, 100).order == std::vector<Node>{0, 1, 2, 3});
}

TEST_CASE("without any counts every call is tried", "[chain_placer]") {
  CHECK(PlaceAll(2, {{0, 1, 0}}, ChainPlacer::Mode::kTop, 0).order == std::vector<Node>{0, 1});
}

TEST_CASE("calls marked as done count but join nothing; their callers are placed alone at the end", "[chain_placer]") {
  Calls calls = {{0, 1, 60, true}, {2, 3, 40}};
  CHECK(PlaceAll(4, calls, ChainPlacer::Mode::kTop, 100).order.empty());
  CHECK(PlaceAll(4, calls, ChainPlacer::Mode::kAll, 100).order == std::vector<Node>{2, 3, 0});
}

TEST_CASE("placed functions join nothing", "[chain_placer]") {
  ChainPlacer placer(3, 3, 9);
  placer.SetPlaced(0, true);
  Calls calls = {{0, 1, 5}, {1, 2, 4}};
  std::vector<std::uint32_t> list = {0, 1};
  CHECK(placer.Place(calls, list, ChainPlacer::Mode::kAll) == std::vector<std::uint32_t>{0});
  CHECK(placer.order() == std::vector<Node>{1, 2});
}

TEST_CASE("tied nodes that form a ring are placed once", "[chain_placer]") {
  // Before the calls are placed, node 1 is already the successor of node 2. Node 0 calls both.
  ChainPlacer placer(3, 0, 0);
  placer.Tie(2, 1);
  Calls calls = {{0, 2, 0}, {0, 1, 0}};
  std::vector<std::uint32_t> list = {0, 1};
  placer.Place(calls, list, ChainPlacer::Mode::kAll);
  CHECK(placer.order() == std::vector<Node>{1, 0, 2});
}

TEST_CASE("every node of a random graph comes out at most once, and callers that joined are next to callees",
          "[chain_placer]") {
  std::mt19937 engine(11);
  auto random = [&engine](std::size_t below) { return static_cast<Node>(engine() % below); };
  for (int round = 0; round < 200; ++round) {
    Node nodes = 2 + random(30);
    Calls calls;
    for (std::size_t i = random(60); i-- > 0;) {
      Node caller = random(nodes);
      Node callee = random(nodes);
      if (caller != callee) calls.push_back({caller, callee, random(5)});
    }
    Placed placed = PlaceAll(nodes, calls, ChainPlacer::Mode::kAll, 1000);
    std::vector<int> seen(nodes, 0);
    for (Node node : placed.order) ++seen[node];
    REQUIRE(std::ranges::all_of(seen, [](int times) { return times <= 1; }));
    for (const ChainPlacer::Call& call : calls) REQUIRE((seen[call.caller] == 1 || seen[call.callee] == 1));
  }
}

TEST_CASE("a chain of a million functions is placed", "[chain_placer]") {
  constexpr Node kLength = 1000000;
  Calls calls;
  for (Node i = 0; i + 1 < kLength; ++i) calls.push_back({i, i + 1, 1});
  Placed placed = PlaceAll(kLength, calls, ChainPlacer::Mode::kAll, kLength);
  REQUIRE(placed.order.size() == kLength);
  CHECK(std::ranges::is_sorted(placed.order));
}

}  // namespace profdiff::chain_placer_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for strongly connected components: their ids, the order of their members, and deep graphs.
#include "values/cycles.h"

#include <catch2/catch.hpp>
#include <random>

#include "profdiff/profile.h"

namespace profdiff::cycles_test {
namespace {

std::vector<Arc> Arcs(std::initializer_list<std::pair<int, int>> pairs) {
  std::vector<Arc> arcs;
  for (auto [from, to] : pairs) {
    arcs.push_back({FunctionId(static_cast<std::size_t>(from)), FunctionId(static_cast<std::size_t>(to)), 1});
  }
  return arcs;
}

std::vector<std::vector<int>> Members(const Components& components) {
  std::vector<std::vector<int>> members;
  for (const auto& cycle : components.members) {
    members.emplace_back();
    for (FunctionId f : cycle) members.back().push_back(static_cast<int>(f.value));
  }
  return members;
}

}  // namespace

TEST_CASE("without cycles every function has an id, callees first", "[cycles]") {
  Components components = FindCycles(4, Arcs({{0, 1}, {1, 2}, {0, 2}, {3, 0}, {2, 2}}));
  CHECK(components.members.empty());
  CHECK(components.number == std::vector<std::uint32_t>{3, 2, 1, 4});
}

TEST_CASE("the newest arc is followed first, and members are in the order of visits", "[cycles]") {
  Components components = FindCycles(4, Arcs({{0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 3}, {3, 1}}));
  CHECK(Members(components) == std::vector<std::vector<int>>{{0, 2, 3, 1}});
}

TEST_CASE("cycles are ordered by the member entered first", "[cycles]") {
  Components components = FindCycles(5, Arcs({{4, 3}, {3, 4}, {1, 2}, {2, 1}, {0, 4}, {0, 1}}));
  CHECK(Members(components) == std::vector<std::vector<int>>{{1, 2}, {4, 3}});
  CHECK(components.cycle[2] == CycleId(0));
  CHECK(components.cycle[3] == CycleId(1));
  CHECK_FALSE(components.cycle[0].valid());
}

TEST_CASE("a chain and a ring of a million functions", "[cycles]") {
  constexpr std::size_t kLength = 1000000;
  std::vector<Arc> arcs;
  for (std::size_t i = 0; i + 1 < kLength; ++i) arcs.push_back({FunctionId(i), FunctionId(i + 1), 1});
  CHECK(FindCycles(kLength, arcs).members.empty());
  arcs.push_back({FunctionId(kLength - 1), FunctionId(std::size_t{0}), 1});
  Components ring = FindCycles(kLength, arcs);
  REQUIRE(ring.members.size() == 1);
  CHECK(ring.members[0].size() == kLength);
}

TEST_CASE("two functions share a component if and only if each reaches the other", "[cycles]") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::size_t n = 2 + random() % 9;
    std::vector<Arc> arcs;
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n + random() % n; ++i) {
      std::size_t from = random() % n;
      std::size_t to = random() % n;
      arcs.push_back({FunctionId(from), FunctionId(to), 1});
      reach[from][to] = true;
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
        }
      }
    }
    Components components = FindCycles(n, arcs);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        bool same = reach[i][j] && reach[j][i];
        REQUIRE((components.number[i] == components.number[j]) == same);
        if (reach[i][j] && !same) REQUIRE(components.number[i] > components.number[j]);
      }
    }
  }
}

}  // namespace profdiff::cycles_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/index_by_end.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

namespace profdiff::index_by_end_test {
namespace {

struct Ends {
  FunctionId caller, callee;
};

std::vector<Ends> RandomArcs(std::size_t count, std::size_t functions) {
  std::mt19937 random(5);
  std::vector<Ends> arcs(count);
  for (Ends& arc : arcs) arc = {FunctionId(random() % functions), FunctionId(random() % functions)};
  return arcs;
}

}  // namespace

TEST_CASE("items are in the order of their numbers, and those of one number in their original order",
          "[index_by_end]") {
  const std::vector<std::uint32_t> numbers = {2, 0, 2, 4, 0, 2};
  const auto number_of = [&](std::size_t i) { return numbers[i]; };
  const std::vector<std::uint32_t> first = CountByNumber(5, numbers.size(), number_of);
  CHECK(first == std::vector<std::uint32_t>{0, 2, 2, 5, 5, 6});
  const auto placed = PlaceByNumber(numbers.size(), first, number_of, [](std::size_t i) { return 10 * i; });
  CHECK(placed == std::vector<std::size_t>{10, 40, 0, 20, 50, 30});
}

TEST_CASE("many items are in the order of a stable sort", "[index_by_end]") {
  std::mt19937 random(6);
  std::vector<std::uint32_t> numbers(5000);
  for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random() % 300);
  const auto number_of = [&](std::size_t i) { return numbers[i]; };
  std::vector<std::size_t> sorted(numbers.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::ranges::stable_sort(sorted, {}, number_of);
  const std::vector<std::uint32_t> first = CountByNumber(300, numbers.size(), number_of);
  CHECK(PlaceByNumber(numbers.size(), first, number_of, [](std::size_t i) { return i; }) == sorted);
}

TEST_CASE("arcs by one of their ends are newest first", "[index_by_end]") {
  constexpr std::size_t kFunctions = 40;
  const std::vector<Ends> arcs = RandomArcs(GENERATE(0U, 1U, 1000U), kFunctions);
  for (FunctionId Ends::*end : {&Ends::caller, &Ends::callee}) {
    const std::vector<std::uint32_t> first = CountByEnd(kFunctions, std::span(arcs), end);
    const auto index = IndexByEnd(std::span(arcs), end, first, [](std::size_t i) { return i; });
    REQUIRE(first.size() == kFunctions + 1);
    REQUIRE(index.size() == arcs.size());
    CHECK(first.back() == arcs.size());
    for (std::size_t f = 0; f < kFunctions; ++f) {
      for (std::size_t i = first[f]; i < first[f + 1]; ++i) {
        REQUIRE((arcs[index[i]].*end).value == f);
        if (i > first[f]) REQUIRE(index[i - 1] > index[i]);
      }
    }
  }
}

}  // namespace profdiff::index_by_end_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sort_by_number.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

using Pair = std::pair<std::uint64_t, std::size_t>;  // a number, and where it stood

// Numbers of some bits, at a place of the 64, with many equal ones among them if there are few bits.
std::vector<Pair> SomeNumbers(std::size_t count, unsigned bits, unsigned shift) {
  std::mt19937_64 random(count + bits + shift);
  std::vector<Pair> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.emplace_back((random() & ((std::uint64_t{1} << bits) - 1)) << shift, i);
  return numbers;
}

TEST_CASE("numbers are sorted, equal ones in the order in which they stood") {
  const auto count = static_cast<std::size_t>(GENERATE(0, 1, 2, 255, 256, 257, 5000));
  const auto [bits, shift] = GENERATE(Pair{1, 0}, Pair{4, 60}, Pair{12, 3}, Pair{24, 0}, Pair{63, 1});
  std::vector<Pair> sorted = SomeNumbers(count, static_cast<unsigned>(bits), static_cast<unsigned>(shift));
  std::vector<Pair> expected = sorted;
  std::sort(expected.begin(), expected.end());
  SortByNumber(std::span(sorted), [](const Pair& pair) { return pair.first; });
  CHECK(sorted == expected);
}

TEST_CASE("where all numbers are equal, nothing moves") {
  std::vector<Pair> sorted;
  for (std::size_t i = 0; i < 1000; ++i) sorted.emplace_back(0xffffffffffffffff, i);
  const std::vector<Pair> expected = sorted;
  SortByNumber(std::span(sorted), [](const Pair& pair) { return pair.first; });
  CHECK(sorted == expected);
}

}  // namespace
}  // namespace profdiff

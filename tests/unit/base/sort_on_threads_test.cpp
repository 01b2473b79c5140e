// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sort_on_threads.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace profdiff::sort_on_threads_test {

TEST_CASE("sorts the same way on any number of threads", "[sort_on_threads]") {
  const std::size_t size = GENERATE(0U, 1U, 100U, 20'000U, 40'001U);
  const unsigned threads = GENERATE(0U, 1U, 2U, 3U, 7U);
  std::vector<std::uint32_t> values(size);
  std::iota(values.begin(), values.end(), 0U);
  std::vector<std::uint32_t> wanted(values.rbegin(), values.rend());
  std::shuffle(values.begin(), values.end(), std::mt19937(1));
  SortOnThreads(std::span(values), threads, std::greater<>());
  CHECK(values == wanted);
}

}  // namespace profdiff::sort_on_threads_test

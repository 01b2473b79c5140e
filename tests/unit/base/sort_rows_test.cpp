// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sort_rows.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace profdiff::sort_rows_test {
namespace {

// Returns rows with random values below `numbers`; row i has the index i.
std::vector<SortRow> MakeRows(std::size_t count, unsigned numbers) {
  std::mt19937 random(3);
  std::vector<SortRow> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    rows[i] = {static_cast<double>(random() % numbers), 0, static_cast<std::uint32_t>(i), random() % numbers};
    rows[i].kind = static_cast<std::uint32_t>(random() % std::min(numbers, 3U));
  }
  return rows;
}

std::vector<std::string> MakeNames(std::size_t count) {
  std::mt19937 random(4);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("function_" + std::to_string(random() % count));
  return names;
}

void CheckSorted(const std::vector<SortRow>& rows, const std::vector<std::string>& names, unsigned threads) {
  std::vector<SortRow> wanted = rows, sorted = rows;
  const auto key = [&](const SortRow& row) {
    return std::make_tuple(-row.time, row.kind, ~row.calls, std::string_view(names[row.at]), row.at);
  };
  std::ranges::sort(wanted, {}, key);
  SortRows(
      std::span(sorted), [&](std::uint32_t at) { return std::string_view(names[at]); }, threads);
  CHECK(std::ranges::equal(sorted, wanted, {}, key, key));
}

}  // namespace

TEST_CASE("rows sort by numbers, then by names, then by place", "[sort_rows]") {
  const std::size_t count = GENERATE(0U, 1U, 2U, 300U, 40'000U);
  const unsigned numbers = GENERATE(1U, 2U, 10U, 1'000'000U);
  const unsigned threads = GENERATE(1U, 2U);
  CheckSorted(MakeRows(count, numbers), MakeNames(count), threads);
}

TEST_CASE("rows are sorted if a few names differ from all others", "[sort_rows]") {
  const std::size_t count = 20'000;
  std::vector<std::string> names = MakeNames(count);
  names[7'000] = "main";
  names[0] = "";
  names[count - 1] = "_start";
  CheckSorted(MakeRows(count, 1), names, GENERATE(1U, 2U));
}

}  // namespace profdiff::sort_rows_test

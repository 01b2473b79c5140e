// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/model/product_scan.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <vector>

namespace profdiff::product_scan_test {
namespace {

using Column = std::vector<double>;

// Returns the values of a function of two numbers from 1 to 5.
Column Values(const std::function<double(double, double)>& function) {
  Column values;
  for (int x = 1; x <= 5; ++x) {
    for (int y = 1; y <= 5; ++y) values.push_back(function(x, y));
  }
  return values;
}

const std::vector<Column> kColumns = {
    Values([](double x, double) { return x; }),       Values([](double, double y) { return y; }),
    Values([](double x, double y) { return x * y; }), Values([](double x, double y) { return x * x * std::log2(y); }),
    Values([](double, double) { return 7; }),         Values([](double x, double) { return 3 * x; })};
const Column kOnes(25, 1);

}  // namespace

TEST_CASE("The best sums of two and of three terms are found", "[models]") {
  const ProductScan two(kColumns, Values([](double x, double y) { return 5 + 2 * y + x * x * std::log2(y); }), kOnes);
  const std::vector<TermSum> pairs = two.BestPairs(3);
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0] == TermSum{1, 3});
  const ProductScan three(kColumns, Values([](double x, double y) { return 2 * y + 3 * x * y + x * x * std::log2(y); }),
                          kOnes);
  CHECK(three.BestTriples(three.BestPairs(3), 2).at(0) == TermSum{1, 2, 3});
}

TEST_CASE("A sum has no coefficient below 0, no constant among its terms, and no term twice", "[models]") {
  const ProductScan scan(kColumns, Values([](double x, double y) { return 100 + 2 * x - y; }), kOnes);
  const std::vector<TermSum> pairs = scan.BestPairs(100);
  for (const TermSum& pair : pairs) {
    CHECK(pair != TermSum{0, 1});
    CHECK(pair != TermSum{0, 5});
    CHECK(pair[1] != 4);
  }
  CHECK(scan.BestTriples({{0, 2}}, 100).size() <= 1);
}

TEST_CASE("A point without weight does not matter", "[models]") {
  Column values = Values([](double x, double y) { return 5 + 2 * y + x * x * std::log2(y); });
  Column weights = kOnes;
  values[12] = 1000;
  weights[12] = 0;
  CHECK(ProductScan(kColumns, values, weights).BestPairs(1).at(0) == TermSum{1, 3});
}

}  // namespace profdiff::product_scan_test

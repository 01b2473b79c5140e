// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for intervals over plausible forms, and for the slope of logarithms.
#include "analyze/model/interval.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "analyze/model/can_model.h"

namespace profdiff::interval_test {

TEST_CASE("An interval is the union of the bands of all forms", "[models]") {
  const ModelTerm linear{.factors = {{0, 1, 1, 0}}}, square{.factors = {{0, 2, 1, 0}}};
  const PlausibleForm forms[] = {{{nullptr, &linear}, {0, 3}, {1, 0, 0, 0}, 2, false},
                                 {{nullptr, &square}, {0, 1}, {0, 0, 0, 0}, 2, false}};
  const double at[] = {10};
  const auto interval = IntervalAt(forms, at);
  REQUIRE(interval);
  CHECK(interval->first == Approx(28));
  CHECK(interval->second == Approx(100));
  const double near[] = {0.1};
  CHECK(IntervalAt(forms, near)->first == 0);
  const auto exponent = ExponentInterval(std::span(forms).last(1), at, 0);
  CHECK(exponent->first == Approx(2));
  CHECK(exponent->second == Approx(2));
  CHECK_FALSE(IntervalAt({}, at));
}

TEST_CASE("The slope of logarithms has an interval and a probability", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {1, 2, 4, 8}, squares = {1, 4, 16, 64}, same = {5, 5, 5, 5}, noisy = {1, 5, 13, 70};
  const auto exact = SlopeOfLogarithms(sizes, squares);
  REQUIRE(exact);
  CHECK(exact->slope == Approx(2));
  CHECK(exact->p == 0);
  CHECK(exact->high == Approx(2));
  CHECK(SlopeOfLogarithms(sizes, same)->p == 1);
  const auto line = SlopeOfLogarithms(sizes, noisy);
  CHECK(line->low < 2);
  CHECK(line->high > 2);
  CHECK(line->p < 0.01);
  CHECK_FALSE(SlopeOfLogarithms(sizes, std::vector<double>{1, 0, 2, 3}));
  CHECK_FALSE(SlopeOfLogarithms(std::vector<double>{1, 2}, std::vector<double>{1, 2}));
}

}  // namespace profdiff::interval_test

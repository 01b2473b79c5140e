// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the forms of models: their number, their texts and their local exponents.
#include "analyze/model/forms.h"

#include <catch2/catch.hpp>

#include "values/model_text.h"

namespace profdiff::forms_test {
namespace {

const std::vector<std::string> kNames = {"n", "m"};

ModelTerm Term(int numerator, int denominator, int logarithm) { return {{{0, numerator, denominator, logarithm}}, {}}; }

}  // namespace

TEST_CASE("There are 42 rising and 11 falling normal forms, and no logarithms below 1", "[models]") {
  const std::string forms[] = {"pmnf"};
  CHECK(ShapesOfOne(forms, true).size() == 1 + 42 + 11);
  CHECK(ShapesOfOne(forms, false).size() == 1 + 19 + 10);
  const std::string unknown[] = {"cubic"};
  CHECK_THROWS_AS(ShapesOfOne(unknown, true), Error);
}

TEST_CASE("Terms are written as expressions", "[models]") {
  CHECK(TermText({}, kNames) == "1");
  CHECK(TermText(Term(3, 2, 0), kNames) == "n^1.5");
  CHECK(TermText(Term(4, 3, 0), kNames) == "n^(4/3)");
  CHECK(TermText(Term(1, 1, 1), kNames) == "n*log2(n)");
  CHECK(TermText(Term(-1, 1, 1), kNames) == "n^-1*log2(n)");
  CHECK(TermText(Term(-1, 3, 0), kNames) == "n^(-1/3)");
  CHECK(TermText(Term(0, 1, 2), kNames) == "log2(n)^2");
  CHECK(TermText({{{0, 1, 1, 0}, {1, 2, 1, 0}}, {}}, kNames) == "n*m^2");
  CHECK(FitText({"pmnf", {{}, Term(2, 1, 0)}, {-1.5, 0.25}, 0, 0, 0}, kNames) == "-1.5 + 0.25*n^2");
  CHECK(FitText({"power", {Term(1, 1, 0)}, {1.19, -3.68}, 0, 0, 0}, kNames) == "exp(1.19*log(n) - 3.68)");
}

TEST_CASE("The local exponent is the slope in a log-log plot", "[models]") {
  const std::vector<double> at = {64};
  CHECK(*ExponentOf({"pmnf", {{}, Term(3, 2, 0)}, {0, 2}, 0, 0, 0}, at, 0) == Approx(1.5));
  const ModelFit fit{"pmnf", {{}, Term(1, 1, 2)}, {10, 2}, 0, 0, 0};
  const double step = 1e-5, up = 64 * (1 + step), down = 64 / (1 + step);
  const double slope = std::log(FitAt(fit, {&up, 1}) / FitAt(fit, {&down, 1})) / std::log(up / down);
  CHECK(*ExponentOf(fit, at, 0) == Approx(slope));
  CHECK_FALSE(ExponentOf({"constant", {{}}, {-1}, 0, 0, 0}, at, 0));
}

}  // namespace profdiff::forms_test

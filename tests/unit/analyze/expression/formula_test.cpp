// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for formulas that muparser evaluates, including values that are unknown because they are not finite.
#include "analyze/expression/formula.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "profdiff/error.h"
#include "profdiff/expression.h"

using namespace profdiff;

namespace {

double Value(const std::string& text, double x = 0) {
  static const FormulaEngine engine;
  return Formula(engine, text, {{"x", &x}}).Value();
}
bool IsUnknown(const std::string& text, double x = std::numeric_limits<double>::quiet_NaN()) {
  return std::isnan(Value(text, x));
}

}  // namespace

TEST_CASE("Formulas have values", "[properties]") {
  if (!CanEvaluate()) return;
  CHECK(Value("(1+2)*3-(-4)") == 13);
  CHECK(Value("over(1,4)") == 0.25);
  CHECK(Value("part(0,0)") == 0);
  CHECK(Value("iff(gt(x,1),least(3,2),most(3,2))", 0) == 3);
  CHECK(Value("and(1,or(0,not(0)))") == 1);
  CHECK(Value("ne(1,2)+eq(2,2)+lt(1,2)+le(2,2)+ge(2,2)") == 5);
  CHECK(Value("root(9)+abs(-2)") == 5);
  CHECK(Value("0.1+1e-05+1e+20") == 0.1 + 1e-05 + 1e+20);
}

TEST_CASE("Unknown values are passed on unless they are not needed", "[properties]") {
  if (!CanEvaluate()) return;
  for (const char* text :
       {"x", "x+1", "over(1,0)", "gt(over(1,0),1)", "part(1,0)", "lt(x,1)", "not(x)", "and(1,x)", "and(x,0)", "or(0,x)",
        "or(x,1)", "iff(x,1,2)", "least(x,1)", "root(-1)", "1e300*1e300", "gt(1e300*1e300,0)"}) {
    INFO(text);
    CHECK(IsUnknown(text));
  }
  CHECK(Value("and(0,over(1,0))") == 0);
  CHECK(Value("or(1,over(1,0))") == 1);
  CHECK(Value("iff(0,over(1,0),7)") == 7);
}

TEST_CASE("A formula that muparser rejects is an error", "[properties]") {
  if (!CanEvaluate()) return;
  CHECK_THROWS_AS(Value("1+"), Error);
  CHECK_THROWS_AS(Value("y"), Error);
}

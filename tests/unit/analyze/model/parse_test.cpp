// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for parsing parameters and conditions as users write them.
#include <catch2/catch.hpp>

#include "profdiff/models.h"

namespace profdiff::parse_test {

TEST_CASE("Parameters and rules are parsed, and nonsense is refused", "[models]") {
  CHECK(ParseParameterValues("n=100,m=2.5") == ParameterValues{{"n", 100}, {"m", 2.5}});
  for (const char* text : {"", "n", "n=", "n=0", "n=-1", "n=nan", "n=1,n=2", "1n=3", "n=1x", "n=inf"}) {
    INFO(text);
    CHECK_THROWS_AS(ParseParameterValues(text), Error);
  }
  CHECK(ParseParametersOfFile("n=100, mode = seq,q=-1") == ParameterValues{{"n", 100}, {"mode", 0, "seq"}, {"q", -1}});
  for (const char* text : {"", "n", "n=", "n=1,n=2", "1n=3"}) {
    INFO(text);
    CHECK_THROWS_AS(ParseParametersOfFile(text), Error);
  }
  const ParameterRule rule = ParseParameterRule("a::b(int)@arg1=n");
  CHECK(rule.function == "a::b(int)");
  CHECK(rule.argument == "arg1");
  CHECK(rule.name == "n");
  for (const char* text : {"f@arg1", "f=n", "@arg1=n", "f@=n", "f@arg1="})
    CHECK_THROWS_AS(ParseParameterRule(text), Error);
  CHECK(ParseModelGate("predicted >= 20 ms").limit == Approx(0.02));
  CHECK(ParseModelGate("error<10%").relation == "<");
  for (const char* text : {"exponent", "speed > 1", "exponent > x", "error > 10s"}) {
    INFO(text);
    CHECK_THROWS_AS(ParseModelGate(text), Error);
  }
}

}  // namespace profdiff::parse_test

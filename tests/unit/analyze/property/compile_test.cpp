// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for looking up the names in properties before any property is evaluated.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "read/property/asl.h"
#include "support/properties.h"

namespace profdiff::compile_test {

using tests::AslError;
using tests::WithCondition;

namespace {

const std::string kModel = "CONTEXT M { a; b; }\n";

std::string Body(const std::string& lets, const std::string& condition) {
  return "{ " + lets + " CONDITION: " + condition + "; CONFIDENCE: 1; SEVERITY: 1; }\n";
}

}  // namespace

TEST_CASE("Undefined names are refused with file and line", "[properties]") {
  const auto is = [](const std::string& text, const std::string& error) {
    CHECK(AslError(text) == "test.asl:" + error);
  };
  is(WithCondition("m.z > 0"), "2: CONTEXT M has no metric 'z'");
  is(WithCondition("n.a > 0"), "2: 'n' is not a context");
  is(WithCondition("a > 0"), "2: 'a' is not defined");
  is(WithCondition("m > 0"), "2: expected a value, not a context: take a metric of it");
  is(WithCondition("m"), "2: expected a value, not a context: take a metric of it");
  is(WithCondition("f(m) > 0"), "2: there is no function 'f'");
  is(WithCondition("IF(1, 2) > 0"), "2: IF needs 3 values");
  is(WithCondition("MIN(1) > 0"), "2: MIN needs at least 2 values");
  is(WithCondition("share > 0"), "2: 'share' needs a 'LET lost = …'");
  is("PROPERTY P(M m) " + Body("", "1"), "1: there is no CONTEXT 'M'");
  is(kModel + "PROPERTY P(M m) REFINES Q " + Body("", "1"), "2: there is no PROPERTY 'Q' to refine");
  is(kModel + "PROPERTY P(M m) IS T<1>;", "2: there is no TEMPLATE 'T'");
  is(kModel + "TEMPLATE T<x>(M m) " + Body("", "x") + "PROPERTY P(M m) IS T<1, 2>;", "3: 'T' needs 1 arguments, not 2");
  is(kModel + "TEMPLATE T<x>(M m) " + Body("", "y"), "2: 'y' is not defined");
  is(kModel + "TEMPLATE T<x>(M m) " + Body("LET x = 1;", "x"), "2: 'x' has two meanings");
  is(kModel + "METAPROPERTY A(M m) = P(m);", "2: there is no property 'P'");
  is(kModel + "LET f(x) = y;", "2: 'y' is not defined");
  is(kModel + "PROPERTY P(M m) " + Body("LET unused = z;", "1"), "2: 'z' is not defined");
}

TEST_CASE("A replaced context without a required metric is named with its file", "[properties]") {
  PropertySet set = ParseProperties(WithCondition("m.b > 0"), "test.asl");
  AddProperties(set, ParseProperties("\nCONTEXT M { a; }", "mine.asl"));
  try {
    CheckProperties(set);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(TextOf(error.message()) ==
          "test.asl:2: CONTEXT M has no metric 'b': mine.asl:2 replaces the definition in test.asl");
  }
  AddProperties(set, ParseProperties("CONTEXT M { a; b; }", "third.asl"));
  CheckProperties(set);
}

TEST_CASE("Functions and templates of a file do not change those of other files", "[properties]") {
  const std::string both =
      "CONTEXT M { a; }\nLET f(x) = 2 * x;\nTEMPLATE T<x>(M m) " + Body("", "x") + "PROPERTY P(M m) IS T<f(m.a)>;";
  PropertySet set = ParseProperties(both, "first.asl");
  AddProperties(set, ParseProperties("LET f(x) = x + 1;\nTEMPLATE T<x, y>(M m) " + Body("", "x + y") +
                                         "PROPERTY Q(M m) IS T<f(m.a), 1>;",
                                     "second.asl"));
  CheckProperties(set);
  REQUIRE(set.functions.size() == 2);
  CHECK(set.functions[0].head.name == "f");
  CHECK(set.functions[1].head.name == "second.asl:f");
  CHECK(set.properties[0].arguments[0].back().name == "f");
  CHECK(set.properties[1].arguments[0].back().name == "second.asl:f");
  CHECK(set.properties[1].made_of == "second.asl:T");
  const std::size_t functions = set.functions.size();
  AddProperties(set, ParseProperties(both, "third.asl"));  // the same definitions again
  CHECK(set.functions.size() == functions);
}

TEST_CASE("Definitions that depend on themselves are refused", "[properties]") {
  const auto is = [](const std::string& text, const std::string& error) {
    CHECK(AslError(kModel + text) == "test.asl:" + error);
  };
  is("PROPERTY P(M m) " + Body("LET x = y; LET y = x;", "x"), "2: 'x' depends on itself");
  is("PROPERTY P(M m) { CONDITION: 1; CONFIDENCE: 1; SEVERITY: severity; }", "2: 'severity' depends on itself");
  is("LET f(x) = g(x); LET g(x) = f(x);\nPROPERTY P(M m) " + Body("", "f(1)"), "2: 'f' depends on itself");
  is("PROPERTY P(M m) REFINES Q " + Body("", "1") + "PROPERTY Q(M m) REFINES P " + Body("", "1"),
     "2: 'P' refines itself");
  is("METAPROPERTY A(M m) = B(m);\nMETAPROPERTY B(M m) = A(m);", "3: 'A' depends on itself");
}

TEST_CASE("Definitions that use each other cost time in proportion to their length, and their depth is limited",
          "[properties]") {
  // The definition of f40 would have 2^40 terms if the definitions that it uses were expanded.
  std::string text = kModel + "LET f0(x) = x + 1;\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string below = "f" + std::to_string(i - 1) + "(x)";
    text += "LET f" + std::to_string(i) + "(x) = " + below + " + " + below + ";\n";
  }
  CHECK(AslError(text + "PROPERTY P(M m) " + Body("", "f40(m.a)")) == "");
  for (int i = 41; i <= 300; ++i) text += "LET f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(x);\n";
  CHECK(AslError(text + "PROPERTY P(M m) " + Body("", "f300(m.a)"))
            .ends_with("definitions that are nested more than 200 levels deep"));
}

TEST_CASE("MIN and MAX have long operands", "[properties]") {
  std::string sum = "m.a", all;
  for (int i = 0; i < 600; ++i) sum += "+m.a";
  for (int i = 0; i < 8; ++i) all += (i == 0 ? "MAX(" : ", ") + sum;
  const Measurements run = tests::Measure("region,file,line,rank,thread,metric,value\nmain,,,,,a,2\n");
  const Findings found = FindProperties(run, ParseProperties(WithCondition(all + ") > 1201"), "test.asl"));
  CHECK(found.properties.size() == 2);  // one finding for the program and one for main
  CHECK(found.not_applicable.empty());
}

}  // namespace profdiff::compile_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for files of properties: properties that are read, written and read again are unchanged.
#include "read/property/asl.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "profdiff/properties.h"
#include "support/properties.h"
#include "support/write_properties.h"
#include "values/expression_parser.h"

namespace profdiff::asl_test {

using tests::AslError;
using tests::WithCondition;
using tests::WriteProperties;

namespace {

std::string Printed(const PropertySet& set) {
  std::string text;
  WriteProperties(text, set);
  return text;
}

// Parses an expression and returns it as the library prints it.
std::string Printed(const std::string& text) {
  return ExpressionText(ParseProperties(WithCondition(text), "test.asl").properties[0].body.condition);
}

// Random expressions for a seed: operators, calls and values in any order that the grammar allows.
class RandomExpressions {
 public:
  explicit RandomExpressions(unsigned seed) : random_(seed) {}

  std::string Make(int depth) {
    if (depth == 0) return Leaf();
    switch (random_() % 8) {
      case 0:
        return "NOT (" + Make(depth - 1) + ")";
      case 1:
        return "-(" + Make(depth - 1) + ")";
      case 2:
        return "IF(" + Make(depth - 1) + ", " + Make(depth - 1) + ", " + Make(depth - 1) + ")";
      case 3:
        return "MAX(" + Make(depth - 1) + ", " + Make(depth - 1) + ")";
      default: {
        const char* const operators[] = {"OR", "AND", "<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/"};
        return "(" + Make(depth - 1) + ") " + operators[random_() % 12] + " (" + Make(depth - 1) + ")";
      }
    }
  }

 private:
  std::string Leaf() {
    const char* const leaves[] = {"m.a", "m.b.sum", "3", "0.1", "12.5%", "3ms", "7us", "2s", "threshold"};
    return leaves[random_() % 9];
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("All parts of the language are read, and are written as they were read", "[properties]") {
  const PropertySet set = ParseProperties(
      "// a comment\nCONTEXT M { a; b; } LET rate(s) = s.a / s.b; LET twice(x) = 2 * x;\n"
      "TEMPLATE T<x, y>(M m) { LET lost = x; CONDITION: x > threshold AND share >= min_share; CONFIDENCE: .5;"
      " SEVERITY: x / y; }\n"
      "PROPERTY P(M m) HINT \"do // less\" IS T<m.a, (m.b > 1)>;\n"
      "PROPERTY Q(M m) REFINES P { LET r = rate(m); CONDITION: NOT r == 0; CONFIDENCE: 100%; SEVERITY: twice(r); }\n"
      "METAPROPERTY Both(M m) = P(m) AND (Q(m) OR NOT P(m));\n",
      "test.asl");
  CHECK(set.properties[0].hint == "do // less");
  CHECK(set.properties[1].refines == "P");
  CHECK(Printed(set) ==
        "CONTEXT M {\n  a;\n  b;\n}\nLET rate(s) = s.a / s.b;\nLET twice(x) = 2 * x;\n"
        "TEMPLATE T<x, y> (M m) {\n  LET lost = x;\n  CONDITION: x > threshold AND share >= min_share;\n"
        "  CONFIDENCE: 0.5;\n  SEVERITY: x / y;\n}\n"
        "PROPERTY P(M m) HINT \"do // less\" IS T<m.a, (m.b > 1)>;\n"
        "PROPERTY Q(M m) REFINES P {\n  LET r = rate(m);\n  CONDITION: NOT r == 0;\n  CONFIDENCE: 100%;\n"
        "  SEVERITY: twice(r);\n}\nMETAPROPERTY Both(M m) = P(m) AND (Q(m) OR NOT P(m));\n");
  CHECK(ParseProperties(Printed(set), "again") == set);
  CHECK_NOTHROW(CheckProperties(set));
}

TEST_CASE("The built-in properties do not change when they are printed and parsed", "[properties]") {
  const PropertySet set = BuiltInProperties();
  CHECK(set.properties.size() >= 9);
  CHECK(ParseProperties(Printed(set), "again") == set);
  CHECK_NOTHROW(CheckProperties(set));
}

TEST_CASE("Operators bind as in the grammar", "[properties]") {
  CHECK(Printed("m.a + m.b * 2 < 3 AND NOT m.a > 1 OR m.b == 2") == "m.a + m.b * 2 < 3 AND NOT m.a > 1 OR m.b == 2");
  CHECK(Printed("(m.a + m.b) * 2 - (3 - 4) - 5") == "(m.a + m.b) * 2 - (3 - 4) - 5");
  CHECK(Printed("((m.a)) / ((m.b / 2))") == "m.a / (m.b / 2)");
  CHECK(Printed("- m.a * - m.b") == "-m.a * -m.b");
  CHECK(Printed("-(m.a * m.b)") == "-(m.a * m.b)");
  CHECK(Printed("(m.a OR m.b) AND (NOT (m.a AND m.b))") == "(m.a OR m.b) AND NOT (m.a AND m.b)");
  CHECK(Printed("(m.a < 1) == (m.b < 1)") == "(m.a < 1) == (m.b < 1)");
  CHECK(Printed("MIN(m.a, 1, m.b.max) + 5ms") == "MIN(m.a, 1, m.b.max) + 5ms");
}

TEST_CASE("Random expressions do not change when they are printed and parsed", "[properties]") {
  RandomExpressions random(7);
  for (int i = 0; i < 300; ++i) {
    const PropertySet set = ParseProperties(WithCondition(random.Make(i % 6)), "test.asl");
    CHECK(ParseProperties(Printed(set), "again") == set);
  }
}

TEST_CASE("A mistake is reported with its line and what was expected there", "[properties]") {
  const auto is = [](const std::string& text, const std::string& error) {
    CHECK(AslError(text) == "test.asl:" + error);
  };
  is("PROPRTY", "1: expected CONTEXT, LET, TEMPLATE, PROPERTY or METAPROPERTY, not 'PROPRTY'");
  is("CONTEXT M { a }", "1: expected ';', not '}'");
  is("CONTEXT M {\n\n  a; a; }", "3: 'a' occurs twice");
  is("CONTEXT M { a; }\nCONTEXT M { a; }", "2: 'M' is defined in line 1 already");
  is("LET f(x) = ;", "1: expected a value, not ';'");
  is("LET f(x) = (x;", "1: expected ')' or an operator, not ';'");
  is("LET f(x) = x x;", "1: expected ';', not 'x'");
  is("LET f(x) = 1 < 2 < 3;", "1: expected only one comparison (join two with AND), not '<'");
  is("LET f(x) = 1 < NOT x;", "1: expected a value (put NOT in parentheses), not 'NOT'");
  is("LET f(x) = x.a.most;", "1: expected sum, max, min, mean, count or worst, not 'most'");
  CHECK(ParseProperties("LET f(x) = 1 % + 2 ms;", "") == ParseProperties("LET f(x) = 1% + 2ms;", ""));
  is("LET f(x) = 3 kg;", "1: expected ';', not 'kg'");
  is("LET f(x) = 3kg;", "1: expected %, s, ms, us or a blank after the number 3");
  is("LET f(x) = 1e999;", "1: a number that is too large");
  is("LET f(x) = 3", "1: expected ';', not the end of the file");
  is("LET f(x) = x ! 1;", "1: '!' is not part of the language");
  is("LET AND(x) = 1;", "1: expected the name of a function, not 'AND'");
  is("PROPERTY P(M m) HINT \"no end\n", "1: expected '\"' at the end of a string");
  is("PROPERTY P(M m) HINT 3", "1: expected a string in quotes, not '3'");
  is("PROPERTY P(M m) {\nCONFIDENCE", "2: expected 'CONDITION', not 'CONFIDENCE'");
  is("PROPERTY P(M m) IS T<1, 2;", "1: expected '>', not ';'");
  is("METAPROPERTY A(M m) = P(n);", "1: expected properties as 'NAME(m)', joined by AND, OR and NOT");
  is("CONTEXT M {", "1: expected the name of a metric, or '}', not the end of the file");
}

TEST_CASE("Depth does not need recursion, and is limited", "[properties]") {
  const auto nested = [](std::size_t depth) {
    return AslError(WithCondition(std::string(depth, '(') + "1" + std::string(depth, ')')));
  };
  CHECK(nested(200) == "");
  CHECK(nested(201) == "test.asl:2: an expression that is nested more than 200 levels deep");
  CHECK(nested(1000000) == "test.asl:2: an expression that is nested more than 200 levels deep");
  CHECK(AslError(WithCondition(std::string(1000000, '-') + "1")) ==
        "test.asl:2: an expression that is nested more than 200 levels deep");
  std::string sum = "1";
  for (int i = 0; i < 4000; ++i) sum += " + 1";
  CHECK(AslError(WithCondition(sum)) == "");
}

}  // namespace profdiff::asl_test

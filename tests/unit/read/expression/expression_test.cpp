// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for parsing expressions: precedence, and the texts of messages.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/property_set.h"

namespace profdiff::expression_test {
namespace {

// Returns the terms in postfix order, separated by blanks.
std::string Postfix(const std::string& text) {
  constexpr const char* kSigns[] = {"",   "",  "",   "",  "",  "",  "",  "<",   "<=", ">",
                                    ">=", "=", "!=", "+", "-", "*", "/", "neg", "^"};
  std::string out;
  for (const ExpressionTerm& term : ParseExpression(text).terms) {
    out += out.empty() ? "" : " ";
    switch (term.kind) {
      case ExpressionTerm::Kind::kNumber:
        out += std::to_string(static_cast<int>(term.number));
        break;
      case ExpressionTerm::Kind::kName:
        out += term.name;
        break;
      case ExpressionTerm::Kind::kCall:
        out += term.name + "/" + std::to_string(term.operands);
        break;
      default:
        out += kSigns[static_cast<std::size_t>(term.kind)];
    }
  }
  return out;
}

std::string Complaint(const std::string& text) {
  try {
    ParseExpression(text, {"here", {}, {}});
  } catch (const Error& error) {
    return TextOf(error.message());
  }
  return "";
}

}  // namespace

TEST_CASE("Operators bind as in mathematics", "[expressions]") {
  CHECK(Postfix("1+2*3-4") == "1 2 3 * + 4 -");
  CHECK(Postfix("2^3^2") == "2 3 2 ^ ^");
  CHECK(Postfix("-2^2") == "2 2 ^ neg");
  CHECK(Postfix("2^-3^2*4") == "2 3 2 ^ neg ^ 4 *");
  CHECK(Postfix("-a*b") == "a neg b *");
  CHECK(Postfix("a - -b") == "a b neg -");
  CHECK(Postfix("a+1<=b*2") == "a 1 + b 2 * <=");
  CHECK(Postfix("(a=b)!=(c>=d)") == "a b = c d >= !=");
  CHECK(Postfix(" IF( n>3 ,Max(1,2,3), -Log2(N))") == "n 3 > 1 2 3 max/3 N log2/1 neg if/3");
  CHECK(ParseExpression("2.5e-1").terms.at(0).number == 0.25);
  CHECK(ParseExpression(".5").terms.at(0).number == 0.5);
}

TEST_CASE("Messages contain what was expected, and where", "[expressions]") {
  CHECK(Complaint("1 + )") == "here: '1 + )', column 5: expected a number, a name, '-' or '(', not ')'");
  CHECK(Complaint("") == "here: '', column 1: expected a number, a name, '-' or '(', not the end");
  CHECK(Complaint("(1") == "here: '(1', column 3: expected ')' or an operator, not the end");
  CHECK(Complaint("1)") == "here: '1)', column 2: expected an operator, not ')'");
  CHECK(Complaint("2n") == "here: '2n', column 2: expected an operator, not 'n'");
  CHECK(Complaint("a<b<c") == "here: 'a<b<c', column 4: expected only one comparison, not '<'");
  CHECK(Complaint("system(1)") ==
        "here: 'system(1)', column 1: expected a function (if, log, log2, log10, exp, sqrt, abs, ceil, floor, min or "
        "max), not 'system'");
  CHECK(Complaint("log+1") == "here: 'log+1', column 4: expected '(' after log, not '+'");
  CHECK(Complaint("if(1,2)") == "here: 'if(1,2)', column 7: expected ',': if takes 3 values, not ')'");
  CHECK(Complaint("log(1,2)") == "here: 'log(1,2)', column 6: expected ')': log takes 1 value, not ','");
  CHECK(Complaint("(1,2)") == "here: '(1,2)', column 3: expected ')' or an operator, not ','");
  CHECK(Complaint("1,2") == "here: '1,2', column 2: expected an operator, not ','");
  CHECK(Complaint("1e999") == "here: '1e999', column 1: expected a number between 1e-307 and 1e308, not '1e999'");
  CHECK(Complaint("n == 1") == "here: 'n == 1', column 4: expected a number, a name, '-' or '(', not '='");
  CHECK(Complaint("a\x1b") == "here: 'a?', column 2: expected an operator, not '?'");
}

TEST_CASE("Depth and length are limited", "[expressions]") {
  CHECK_NOTHROW(ParseExpression(std::string(200, '(') + "1" + std::string(200, ')')));
  CHECK(Complaint(std::string(201, '(')).find("column 201: nested more than 200 levels deep") != std::string::npos);
  CHECK(Complaint(std::string(100000, '-')).find("nested more than 200 levels deep") != std::string::npos);
  std::string chain = "2";
  for (int i = 0; i < 201; ++i) chain += "^1";
  CHECK(Complaint(chain).find("nested more than 200 levels deep") != std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 5000; ++i) sum += "+1";
  CHECK(Complaint(sum).find("more than 10000 terms") != std::string::npos);
}

}  // namespace profdiff::expression_test

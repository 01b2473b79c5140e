// SPDX-License-Identifier: GPL-3.0-or-later
// The words of expressions in properties: numbers with units, names, metrics (CONTEXT.METRIC, CONTEXT.METRIC.sum), and
// calls. Tests: tests/unit/read/property/asl_test.cpp.
#include "read/property/expression.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "values/expression_parser.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

constexpr std::string_view kAggregates[] = {"sum", "max", "min", "mean", "count", "worst"};

class PropertyWords final : public ExpressionWords {
 public:
  explicit PropertyWords(AslLexer& lexer) : lexer_(lexer) {}

  bool Is(std::string_view word) override { return lexer_.Is(word); }
  bool Take(std::string_view word) override { return lexer_.Take(word); }
  std::uint32_t Position() override { return lexer_.word().line; }

  // Units stay with their numbers as text, and are applied when the property is compiled.
  ExpressionTerm TakeValue() override {
    const AslWord word = lexer_.word();
    if (word.kind == AslWord::Kind::kNumber) {
      lexer_.Step();
      return {.kind = Kind::kNumber, .number = word.number, .member = std::string(word.unit), .position = word.line};
    }
    ExpressionTerm term{.kind = Kind::kName, .name = lexer_.ExpectName("a value"), .position = word.line};
    if (lexer_.Take("(")) {
      term.kind = Kind::kCall;
      term.operands = 1;
    } else if (lexer_.Take(".")) {
      term.kind = Kind::kMetric;
      term.member = lexer_.ExpectName("the name of a metric");
      if (lexer_.Take(".")) term.aggregate = TakeAggregate();
    }
    return term;
  }

  [[noreturn]] void Refuse(ExpressionMistake mistake, std::uint32_t position) override {
    if (mistake == ExpressionMistake::kTooDeep) {
      lexer_.Fail(position,
                  "an expression that is nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    }
    if (mistake == ExpressionMistake::kTooLong) lexer_.Fail(position, "an expression of more than 10000 terms");
    if (mistake == ExpressionMistake::kLooseNot) lexer_.FailExpecting("a value (put NOT in parentheses)");
    if (mistake == ExpressionMistake::kSecondComparison) {
      lexer_.FailExpecting("only one comparison (join two with AND)");
    }
    lexer_.FailExpecting("')' or an operator");
  }

 private:
  std::string TakeAggregate() {
    const std::string_view word = lexer_.word().text;
    if (std::ranges::find(kAggregates, word) == std::end(kAggregates)) {
      lexer_.FailExpecting("sum, max, min, mean, count or worst");
    }
    lexer_.Step();
    return std::string(word);
  }

  AslLexer& lexer_;
};

}  // namespace

AslExpression TakeExpression(AslLexer& lexer, bool in_angles) {
  PropertyWords words(lexer);
  return ParsePostfix(words, kPropertyOperators, in_angles ? ">" : "");
}

}  // namespace profdiff

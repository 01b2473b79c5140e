// SPDX-License-Identifier: GPL-3.0-or-later
// Dijkstra's shunting-yard algorithm: operators stay on a stack until one of the same or lower precedence follows. It
// needs no recursion. Precedence, from the loosest: OR, AND, NOT, comparisons, + -, * /, sign. Operands are numbers
// with units, names, metrics (CONTEXT.METRIC, CONTEXT.METRIC.sum), and calls. Tests:
// tests/unit/read/property/asl_test.cpp.
#include "read/property/expression.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

using Kind = AslTerm::Kind;

struct Operator {
  std::string_view text;
  Kind kind;
  int binds;  // precedence; a larger value binds more tightly
};
constexpr int kComparison = 4, kNot = 3, kUnaryMinus = 7;
constexpr Operator kOperators[] = {
    {"OR", Kind::kOr, 1},
    {"AND", Kind::kAnd, 2},
    {"<", Kind::kLess, kComparison},
    {"<=", Kind::kLessEqual, kComparison},
    {">", Kind::kGreater, kComparison},
    {">=", Kind::kGreaterEqual, kComparison},
    {"==", Kind::kEqual, kComparison},
    {"!=", Kind::kNotEqual, kComparison},
    {"+", Kind::kAdd, 5},
    {"-", Kind::kSubtract, 5},
    {"*", Kind::kMultiply, 6},
    {"/", Kind::kDivide, 6},
};
constexpr std::string_view kAggregates[] = {"sum", "max", "min", "mean", "count"};

class ExpressionParser {
 public:
  ExpressionParser(AslLexer& lexer, bool in_angles) : lexer_(lexer), in_angles_(in_angles) {}

  AslExpression Parse() {
    do {
      TakeOperand();
      while (TakeClosing()) {
      }
    } while (TakeOperator());
    if (open_ > 0) lexer_.FailExpecting("')' or an operator");
    Reduce(0);
    return std::move(out_);
  }

 private:
  struct Waiting {
    AslTerm term;
    int binds;  // precedence; 0 for an open parenthesis, which belongs to a call if `term` is kCall
  };

  // Parses prefix operators, open parentheses and the operand after them.
  void TakeOperand() {
    for (;;) {
      const std::uint32_t line = lexer_.word().line;
      if (lexer_.Is("NOT")) {
        // "a < NOT b" is an error, because NOT has a lower precedence than the operator before it.
        if (!waiting_.empty() && waiting_.back().binds > kNot) lexer_.FailExpecting("a value (put NOT in parentheses)");
        lexer_.Step();
        Push({.kind = Kind::kNot, .operands = 1, .line = line}, kNot);
      } else if (lexer_.Take("-")) {
        Push({.kind = Kind::kNegate, .operands = 1, .line = line}, kUnaryMinus);
      } else if (lexer_.Take("(")) {
        Push({.line = line}, 0);
        ++open_;
      } else if (!TakeValue()) {
        return;
      }
    }
  }

  // Parses a value. Returns true if the operand is yet to come, after the open parenthesis of a call. Units stay with
  // their numbers as text, and are applied when the expression is evaluated.
  bool TakeValue() {
    const AslWord word = lexer_.word();
    if (word.kind == AslWord::Kind::kNumber) {
      lexer_.Step();
      Add({.kind = Kind::kNumber, .number = word.number, .member = std::string(word.unit), .line = word.line});
      return false;
    }
    AslTerm term{.kind = Kind::kName, .line = word.line};
    term.name = lexer_.ExpectName("a value");
    if (lexer_.Take("(")) {
      term.kind = Kind::kCall;
      term.operands = 1;
      Push(std::move(term), 0);
      ++open_;
      return true;
    }
    if (lexer_.Take(".")) {
      term.kind = Kind::kMetric;
      term.member = lexer_.ExpectName("the name of a metric");
      if (lexer_.Take(".")) {
        if (std::ranges::find(kAggregates, lexer_.word().text) == std::end(kAggregates)) {
          lexer_.FailExpecting("sum, max, min, mean or count");
        }
        term.aggregate = lexer_.word().text;
        lexer_.Step();
      }
    }
    Add(std::move(term));
    return false;
  }

  // Parses a ")" of this expression, which closes the innermost parenthesis. Returns false if there is none.
  bool TakeClosing() {
    if (open_ == 0 || !lexer_.Take(")")) return false;
    Reduce(1);
    AslTerm term = std::move(waiting_.back().term);
    waiting_.pop_back();
    --open_;
    if (term.kind == Kind::kCall) Add(std::move(term));
    return true;
  }

  // Parses an operator, or a comma between arguments; an operand must follow. Returns false if there is neither.
  bool TakeOperator() {
    if (open_ > 0 && lexer_.Is(",")) {
      Reduce(1);
      AslTerm& call = waiting_.back().term;
      if (call.kind != Kind::kCall) lexer_.FailExpecting("')' or an operator");
      ++call.operands;
      lexer_.Step();
      return true;
    }
    // Within angle brackets, ">" ends the argument; a comparison must be in parentheses there.
    if (in_angles_ && open_ == 0 && lexer_.Is(">")) return false;
    const auto found =
        std::ranges::find_if(kOperators, [this](const Operator& known) { return lexer_.Is(known.text); });
    if (found == std::end(kOperators)) return false;
    const bool compares = found->binds == kComparison;
    Reduce(compares ? found->binds + 1 : found->binds);
    if (compares && !waiting_.empty() && waiting_.back().binds == kComparison) {
      lexer_.FailExpecting("only one comparison (join two with AND)");
    }
    Push({.kind = found->kind, .operands = 2, .line = lexer_.word().line}, found->binds);
    lexer_.Step();
    return true;
  }

  // Moves operators of at least this precedence from the top of the stack to the output. Stops at parentheses, which
  // have precedence 0.
  void Reduce(int binds) {
    while (!waiting_.empty() && waiting_.back().binds >= std::max(binds, 1)) {
      Add(std::move(waiting_.back().term));
      waiting_.pop_back();
    }
  }

  void Push(AslTerm term, int binds) {
    if (waiting_.size() == kDeepestExpression) {
      lexer_.Fail(term.line,
                  "an expression that is nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    }
    waiting_.push_back({std::move(term), binds});
  }

  void Add(AslTerm term) {
    constexpr std::size_t kMostTerms = 10'000;
    if (out_.size() == kMostTerms) lexer_.Fail(term.line, "an expression of more than 10000 terms");
    out_.push_back(std::move(term));
  }

  AslLexer& lexer_;
  const bool in_angles_;
  std::vector<Waiting> waiting_;
  std::size_t open_ = 0;  // number of open parentheses
  AslExpression out_;
};

}  // namespace

AslExpression TakeExpression(AslLexer& lexer, bool in_angles) { return ExpressionParser(lexer, in_angles).Parse(); }

}  // namespace profdiff

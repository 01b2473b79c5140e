// SPDX-License-Identifier: GPL-3.0-or-later
// Dijkstra's shunting-yard algorithm: operators stay on a stack until one of the same or lower precedence follows. It
// needs no recursion. Precedence, from the loosest: OR, AND, NOT, comparisons, + -, * /, sign, ^. So -2^2 is -4, as in
// mathematics, and 2^-1 is allowed. ^ is right-associative, comparisons do not chain, and all other operators are
// left-associative. Nothing is parsed ahead, so each error is reported at the word that causes it.
#include "values/expression_parser.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/fold_postfix.h"
#include "base/text.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

constexpr unsigned kArithmetic = kPlainOperators | kPropertyOperators, kRelations = kArithmetic | kGateRelations;
constexpr int kComparison = 4, kPowerBinds = 8, kOperandBinds = 9;
// Longer operators come before their prefixes.
constexpr ExpressionOperator kOperators[] = {
    {"or", Kind::kOr, 1, 2, kGateOperators},
    {"OR", Kind::kOr, 1, 2, kPropertyOperators},
    {"and", Kind::kAnd, 2, 2, kGateOperators},
    {"AND", Kind::kAnd, 2, 2, kPropertyOperators},
    {"not", Kind::kNot, 3, 1, kGateOperators},
    {"NOT", Kind::kNot, 3, 1, kPropertyOperators},
    {"<=", Kind::kLessEqual, kComparison, 2, kRelations},
    {">=", Kind::kGreaterEqual, kComparison, 2, kRelations},
    {"!=", Kind::kNotEqual, kComparison, 2, kRelations},
    {"==", Kind::kEqual, kComparison, 2, kPropertyOperators | kGateRelations},
    {"<", Kind::kLess, kComparison, 2, kRelations},
    {">", Kind::kGreater, kComparison, 2, kRelations},
    {"=", Kind::kEqual, kComparison, 2, kPlainOperators | kGateRelations},
    {"+", Kind::kAdd, 5, 2, kArithmetic},
    {"-", Kind::kSubtract, 5, 2, kArithmetic},
    {"*", Kind::kMultiply, 6, 2, kArithmetic},
    {"/", Kind::kDivide, 6, 2, kArithmetic},
    {"-", Kind::kNegate, 7, 1, kArithmetic},
    {"^", Kind::kPower, kPowerBinds, 2, kPlainOperators},
};

class PostfixParser {
 public:
  PostfixParser(ExpressionWords& words, OperatorSet operators, std::string_view end)
      : words_(words), operators_(operators), end_(end) {}

  std::vector<ExpressionTerm> Parse() {
    do {
      TakeOperand();
      while (TakeClosing()) {
      }
    } while (TakeOperator());
    if (open_ > 0) Refuse(ExpressionMistake::kUnclosed);
    Reduce(1);
    return std::move(out_);
  }

 private:
  struct Waiting {
    ExpressionTerm term;
    int binds;  // precedence; 0 for an open parenthesis, which belongs to a call if `term` is kCall
  };

  void Refuse(ExpressionMistake mistake) { words_.Refuse(mistake, words_.Position()); }

  bool IsWithin(int binds) const { return !waiting_.empty() && waiting_.back().binds >= binds; }

  // Parses prefix operators and open parentheses, and the value after them.
  void TakeOperand() {
    for (;;) {
      const std::uint32_t position = words_.Position();
      const ExpressionOperator* const prefix = NextOperator(words_, operators_, 1);
      if (prefix != nullptr) {
        // "a < NOT b" is an error, because NOT has a lower precedence than the operator before it.
        const bool is_loose = prefix->kind == Kind::kNot && IsWithin(prefix->binds + 1);
        if (is_loose) Refuse(ExpressionMistake::kLooseNot);
        Push({.kind = prefix->kind, .operands = 1, .position = position}, prefix->binds);
        words_.Take(prefix->text);
      } else if (words_.Is("(")) {
        Push({.position = position}, 0);
        words_.Take("(");
      } else {
        ExpressionTerm term = words_.TakeValue();
        if (term.kind != Kind::kCall) return Add(std::move(term));
        Push(std::move(term), 0);
      }
    }
  }

  // Parses a ")" of this expression, which closes the innermost parenthesis. Returns false if there is none.
  bool TakeClosing() {
    if (open_ == 0 || !words_.Is(")")) return false;
    Reduce(1);
    ExpressionTerm term = std::move(waiting_.back().term);
    waiting_.pop_back();
    --open_;
    if (term.kind == Kind::kCall) {
      words_.CheckCall(term, true);
      Add(std::move(term));
    }
    return words_.Take(")");
  }

  // Parses an operator, or a comma between arguments; an operand must follow. Returns false if there is neither.
  bool TakeOperator() {
    if (open_ > 0 && words_.Is(",")) return TakeComma();
    if (open_ == 0 && !end_.empty() && words_.Is(end_)) return false;
    const ExpressionOperator* const found = NextOperator(words_, operators_, 2);
    if (found == nullptr) return false;
    // Operators of the same precedence are reduced first, which makes operators left-associative. Exceptions are
    // powers, which are right-associative, and comparisons, which do not chain: a comparison that is already on the
    // stack must be found and rejected.
    const bool compares = found->binds == kComparison;
    Reduce(compares || found->binds == kPowerBinds ? found->binds + 1 : found->binds);
    if (compares && IsWithin(kComparison)) Refuse(ExpressionMistake::kSecondComparison);
    Push({.kind = found->kind, .operands = 2, .position = words_.Position()}, found->binds);
    return words_.Take(found->text);
  }

  // Finishes the argument before the comma and counts one more argument for the call, which is then on top of the
  // stack.
  bool TakeComma() {
    Reduce(1);
    ExpressionTerm& call = waiting_.back().term;
    if (call.kind != Kind::kCall) Refuse(ExpressionMistake::kUnclosed);
    words_.CheckCall(call, false);
    ++call.operands;
    return words_.Take(",");
  }

  // Moves operators of at least this precedence from the top of the stack to the output. Stops at parentheses, which
  // have precedence 0.
  void Reduce(int binds) {
    while (IsWithin(binds)) {
      Add(std::move(waiting_.back().term));
      waiting_.pop_back();
    }
  }

  // Limits the depth of the stack, and thereby the nesting of the expression.
  void Push(ExpressionTerm term, int binds) {
    if (waiting_.size() == kDeepestExpression) words_.Refuse(ExpressionMistake::kTooDeep, term.position);
    if (binds == 0) ++open_;
    waiting_.push_back({std::move(term), binds});
  }

  void Add(ExpressionTerm term) {
    constexpr std::size_t kMostTerms = 10'000;
    if (out_.size() == kMostTerms) words_.Refuse(ExpressionMistake::kTooLong, term.position);
    out_.push_back(std::move(term));
  }

  ExpressionWords& words_;
  const OperatorSet operators_;
  const std::string_view end_;
  std::vector<Waiting> waiting_;
  std::size_t open_ = 0;  // number of open parentheses
  std::vector<ExpressionTerm> out_;
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The text of a subexpression, and the precedence of its outermost operator.
struct Part {
  std::string text;
  int binds;
};

std::string InParentheses(const Part& part, int least) {
  return part.binds >= least ? part.text : "(" + part.text + ")";
}

std::string OperandText(const ExpressionTerm& term, std::span<const Part> arguments) {
  if (term.kind == Kind::kNumber) return ShortestText(term.number) + term.member;
  std::string text = term.name;
  if (term.kind == Kind::kMetric) text += "." + term.member + (term.aggregate.empty() ? "" : "." + term.aggregate);
  for (const Part& part : arguments) text += (&part == arguments.data() ? "(" : ", ") + part.text;
  return arguments.empty() ? text : text + ")";
}

}  // namespace

// A word must not continue after its end; for example, "only-base" does not match "only-baseline".
bool TextWords::Is(std::string_view word) {
  Position();
  if (!rest().starts_with(word)) return false;
  const std::string_view after = rest().substr(word.size());
  return !IsLetter(word[0]) || after.empty() || !((after[0] >= 'a' && after[0] <= 'z') || after[0] == '-');
}

bool TextWords::Take(std::string_view word) {
  if (!Is(word)) return false;
  at_ += word.size();
  return true;
}

std::uint32_t TextWords::Position() {
  at_ = std::min(text_.find_first_not_of(" \t\n\r", at_), text_.size());
  return static_cast<std::uint32_t>(at_ + 1);
}

const ExpressionOperator* NextOperator(ExpressionWords& words, OperatorSet set, std::uint32_t operands) {
  const auto* const found = std::ranges::find_if(kOperators, [&](const ExpressionOperator& known) {
    return (known.sets & set) != 0 && known.operands == operands && words.Is(known.text);
  });
  return found == std::end(kOperators) ? nullptr : found;
}

std::vector<ExpressionTerm> ParsePostfix(ExpressionWords& words, OperatorSet operators, std::string_view end) {
  return PostfixParser(words, operators, end).Parse();
}

// Operators are surrounded by blanks, and parentheses are written only if they are needed: around a right operand of
// the same precedence, because operators are left-associative, and around a comparison as an operand of another one.
std::string ExpressionText(std::span<const ExpressionTerm> terms) {
  const auto text_of = [](const ExpressionTerm& term, std::span<const Part> parts) -> Part {
    const auto* const found = std::ranges::find_if(kOperators, [&](const ExpressionOperator& known) {
      return known.kind == term.kind && (known.sets & kPropertyOperators) != 0;
    });
    if (found == std::end(kOperators)) return {OperandText(term, parts), kOperandBinds};
    const std::string sign(found->text);
    if (found->operands == 1) {
      return {sign + (found->kind == Kind::kNot ? " " : "") + InParentheses(parts[0], found->binds), found->binds};
    }
    const int left = found->binds == kComparison ? found->binds + 1 : found->binds;
    std::string text = InParentheses(parts[0], left) + " " + sign + " " + InParentheses(parts[1], found->binds + 1);
    return {std::move(text), found->binds};
  };
  return FoldPostfix<Part>(terms, text_of).text;
}

}  // namespace profdiff

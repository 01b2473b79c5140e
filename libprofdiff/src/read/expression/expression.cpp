// SPDX-License-Identifier: GPL-3.0-or-later
// Dijkstra's shunting-yard algorithm: operators stay on a stack until one of the same or lower precedence follows. It
// needs no recursion. The language of properties has its own parser (read/property/expression.cpp), because its words,
// units and metrics differ. Precedence, from the loosest: comparisons, + -, * /, sign, ^. So -2^2 is -4, as in
// mathematics, and 2^-1 is allowed. ^ is right-associative, comparisons do not chain, and all other operators are
// left-associative.
// Tests: tests/unit/read/expression/expression_test.cpp.
#include "profdiff/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

struct ExpressionOperator {
  std::string_view text;
  Kind kind;
  int binds;  // precedence; operators with larger numbers bind more tightly
};
constexpr int kComparison = 1, kSign = 4, kPowerBinds = 5;
// Longer operators come before their prefixes.
constexpr ExpressionOperator kOperators[] = {
    {"<=", Kind::kLessEqual, kComparison},
    {">=", Kind::kGreaterEqual, kComparison},
    {"!=", Kind::kNotEqual, kComparison},
    {"<", Kind::kLess, kComparison},
    {">", Kind::kGreater, kComparison},
    {"=", Kind::kEqual, kComparison},
    {"+", Kind::kAdd, 2},
    {"-", Kind::kSubtract, 2},
    {"*", Kind::kMultiply, 3},
    {"/", Kind::kDivide, 3},
    {"^", Kind::kPower, kPowerBinds},
};

struct ExpressionFunction {
  std::string_view name;
  std::size_t least, most;  // minimum and maximum number of arguments
};
constexpr std::size_t kAnyNumber = 10'000;
constexpr ExpressionFunction kFunctions[] = {
    {"if", 3, 3},  {"log", 1, 1},  {"log2", 1, 1},  {"log10", 1, 1},        {"exp", 1, 1},         {"sqrt", 1, 1},
    {"abs", 1, 1}, {"ceil", 1, 1}, {"floor", 1, 1}, {"min", 2, kAnyNumber}, {"max", 2, kAnyNumber}};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// Converts only ASCII letters, so that names of functions are found in every locale.
std::string InSmallLetters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return small;
}

// Cuts a long expression to the part around a column.
std::string TextAround(std::string_view text, std::size_t at) {
  constexpr std::size_t kShown = 80;
  if (text.size() <= kShown) return WithoutControls(std::string(text));
  const std::size_t first = at < kShown / 2 ? 0 : std::min(at - kShown / 2, text.size() - kShown);
  return (first == 0 ? "" : "...") + WithoutControls(std::string(text.substr(first, kShown))) +
         (first + kShown == text.size() ? "" : "...");
}

[[noreturn]] void FailAt(const Expression& expression, std::size_t at, const std::string& reason) {
  throw Error(ErrorCode::kBadArgument,
              (expression.where.empty() ? "" : expression.where + ": ") + "'" + TextAround(expression.text, at) +
                  "', column " + std::to_string(at + 1) + ": " + reason,
              {}, at + 1);
}

// Alternates between the two states of infix notation: expecting an operand and expecting an operator. Nothing is
// parsed ahead, so each error is reported at the word that causes it.
class TermParser {
 public:
  TermParser(std::string_view text, const std::string& where) {
    out_.text = text;
    out_.where = where;
  }

  Expression Parse() {
    do {
      TakeOperand();
      while (TakeClosing()) {
      }
    } while (TakeOperator());
    if (at_ < out_.text.size() || open_ > 0) FailExpecting(open_ > 0 ? "')' or an operator" : "an operator");
    Reduce(1);  // reduces all operators, because no parenthesis is open here
    return std::move(out_);
  }

 private:
  struct Waiting {
    ExpressionTerm term;
    int binds;  // precedence; 0 for an open parenthesis, which belongs to a call if `term` is kCall
  };

  [[noreturn]] void FailExpecting(const std::string& what) const {
    constexpr std::size_t kShown = 20;
    const std::string_view rest = std::string_view(out_.text).substr(at_);
    const auto word_end = std::ranges::find_if_not(rest, IsNamePart);
    const auto word = static_cast<std::size_t>(word_end - rest.begin());
    const std::string found = WithoutControls(std::string(rest.substr(0, std::clamp<std::size_t>(word, 1, kShown))));
    FailAt(out_, at_, "expected " + what + ", not " + (rest.empty() ? "the end" : "'" + found + "'"));
  }

  // Skips blanks, and returns the next character; zero at the end.
  char Next() {
    at_ = std::min(out_.text.find_first_not_of(" \t\n\r", at_), out_.text.size());
    return out_.text[at_];
  }

  ExpressionTerm TermHere(Kind kind, std::uint32_t operands) const {
    return {.kind = kind, .operands = operands, .column = static_cast<std::uint32_t>(at_ + 1)};
  }

  // Parses signs, opening parentheses and the value after them.
  void TakeOperand() {
    for (;;) {
      const char next = Next();
      if (next == '-') {
        Push(TermHere(Kind::kNegate, 1), kSign);
        ++at_;
      } else if (next == '(') {
        Push(TermHere(Kind::kNumber, 0), 0);
        ++open_;
        ++at_;
      } else if (IsNameStart(next)) {
        if (!TakeName()) return;
      } else {
        return TakeNumber();
      }
    }
  }

  void TakeNumber() {
    const char* const begin = out_.text.data() + at_;
    const char* const end = out_.text.data() + out_.text.size();
    // The string ends with a zero character, which is not a digit.
    if (!IsDigit(*begin) && (*begin != '.' || !IsDigit(begin[1]))) FailExpecting("a number, a name, '-' or '('");
    ExpressionTerm term = TermHere(Kind::kNumber, 0);
    // from_chars accepts no plus sign, and reports numbers outside the range of double, including very small ones.
    const auto result = std::from_chars(begin, end, term.number);
    if (result.ec != std::errc() || !std::isfinite(term.number)) FailExpecting("a number between 1e-307 and 1e308");
    at_ += static_cast<std::size_t>(result.ptr - begin);
    Add(std::move(term));
  }

  // Parses a name, or the start of a call. Returns true if the operand is yet to come: `at_` is then after the open
  // parenthesis.
  bool TakeName() {
    constexpr std::size_t kLongestName = 100;
    const std::string_view rest = std::string_view(out_.text).substr(at_);
    const std::string_view word =
        rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, IsNamePart) - rest.begin()));
    if (word.size() > kLongestName) FailExpecting("a name of at most 100 characters");
    ExpressionTerm term = TermHere(Kind::kName, 0);
    term.name = InSmallLetters(word);
    const auto function = std::ranges::find(kFunctions, term.name, &ExpressionFunction::name);
    // Names of functions are reserved: a variable with such a name would look like a call without its parenthesis.
    const std::size_t begin = std::exchange(at_, at_ + word.size());
    const bool is_call = Next() == '(';
    if (function == std::end(kFunctions)) {
      if (is_call) {
        at_ = begin;
        FailExpecting("a function (if, log, log2, log10, exp, sqrt, abs, ceil, floor, min or max)");
      }
      term.name = word;
      Add(std::move(term));
      return false;
    }
    if (!is_call) FailExpecting("'(' after " + term.name);
    term.kind = Kind::kCall;
    term.operands = 1;
    Push(std::move(term), 0);
    ++open_;
    ++at_;
    return true;
  }

  // Parses a ")", which closes the innermost parenthesis. Returns false if there is no ")" here.
  bool TakeClosing() {
    if (open_ == 0 || Next() != ')') return false;
    Reduce(1);
    ExpressionTerm term = std::move(waiting_.back().term);
    waiting_.pop_back();
    if (term.kind == Kind::kCall) {
      const auto function = std::ranges::find(kFunctions, term.name, &ExpressionFunction::name);
      if (term.operands < function->least) {
        FailExpecting("',': " + term.name + " takes " + (function->most == kAnyNumber ? "at least " : "") +
                      std::to_string(function->least) + " values");
      }
      Add(std::move(term));
    }
    --open_;
    ++at_;
    return true;
  }

  // Parses an operator, after which an operand must follow. Returns false if there is no operator here. A comma within
  // a call counts as an operator.
  bool TakeOperator() {
    const char next = Next();
    if (next == ',' && open_ > 0) return TakeComma();
    const std::string_view rest = std::string_view(out_.text).substr(at_);
    const auto found = std::ranges::find_if(
        kOperators, [rest](const ExpressionOperator& known) { return rest.starts_with(known.text); });
    if (found == std::end(kOperators)) return false;
    const bool is_power = found->kind == Kind::kPower;
    const bool compares = found->binds == kComparison;
    // Operators of the same precedence are reduced first, which makes operators left-associative. Exceptions are
    // powers, which are right-associative, and comparisons, which do not chain: a comparison that is already on the
    // stack must be found and rejected.
    Reduce(is_power || compares ? found->binds + 1 : found->binds);
    if (compares && !waiting_.empty() && waiting_.back().binds == kComparison) {
      FailExpecting("only one comparison");
    }
    Push(TermHere(found->kind, 2), found->binds);
    at_ += found->text.size();
    return true;
  }

  // Finishes the argument before the comma and counts one more argument for the call, which is then on top of the
  // stack.
  bool TakeComma() {
    Reduce(1);
    ExpressionTerm& call = waiting_.back().term;
    if (call.kind != Kind::kCall) FailExpecting("')' or an operator");
    const auto function = std::ranges::find(kFunctions, call.name, &ExpressionFunction::name);
    if (call.operands == function->most) {
      FailExpecting("')': " + call.name + " takes " + std::to_string(function->most) +
                    (function->most == 1 ? " value" : " values"));
    }
    ++call.operands;
    ++at_;
    return true;
  }

  // Moves operators of at least this precedence from the top of the stack to the output.
  void Reduce(int binds) {
    while (!waiting_.empty() && waiting_.back().binds >= binds) {
      Add(std::move(waiting_.back().term));
      waiting_.pop_back();
    }
  }

  // Limits the depth of the stack, and thereby the nesting of the expression.
  void Push(ExpressionTerm term, int binds) {
    if (waiting_.size() == kDeepestExpression) {
      FailAt(out_, at_, "nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    }
    waiting_.push_back({std::move(term), binds});
  }

  void Add(ExpressionTerm term) {
    constexpr std::size_t kMostTerms = 10'000;
    if (out_.terms.size() == kMostTerms) FailAt(out_, at_, "more than 10000 terms");
    out_.terms.push_back(std::move(term));
  }

  Expression out_;
  std::size_t at_ = 0;
  std::vector<Waiting> waiting_;
  std::size_t open_ = 0;  // number of open parentheses
};

}  // namespace

Expression ParseExpression(std::string_view text, const std::string& where) { return TermParser(text, where).Parse(); }

}  // namespace profdiff

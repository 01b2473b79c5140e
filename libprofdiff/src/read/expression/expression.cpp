// SPDX-License-Identifier: GPL-3.0-or-later
// The words of plain expressions: numbers, names, and calls of known functions.
// Tests: tests/unit/read/expression/expression_test.cpp.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "profdiff/property_set.h"
#include "values/expression_parser.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

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

class PlainWords final : public TextWords {
 public:
  explicit PlainWords(const Expression& expression) : TextWords(expression.text), expression_(expression) {}

  std::vector<ExpressionTerm> Parse() {
    std::vector<ExpressionTerm> terms = ParsePostfix(*this, kPlainOperators);
    if (!rest().empty()) FailExpecting("an operator");
    return terms;
  }

  ExpressionTerm TakeValue() override { return IsNameStart(Next()) ? TakeName() : TakeNumber(); }

  void CheckCall(const ExpressionTerm& call, bool ends) override {
    const auto function = std::ranges::find(kFunctions, call.name, &ExpressionFunction::name);
    if (ends ? call.operands >= function->least : call.operands < function->most) return;
    const bool is_open = function->most == kAnyNumber;
    FailExpecting((ends ? "',': " : "')': ") + call.name + " takes " + (is_open ? "at least " : "") +
                  std::to_string(function->least) + (function->least == 1 ? " value" : " values"));
  }

  [[noreturn]] void Refuse(ExpressionMistake mistake, std::uint32_t position) override {
    if (mistake == ExpressionMistake::kTooDeep) {
      FailAt(position, "nested more than " + std::to_string(kDeepestExpression) + " levels deep");
    }
    if (mistake == ExpressionMistake::kTooLong) FailAt(position, "more than 10000 terms");
    if (mistake == ExpressionMistake::kSecondComparison) FailExpecting("only one comparison");
    FailExpecting("')' or an operator");
  }

 private:
  [[noreturn]] void FailExpecting(const std::string& what) const {
    constexpr std::size_t kShown = 20;
    const std::size_t size = std::clamp<std::size_t>(NextName().size(), 1, kShown);
    const std::string found = WithoutControls(std::string(rest().substr(0, size)));
    FailAt(Column(), "expected " + what + ", not " + (rest().empty() ? "the end" : "'" + found + "'"));
  }

  [[noreturn]] void FailAt(std::uint32_t column, const std::string& reason) const {
    throw Error(ErrorCode::kBadArgument,
                "'" + TextAround(text_, column - 1) + "', column " + std::to_string(column) + ": " + reason,
                expression_.source.file, expression_.source.place, expression_.source.remedy);
  }

  std::uint32_t Column() const { return static_cast<std::uint32_t>(at_ + 1); }
  // Returns the next character; zero at the end.
  char Next() const { return rest().empty() ? '\0' : rest()[0]; }
  std::string_view NextName() const {
    return rest().substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest(), IsNamePart) - rest().begin()));
  }

  ExpressionTerm TakeNumber() {
    const std::string_view number = rest();
    const bool is_number = IsDigit(Next()) || (Next() == '.' && number.size() > 1 && IsDigit(number[1]));
    if (!is_number) FailExpecting("a number, a name, '-' or '('");
    ExpressionTerm term{.kind = Kind::kNumber, .position = Column()};
    // from_chars accepts no plus sign, and reports numbers outside the range of double, including very small ones.
    const auto result = std::from_chars(number.data(), number.data() + number.size(), term.number);
    if (result.ec != std::errc() || !std::isfinite(term.number)) FailExpecting("a number between 1e-307 and 1e308");
    at_ += static_cast<std::size_t>(result.ptr - number.data());
    return term;
  }

  ExpressionTerm TakeName() {
    constexpr std::size_t kLongestName = 100;
    const std::string_view word = NextName();
    if (word.size() > kLongestName) FailExpecting("a name of at most 100 characters");
    ExpressionTerm term{.kind = Kind::kName, .name = InSmallLetters(word), .position = Column()};
    const bool is_known = std::ranges::find(kFunctions, term.name, &ExpressionFunction::name) != std::end(kFunctions);
    // Names of functions are reserved: a variable with such a name would look like a call without its parenthesis.
    at_ += word.size();
    const bool is_call = Is("(");
    if (!is_known && !is_call) {
      term.name = word;
      return term;
    }
    if (!is_call) FailExpecting("'(' after " + term.name);
    if (!is_known) {
      at_ = term.position - 1;
      FailExpecting("a function (if, log, log2, log10, exp, sqrt, abs, ceil, floor, min or max)");
    }
    Take("(");
    term.kind = Kind::kCall;
    term.operands = 1;
    return term;
  }

  const Expression& expression_;
};

}  // namespace

Expression ParseExpression(std::string_view text, const ExpressionSource& source) {
  Expression expression{std::string(text), source, {}};
  expression.terms = PlainWords(expression).Parse();
  return expression;
}

}  // namespace profdiff

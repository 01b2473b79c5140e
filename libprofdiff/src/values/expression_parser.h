// SPDX-License-Identifier: GPL-3.0-or-later
// The parser of all expressions: those of models and families, of properties, and of gates. Operators, precedence,
// parentheses and calls are the same in all of these languages. A language adds its own words: the values and the texts
// of its messages.
// Tests: tests/unit/read/expression/expression_test.cpp, tests/unit/read/property/asl_test.cpp,
// tests/unit/analyze/gate/gate_test.cpp.
#ifndef PROFDIFF_VALUES_EXPRESSION_PARSER_H_
#define PROFDIFF_VALUES_EXPRESSION_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/property_set.h"

namespace profdiff {

// Bits of the languages in which an operator exists.
enum OperatorSet : std::uint8_t {
  kPlainOperators = 1,
  kPropertyOperators = 2,
  kGateOperators = 4,
  kGateRelations = 8,  // the comparisons within one condition of a gate
};

struct ExpressionOperator {
  std::string_view text;
  ExpressionTerm::Kind kind;
  int binds;  // precedence; operators with larger numbers bind more tightly
  std::uint32_t operands;
  unsigned sets;  // bits of OperatorSet
};

// Errors that the parser finds in every language.
enum class ExpressionMistake : std::uint8_t { kUnclosed, kSecondComparison, kLooseNot, kTooDeep, kTooLong };

// The words of an expression's text, one after the other. "Next" does not count blanks.
class ExpressionWords {
 public:
  virtual ~ExpressionWords() = default;

  // True if the next word is `word`. Take also skips it.
  virtual bool Is(std::string_view word) = 0;
  virtual bool Take(std::string_view word) = 0;
  // The position of the next word, for ExpressionTerm::position.
  virtual std::uint32_t Position() = 0;
  // Takes a value; or the name of a function and its "(", as a term kCall with one operand.
  virtual ExpressionTerm TakeValue() = 0;
  // Refuses a call with `call.operands` arguments if one more follows, or if it `ends` here.
  virtual void CheckCall(const ExpressionTerm& /*call*/, bool /*ends*/) {}
  // Throws an error about the next word; for kTooDeep and kTooLong, about the term at `position`.
  [[noreturn]] virtual void Refuse(ExpressionMistake mistake, std::uint32_t position) = 0;
};

// The words of a string.
class TextWords : public ExpressionWords {
 public:
  explicit TextWords(std::string_view text) : text_(text) {}

  bool Is(std::string_view word) override;
  bool Take(std::string_view word) override;
  std::uint32_t Position() override;

 protected:
  std::string_view rest() const { return text_.substr(at_); }

  const std::string_view text_;
  std::size_t at_ = 0;
};

// Returns the operator of a set with this number of operands that comes next; null if there is none.
const ExpressionOperator* NextOperator(ExpressionWords& words, OperatorSet set, std::uint32_t operands);

// Parses the longest expression that comes next, and returns its terms in postfix order. `end` is an operator that ends
// the expression unless it is in parentheses.
// Cost: linear, without recursion.
std::vector<ExpressionTerm> ParsePostfix(ExpressionWords& words, OperatorSet operators, std::string_view end = {});

// Returns an expression of a property as it would be written in a file.
std::string ExpressionText(std::span<const ExpressionTerm> terms);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_EXPRESSION_PARSER_H_

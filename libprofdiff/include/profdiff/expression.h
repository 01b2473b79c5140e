// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic expressions of numbers and names in the usual notation, such as "0.16*Q - 8.13", "if(n > cache, n, 0)" or
// "accuracy >= 2".
#ifndef PROFDIFF_EXPRESSION_H_
#define PROFDIFF_EXPRESSION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"

namespace profdiff {

// The maximum nesting of an expression: the number of open parentheses and of operators that still lack operands. It
// also applies to expressions in properties.
inline constexpr std::size_t kDeepestExpression = 200;

// A value or an operation on the values before it. kCall calls the function `name` with `operands` values; other
// operations take one or two values. The same terms are used for properties and for conditions of gates.
struct ExpressionTerm {
  enum class Kind : std::uint8_t {
    kNumber,  // in a property, in the unit `member`: empty, "%", "s", "ms" or "us"
    kName,    // in a property, a parameter, a LET, "threshold", "min_share", "severity" or "share"
    kMetric,  // only in properties: name.member or, with a statistic over locations, name.member.aggregate
    kCall,
    kOr,
    kAnd,
    kNot,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kNegate,
    kPower,
  };

  Kind kind = Kind::kNumber;
  double number = 0;
  // `name`: name of a value or a function; outside of properties, the name of a function is in lower case
  std::string name = {}, member = {}, aggregate = {};
  std::uint32_t operands = 0;
  std::uint32_t position = 1;  // column in the expression's text, in bytes, from 1; in a file of properties, the line

  // Positions do not matter, so that definitions can be compared.
  friend bool operator==(const ExpressionTerm& a, const ExpressionTerm& b) {
    return a.kind == b.kind && a.number == b.number && a.name == b.name && a.member == b.member &&
           a.aggregate == b.aggregate && a.operands == b.operands;
  }
};

// Where an expression was written: parts of the Message about an error in it.
struct ExpressionSource {
  std::string file;
  Place place;
  Remedy remedy;
};

struct Expression {
  std::string text;
  ExpressionSource source;            // for error messages
  std::vector<ExpressionTerm> terms;  // in postfix order: operands before their operator
};

// Reads one expression. Operators by ascending precedence: < <= > >= = != (at most one per expression; the result is 1
// or 0); + -; * /; unary -; ^ (right-associative). Functions, whose case is ignored: if(condition,yes,no); log
// (natural), log2, log10, exp, sqrt, abs, ceil and floor; min and max of two or more values. A name consists of
// letters, digits and "_".
// Errors: kBadArgument, whose cause is "'TEXT', column N: expected …".
// Cost: linear, without recursion.
PROFDIFF_EXPORT Expression ParseExpression(std::string_view text, const ExpressionSource& source = {});

// Returns the names whose values the expression uses, sorted and without duplicates.
PROFDIFF_EXPORT std::vector<std::string> NamesIn(const Expression& expression);

// Checks the names in an expression. Errors: kBadArgument for a name that is not in `known`.
PROFDIFF_EXPORT void CheckNames(const Expression& expression, const std::vector<std::string>& known);

using NamedValues = std::map<std::string, double, std::less<>>;

// Evaluates an expression. Returns NaN if the value is undefined: for 1/0, log(-1) and everything computed from them,
// unless an `if` takes the other branch.
// Errors: kBadArgument for a name without a value.
PROFDIFF_EXPORT double EvaluateExpression(const Expression& expression, const NamedValues& values);

}  // namespace profdiff

#endif  // PROFDIFF_EXPRESSION_H_

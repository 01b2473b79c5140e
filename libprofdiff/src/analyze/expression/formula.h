// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates operations and expressions. Values that are not finite are unknown (NaN), and so is what needs them.
// Test: tests/unit/analyze/expression/formula_test.cpp.
#ifndef PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_
#define PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profdiff/property_set.h"

namespace profdiff {

// Computes an operation from the values of its operands. 0 is false, other numbers are true. An unknown operand of AND,
// OR and `if` matters only if the result depends on it.
using Operation = double (*)(std::span<const double> operands);

// Returns the operation of a term: an operator, a function of ParseExpression, or a call of "part", which is like a
// division, but 0 if the first operand is 0.
Operation OperationOf(const ExpressionTerm& term);

// An expression whose names have been looked up.
struct Formula {
  static constexpr std::size_t kNoCell = static_cast<std::size_t>(-1);

  // A number, the value of a cell, or an operation.
  struct Term {
    double number = 0;
    std::size_t cell = kNoCell;
    Operation operation = nullptr;
    std::uint32_t operands = 0;
  };

  // Returns NaN if the value is undefined or not finite.
  double Value(std::span<const double> cells) const;

  std::vector<Term> terms;  // in postfix order
};

// `names` are the names of the cells. Errors: kBadArgument if the expression contains any other name.
Formula CompileExpression(const Expression& expression, const std::vector<std::string>& names);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_

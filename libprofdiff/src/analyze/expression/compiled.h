// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions compiled to formulas, for evaluation with many values.
// Tests: tests/unit/analyze/expression/compiled_test.cpp.
#ifndef PROFDIFF_ANALYZE_EXPRESSION_COMPILED_H_
#define PROFDIFF_ANALYZE_EXPRESSION_COMPILED_H_

#include <span>
#include <string>
#include <vector>

#include "analyze/expression/formula.h"
#include "profdiff/expression.h"

namespace profdiff {

class CompiledExpression {
 public:
  // `names` sets the order of the arguments of Value().
  // Errors: kBadArgument if the expression contains any other name.
  CompiledExpression(const FormulaEngine& engine, const Expression& expression, const std::vector<std::string>& names);

  CompiledExpression(CompiledExpression&&) noexcept = default;
  CompiledExpression& operator=(CompiledExpression&&) noexcept = default;

  // Returns NaN if the value is undefined or not finite.
  double Value(std::span<const double> values);

 private:
  std::vector<double> cells_;      // values of names, then of steps; never reallocated, as formulas point into them
  std::vector<Formula> formulas_;  // indexed by step
  std::size_t names_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_EXPRESSION_COMPILED_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as formulas, for many values.
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
  // `names` gives the order of values.
  // Errors: kBadArgument for a name that is not among them.
  CompiledExpression(const FormulaEngine& engine, const Expression& expression, const std::vector<std::string>& names);

  CompiledExpression(CompiledExpression&&) noexcept = default;
  CompiledExpression& operator=(CompiledExpression&&) noexcept = default;

  // NaN where the value is unknown. Values that are not finite are unknown.
  double Value(std::span<const double> values);

 private:
  std::vector<double> cells_;      // values, then steps; formulas point to them, so that they never move
  std::vector<Formula> formulas_;  // by step
  std::size_t names_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_EXPRESSION_COMPILED_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas that muparser evaluates. The library is opened when the first engine is made, so programs that use no
// formulas do not load it.
// Test: tests/unit/analyze/expression/formula_test.cpp.
#ifndef PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_
#define PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profdiff {

// Returns the engine's function for a comparison; empty for other operations. The kind is a template parameter, because
// each expression language has its own enumeration of kinds. All enumerations name comparisons alike and in the same
// order.
template <class Kind>
constexpr std::string_view ComparisonFormula(Kind kind) {
  constexpr std::string_view kFormulas[] = {"lt", "le", "gt", "ge", "eq", "ne"};  // from kLess to kNotEqual, in order
  if (kind < Kind::kLess || kind > Kind::kNotEqual) return "";
  return kFormulas[static_cast<std::size_t>(kind) - static_cast<std::size_t>(Kind::kLess)];
}

// The opened muparser library.
class FormulaEngine {
 public:
  struct Functions;

  // Errors: kUnsupported in a build without muparser, or if the library is not installed.
  FormulaEngine();

 private:
  friend class Formula;
  std::shared_ptr<const Functions> functions_;
};

// An expression of numbers, variables, + - * ( ), and the functions below. Values that are not finite are unknown
// (NaN).
//   over(a,b)  a / b; unknown for b = 0
//   part(a,b)  like over(a,b), but 0 for a = 0
//   lt le gt ge eq ne   comparisons: 1 or 0
//   and or not iff      0 is false, other numbers are true; an unknown operand matters only if the result depends on it
//   least most abs root power ln lb lg power_of_e
//   above below   rounding to the next whole number above or below
class Formula {
 public:
  using Variables = std::vector<std::pair<std::string, double*>>;

  // Variables must outlive the formula.
  // Errors: kBadArgument if muparser does not accept the text.
  Formula(const FormulaEngine& engine, const std::string& text, const Variables& variables);

  // Returns the value; NaN if it is not finite.
  double Value() const;

 private:
  std::shared_ptr<const FormulaEngine::Functions> functions_;
  std::shared_ptr<void> handle_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_EXPRESSION_FORMULA_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Translates expressions to formulas for muparser. Names are replaced by variables n0, n1, …, since a name chosen by a
// user could be a function or constant of the engine. A long part of an expression becomes a separate step, since
// muparser accepts at most 20,000 characters; later formulas refer to its value as v0, v1, …
// Tests: tests/unit/analyze/expression/compiled_test.cpp.
#include "analyze/expression/compiled.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

// The functions of the expression language, each with the corresponding function of Formula.
constexpr std::pair<std::string_view, std::string_view> kFormulas[] = {
    {"if", "iff"},  {"log", "ln"},     {"log2", "lb"},     {"log10", "lg"},  {"exp", "power_of_e"}, {"sqrt", "root"},
    {"abs", "abs"}, {"ceil", "above"}, {"floor", "below"}, {"min", "least"}, {"max", "most"}};

// Returns the engine's function for an operation; empty for + - *, which the engine has as operators.
std::string_view FormulaOf(Kind kind) {
  if (kind == Kind::kDivide) return "over";
  return kind == Kind::kPower ? "power" : ComparisonFormula(kind);
}

class TextMaker {
 public:
  explicit TextMaker(const std::vector<std::string>& names) : names_(names) {}

  // Returns the formulas of all steps; the last one computes the value. Expressions are in postfix order, so operands
  // are kept on a stack.
  std::vector<std::string> Make(const Expression& expression) {
    for (const ExpressionTerm& term : expression.terms) {
      operands_.push_back(Shortened(TextOf(term)));
    }
    steps_.push_back(std::move(operands_.back()));
    return std::move(steps_);
  }

 private:
  std::string TextOf(const ExpressionTerm& term) {
    if (term.kind == Kind::kNumber) return ShortestText(term.number);
    if (term.kind == Kind::kName) {
      return "n" + std::to_string(std::ranges::find(names_, term.name) - names_.begin());
    }
    const auto first = operands_.end() - static_cast<std::ptrdiff_t>(term.operands);
    const std::vector<std::string> taken(std::make_move_iterator(first), std::make_move_iterator(operands_.end()));
    operands_.erase(first, operands_.end());
    if (term.kind == Kind::kCall) return CallText(term.name, taken);
    if (term.kind == Kind::kNegate) return "(-" + taken[0] + ")";
    if (const std::string_view formula = FormulaOf(term.kind); !formula.empty()) {
      return std::string(formula) + "(" + taken[0] + "," + taken[1] + ")";
    }
    const char* const sign = term.kind == Kind::kAdd ? "+" : term.kind == Kind::kSubtract ? "-" : "*";
    return "(" + taken[0] + sign + taken[1] + ")";
  }

  // Nests calls, since the engine's functions have two parameters: max(a, b, c) becomes most(most(a,b),c).
  std::string CallText(std::string_view name, const std::vector<std::string>& values) {
    const auto known = std::ranges::find_if(kFormulas, [&](const auto& each) { return each.first == name; });
    const std::string formula(known->second);
    if (values.size() == 1) return formula + "(" + values[0] + ")";
    if (name == "if") return formula + "(" + values[0] + "," + values[1] + "," + values[2] + ")";
    std::string text = values[0];
    for (std::size_t i = 1; i < values.size(); ++i) text = Shortened(formula + "(" + text + "," + values[i] + ")");
    return text;
  }

  // Turns the text of a long formula into a step and returns the step's variable, so that formulas stay far below
  // muparser's limit of 20,000 characters.
  std::string Shortened(std::string text) {
    constexpr std::size_t kLongText = 4000;
    if (text.size() <= kLongText) return text;
    steps_.push_back(std::move(text));
    return "v" + std::to_string(steps_.size() - 1);
  }

  const std::vector<std::string>& names_;
  std::vector<std::string> operands_, steps_;
};

}  // namespace

std::vector<std::string> NamesIn(const Expression& expression) {
  std::vector<std::string> names;
  for (const ExpressionTerm& term : expression.terms) {
    if (term.kind == Kind::kName) names.push_back(term.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void CheckNames(const Expression& expression, const std::vector<std::string>& known) {
  for (const ExpressionTerm& term : expression.terms) {
    if (term.kind != Kind::kName || std::ranges::find(known, term.name) != known.end()) continue;
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? " (known: " : ", ") + name;
    throw Error(ErrorCode::kBadArgument,
                (expression.where.empty() ? "" : expression.where + ": ") + "column " + std::to_string(term.column) +
                    ": there is no value for '" + term.name + "'" + (names.empty() ? "" : names + ")"),
                {}, term.column);
  }
}

CompiledExpression::CompiledExpression(const FormulaEngine& engine, const Expression& expression,
                                       const std::vector<std::string>& names)
    : names_(names.size()) {
  CheckNames(expression, names);
  const std::vector<std::string> steps = TextMaker(names).Make(expression);
  // Sized before any formula is made, because formulas keep pointers to the cells of names and of earlier steps.
  cells_.resize(names.size() + steps.size(), 0);
  Formula::Variables variables;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const bool is_name = i < names_;
    variables.emplace_back(is_name ? "n" + std::to_string(i) : "v" + std::to_string(i - names_), &cells_[i]);
  }
  for (const std::string& step : steps) formulas_.emplace_back(engine, step, variables);
}

double CompiledExpression::Value(std::span<const double> values) {
  std::ranges::copy(values.first(names_), cells_.begin());
  double value = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t step = 0; step < formulas_.size(); ++step) {
    value = formulas_[step].Value();
    cells_[names_ + step] = value;
  }
  return value;
}

double EvaluateExpression(const Expression& expression, const NamedValues& values) {
  std::vector<std::string> names;
  std::vector<double> numbers;
  for (const auto& [name, value] : values) {
    names.push_back(name);
    numbers.push_back(value);
  }
  return CompiledExpression(FormulaEngine(), expression, names).Value(numbers);
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation that could hide an unknown operand checks its operands: a comparison, for example, would otherwise
// hide a division by 0.
// Test: tests/unit/analyze/expression/formula_test.cpp.
#include "analyze/expression/formula.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

#include "base/fold_postfix.h"
#include "profdiff/error.h"
#include "values/check_names.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;
using Values = std::span<const double>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double Known(double a) { return std::isfinite(a) ? a : kUnknown; }
double AsTruth(double a) { return std::isfinite(a) ? a != 0 : kUnknown; }
bool AreKnown(Values v) {
  return std::ranges::all_of(v, [](double a) { return std::isfinite(a); });
}

template <class Relation>
double Compare(Values v) {
  return AreKnown(v) ? Relation()(v[0], v[1]) : kUnknown;
}

double Over(Values v) { return v[1] == 0 ? kUnknown : v[0] / v[1]; }

struct KnownOperation {
  Kind kind;
  std::string_view name;  // of a function
  Operation operation;
};

// exp and powers check their operands as well: the C library's pow(x, 0) is 1 for every x, even NaN.
constexpr KnownOperation kOperations[] = {
    // The second operand of AND or OR may be unknown if the first one decides the result.
    {Kind::kOr, "", [](Values v) { return v[0] == 0 ? AsTruth(v[1]) : AsTruth(v[0]); }},
    {Kind::kAnd, "", [](Values v) { return std::isfinite(v[0]) && v[0] != 0 ? AsTruth(v[1]) : AsTruth(v[0]); }},
    {Kind::kNot, "", [](Values v) { return std::isfinite(v[0]) ? v[0] == 0 : kUnknown; }},
    {Kind::kLess, "", Compare<std::less<>>},
    {Kind::kLessEqual, "", Compare<std::less_equal<>>},
    {Kind::kGreater, "", Compare<std::greater<>>},
    {Kind::kGreaterEqual, "", Compare<std::greater_equal<>>},
    {Kind::kEqual, "", Compare<std::equal_to<>>},
    {Kind::kNotEqual, "", Compare<std::not_equal_to<>>},
    {Kind::kAdd, "", [](Values v) { return v[0] + v[1]; }},
    {Kind::kSubtract, "", [](Values v) { return v[0] - v[1]; }},
    {Kind::kMultiply, "", [](Values v) { return v[0] * v[1]; }},
    {Kind::kDivide, "", Over},
    {Kind::kNegate, "", [](Values v) { return -v[0]; }},
    {Kind::kPower, "", [](Values v) { return AreKnown(v) ? Known(std::pow(v[0], v[1])) : kUnknown; }},
    {Kind::kCall, "if", [](Values v) { return !std::isfinite(v[0]) ? kUnknown
                                              : v[0] != 0          ? v[1]
                                                                   : v[2]; }},
    {Kind::kCall, "log", [](Values v) { return Known(std::log(v[0])); }},
    {Kind::kCall, "log2", [](Values v) { return Known(std::log2(v[0])); }},
    {Kind::kCall, "log10", [](Values v) { return Known(std::log10(v[0])); }},
    {Kind::kCall, "exp", [](Values v) { return AreKnown(v) ? Known(std::exp(v[0])) : kUnknown; }},
    {Kind::kCall, "sqrt", [](Values v) { return std::sqrt(v[0]); }},
    {Kind::kCall, "abs", [](Values v) { return std::fabs(v[0]); }},
    {Kind::kCall, "ceil", [](Values v) { return std::ceil(v[0]); }},
    {Kind::kCall, "floor", [](Values v) { return std::floor(v[0]); }},
    {Kind::kCall, "min", [](Values v) { return AreKnown(v) ? std::ranges::min(v) : kUnknown; }},
    {Kind::kCall, "max", [](Values v) { return AreKnown(v) ? std::ranges::max(v) : kUnknown; }},
    {Kind::kCall, "part", [](Values v) { return v[0] == 0 ? 0 : Over(v); }}};

}  // namespace

Operation OperationOf(const ExpressionTerm& term) {
  const auto* const found = std::ranges::find_if(kOperations, [&](const KnownOperation& known) {
    return known.kind == term.kind && (term.kind != Kind::kCall || known.name == term.name);
  });
  return found->operation;
}

double Formula::Value(Values cells) const {
  const auto value_of = [cells](const Term& term, Values operands) {
    if (term.operation != nullptr) return term.operation(operands);
    return term.cell == kNoCell ? term.number : cells[term.cell];
  };
  return Known(FoldPostfix<double>(terms, value_of));
}

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
                "column " + std::to_string(term.position) + ": there is no value for '" + term.name + "'" +
                    (names.empty() ? "" : names + ")"),
                expression.source.file, expression.source.place, expression.source.remedy);
  }
}

Formula CompileExpression(const Expression& expression, const std::vector<std::string>& names) {
  CheckNames(expression, names);
  Formula formula;
  for (const ExpressionTerm& term : expression.terms) {
    if (term.kind == Kind::kNumber) {
      formula.terms.push_back({.number = term.number});
    } else if (term.kind == Kind::kName) {
      formula.terms.push_back({.cell = static_cast<std::size_t>(std::ranges::find(names, term.name) - names.begin())});
    } else {
      formula.terms.push_back({.operation = OperationOf(term), .operands = term.operands});
    }
  }
  return formula;
}

double EvaluateExpression(const Expression& expression, const NamedValues& values) {
  std::vector<std::string> names;
  std::vector<double> numbers;
  for (const auto& [name, value] : values) {
    names.push_back(name);
    numbers.push_back(value);
  }
  return CompileExpression(expression, names).Value(numbers);
}

}  // namespace profdiff

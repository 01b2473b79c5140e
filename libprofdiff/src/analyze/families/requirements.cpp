// SPDX-License-Identifier: GPL-3.0-or-later
// Computes bounds of qualities by interval arithmetic, to skip branches of the search in which no choice can meet a
// requirement. For a complete choice, all bounds are single numbers, and a requirement is met only if it is certainly
// true.
// Tests: tests/cli/select/run.py.
#include "analyze/families/requirements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "base/fold_postfix.h"

namespace profdiff {
namespace {

using Kind = ExpressionTerm::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr ValueBounds kAnywhere = {-kInfinity, kInfinity};
constexpr ValueBounds kTrue = {1, 1}, kFalse = {0, 0}, kEither = {0, 1};

bool IsNumber(const ValueBounds& a) { return a.low == a.high; }

// Returns the bounds of several values; infinite bounds if a value is undefined (such as infinity minus infinity).
ValueBounds Hull(std::initializer_list<double> values) {
  if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) return kAnywhere;
  return {std::min(values), std::max(values)};
}

// The extremes of a product are at the corners of the rectangle of operands, whatever their signs.
ValueBounds Product(const ValueBounds& a, const ValueBounds& b) {
  return Hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

ValueBounds Quotient(const ValueBounds& a, const ValueBounds& b) {
  // The quotient is undefined if the divisor may be 0.
  if (b.low <= 0 && b.high >= 0) return kAnywhere;
  return Hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
}

// Returns kTrue or kFalse if all values of the intervals give this result, otherwise kEither.
ValueBounds Compare(Kind kind, const ValueBounds& a, const ValueBounds& b) {
  switch (kind) {
    case Kind::kLess:
      return a.high < b.low ? kTrue : a.low >= b.high ? kFalse : kEither;
    case Kind::kLessEqual:
      return a.high <= b.low ? kTrue : a.low > b.high ? kFalse : kEither;
    case Kind::kGreater:
      return Compare(Kind::kLess, b, a);
    case Kind::kGreaterEqual:
      return Compare(Kind::kLessEqual, b, a);
    case Kind::kEqual:
      return a.high < b.low || b.high < a.low ? kFalse : IsNumber(a) && IsNumber(b) ? kTrue : kEither;
    default: {
      const ValueBounds equal = Compare(Kind::kEqual, a, b);
      return {1 - equal.high, 1 - equal.low};
    }
  }
}

ValueBounds Operate(Kind kind, const ValueBounds& a, const ValueBounds& b) {
  switch (kind) {
    case Kind::kAdd:
      return Hull({a.low + b.low, a.high + b.high});
    case Kind::kSubtract:
      return Hull({a.low - b.high, a.high - b.low});
    case Kind::kMultiply:
      return Product(a, b);
    case Kind::kDivide:
      return Quotient(a, b);
    case Kind::kPower: {
      // Powers of negative bases are not monotonic, so bounds are computed only for single numbers.
      const double power = IsNumber(a) && IsNumber(b) ? std::pow(a.low, b.low) : kInfinity;
      return std::isfinite(power) ? ValueBounds{power, power} : kAnywhere;
    }
    default:
      return Compare(kind, a, b);
  }
}

// Returns the bounds of a monotonically increasing function.
ValueBounds Growing(double (*function)(double), const ValueBounds& a) {
  return Hull({function(a.low), function(a.high)});
}

ValueBounds Call(const std::string& name, std::span<const ValueBounds> values) {
  const ValueBounds& a = values[0];
  if (name == "if") {
    const ValueBounds& yes = values[1];
    const ValueBounds& no = values[2];
    // A condition is true if it is not 0. If both outcomes are possible, the bounds of the result enclose both
    // branches.
    if (a.low > 0 || a.high < 0) return yes;
    if (IsNumber(a)) return no;
    return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
  }
  if (name == "min" || name == "max") {
    ValueBounds all = a;
    const bool is_min = name == "min";
    for (const ValueBounds& each : values) {
      all = is_min ? ValueBounds{std::min(all.low, each.low), std::min(all.high, each.high)}
                   : ValueBounds{std::max(all.low, each.low), std::max(all.high, each.high)};
    }
    return all;
  }
  if (name == "abs") {
    const double low = std::fabs(a.low), high = std::fabs(a.high);
    return {a.low <= 0 && a.high >= 0 ? 0 : std::min(low, high), std::max(low, high)};
  }
  if (name == "exp") return Growing(std::exp, a);
  if (name == "ceil") return Growing(std::ceil, a);
  if (name == "floor") return Growing(std::floor, a);
  if (name == "sqrt") return Growing(std::sqrt, a);
  // Logarithms are not defined for 0 and below.
  if (a.low <= 0) return kAnywhere;
  return name == "log" ? Growing(std::log, a) : name == "log2" ? Growing(std::log2, a) : Growing(std::log10, a);
}

}  // namespace

ValueBounds BoundsOf(const Expression& expression, const NamedBounds& names) {
  const auto bounds_of = [&](const ExpressionTerm& term, std::span<const ValueBounds> operands) -> ValueBounds {
    if (term.kind == Kind::kNumber) return {term.number, term.number};
    if (term.kind == Kind::kCall) return Call(term.name, operands);
    if (term.kind == Kind::kNegate) return {-operands[0].high, -operands[0].low};
    if (term.kind != Kind::kName) return Operate(term.kind, operands[0], operands[1]);
    const auto found = names.find(term.name);
    return found == names.end() ? kAnywhere : found->second;
  };
  return FoldPostfix<ValueBounds>(expression.terms, bounds_of);
}

Requirements::Requirements(const Families& all, const std::vector<std::size_t>& families,
                           const std::vector<Expression>& require, const NamedValues& inputs)
    : all_(all), families_(families), require_(require) {
  for (const auto& [name, value] : inputs) inputs_[name] = {value, value};
}

NamedBounds Requirements::BoundsOfQuality(const ChoiceValues& values, std::size_t known) const {
  NamedBounds bounds;
  for (const auto& [name, of] : all_.quality) {
    std::optional<ValueBounds> sum;
    for (std::size_t i = 0; i < families_.size(); ++i) {
      const std::vector<FamilyMember>& members = all_.families[families_[i]].members;
      // The candidates are the chosen member or, for a family whose member is not chosen yet, all members.
      const std::size_t first = i < known ? values[i] : 0, end = i < known ? first + 1 : members.size();
      bool has = false, lacks = false;
      ValueBounds one{kInfinity, -kInfinity};
      for (std::size_t member = first; member < end; ++member) {
        const auto found = members[member].quality.find(name);
        // Checks whether all, some or none of the candidates have the quality. A family is ignored if none has it. If
        // only some have it, the quality of the choice may be undefined, so its bounds are infinite.
        const bool is_known = found != members[member].quality.end();
        has = has || is_known;
        lacks = lacks || !is_known;
        if (is_known) one = {std::min(one.low, found->second), std::max(one.high, found->second)};
      }
      if (!has) continue;
      if (lacks) {
        sum = kAnywhere;
      } else if (!sum) {
        sum = one;
      } else if (of == QualityOf::kSum || of == QualityOf::kProduct) {
        sum = Operate(of == QualityOf::kSum ? Kind::kAdd : Kind::kMultiply, *sum, one);
      } else {
        sum = Call(of == QualityOf::kMin ? "min" : "max", std::vector<ValueBounds>{*sum, one});
      }
    }
    if (sum) bounds[name] = *sum;
  }
  return bounds;
}

bool Requirements::May(const ChoiceValues& values, std::size_t known) const {
  NamedBounds names = BoundsOfQuality(values, known);
  names.insert(inputs_.begin(), inputs_.end());
  for (const Expression& each : require_) {
    const ValueBounds value = BoundsOf(each, names);
    const bool is_false = value.low == 0 && value.high == 0;
    // A partial choice is rejected only if a requirement is certainly false; a complete choice is rejected unless all
    // requirements are certainly true.
    const bool is_sure = known == families_.size();
    if (is_false || (is_sure && !(value.low > 0 || value.high < 0))) return false;
  }
  return true;
}

NamedValues Requirements::QualityOfChoice(const ChoiceValues& values) const {
  NamedValues quality;
  for (const auto& [name, bounds] : BoundsOfQuality(values, values.size())) quality[name] = bounds.low;
  return quality;
}

}  // namespace profdiff

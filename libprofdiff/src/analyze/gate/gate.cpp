// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a condition for one function.
// Test: tests/unit/analyze/gate/gate_test.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "analyze/expression/formula.h"
#include "analyze/gate/figures.h"
#include "base/fold_postfix.h"
#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

using Growth = Gate::Growth;

double Percent(const Growth& growth) {
  if (growth.more == 0) return 0;
  // The growth of a new function exceeds every percentage. It is finite, because what is not finite is unknown.
  if (growth.base == 0) return std::copysign(std::numeric_limits<double>::max(), growth.more);
  return 100 * growth.more / growth.base;
}

// Values that differ from a limit only by rounding count as equal to it; for example, 3.2 s - 2 s is a little more than
// 1.2 s in binary. The tolerance is relative for limits above 1, and absolute below, so that a limit of 0 has a
// tolerance as well.
double AtLimit(double value, double limit) {
  return std::abs(value - limit) <= 1e-9 * std::max(1.0, std::abs(limit)) ? limit : value;
}

std::size_t ConditionOf(const ExpressionTerm& term) { return static_cast<std::size_t>(term.number); }

}  // namespace

// Returns 1 if a condition holds, otherwise 0.
double Gate::Value(const Condition& condition, const Figures& figures) {
  if (condition.IsVerdict()) {
    return AreAll(condition, figures.significant, figures.total_significant, figures.program_significant) ? 1 : 0;
  }
  if (condition.flag != nullptr) return figures.*condition.flag ? 1 : 0;
  const Growth& growth = figures.*condition.figure;
  const double value = condition.percent ? Percent(growth) : growth.more;
  const std::array operands = {AtLimit(value, condition.number), condition.number};
  return OperationOf({.kind = condition.relation})(operands);
}

bool Gate::AreAll(const Condition& condition, bool self, bool total, bool program) {
  return (self || !condition.of_self) && (total || !condition.of_total) && (program || !condition.of_program);
}

bool Gate::Uses(Growth Figures::*figure) const {
  return std::ranges::any_of(conditions_, [figure](const Condition& each) { return each.figure == figure; });
}

bool Gate::NeedsSignificance() const { return std::ranges::any_of(conditions_, &Condition::IsVerdict); }

bool Gate::UsesTimes() const {
  return NeedsSignificance() || Uses(&Figures::self) || Uses(&Figures::total) || UsesProgram();
}

bool Gate::IsOnlyProgram() const {
  return UsesProgram() && std::ranges::all_of(conditions_, [](const Condition& each) {
           return each.IsVerdict() ? !each.of_self && !each.of_total : each.figure == &Figures::program;
         });
}

bool Gate::UsesVerdictOnTotal() const {
  return std::ranges::any_of(conditions_, [](const Condition& each) { return each.IsVerdict() && each.of_total; });
}

// True if any verdict in the condition could still become significant for the function.
bool Gate::CanRise(const Significance& significance, FunctionId function) const {
  const bool self = significance.functions[function.value].can_be_significant;
  const bool total = VerdictOnTotal(significance, function).can_be_significant;
  return std::ranges::any_of(conditions_, [&](const Condition& each) {
    return each.IsVerdict() && AreAll(each, self, total, /*program=*/true);
  });
}

void Gate::RequireUnit(const SideTotals& totals) const {
  if (unit_.empty() || unit_ == totals.dimension || (unit_ == "seconds" && !totals.is_exact)) return;
  throw Error(ErrorCode::kBadArgument,
              "condition '" + text_ + "': amounts are in " + totals.dimension + ", not in " + unit_);
}

// True if significance can make the condition true. Finds for each part of the condition whether a significant verdict
// can make it true (`rises`) or false (`falls`). NOT exchanges these two properties.
bool Gate::RisesWithSignificance() const {
  struct Effect {
    bool rises, falls;
  };
  const auto effect_of = [this](const ExpressionTerm& term, std::span<const Effect> parts) -> Effect {
    if (parts.empty()) return {conditions_[ConditionOf(term)].IsVerdict(), false};
    if (parts.size() == 1) return {parts[0].falls, parts[0].rises};
    return {parts[0].rises || parts[1].rises, parts[0].falls || parts[1].falls};
  };
  return FoldPostfix<Effect>(terms_, effect_of).rises;
}

bool Gate::Holds(const Figures& figures) const {
  const auto value_of = [&](const ExpressionTerm& term, std::span<const double> parts) {
    return parts.empty() ? Value(conditions_[ConditionOf(term)], figures) : OperationOf(term)(parts);
  };
  return FoldPostfix<double>(terms_, value_of) > 0;
}

bool Gate::Holds(const Difference& difference, const Significance* significance, FunctionId function) const {
  // A condition on calls that were not counted could never hold, and the gate would always pass.
  if (UsesCalls() && !CallsKnown(difference)) {
    throw Error(ErrorCode::kBadArgument, "condition '" + text_ + "': " + WhyNoCalls(difference));
  }
  return Holds(FiguresOf({difference, significance, nullptr}, function));
}

std::vector<FunctionId> OrderByGrowth(const Difference& difference) {
  // The sort is stable, so functions with equal growth keep the order of a flat listing.
  std::vector<FunctionId> functions = OrderFlatRows(difference, /*keep_unused=*/false);
  auto growth = [&difference](FunctionId f) {
    const Difference::Row& row = difference.functions[f.value];
    return -SecondsDifference(row.base.self, row.other.self);
  };
  std::ranges::stable_sort(functions, std::greater<>(), growth);
  return functions;
}

std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                      const Significance* significance) {
  std::vector<FunctionId> offenders = OrderByGrowth(difference);
  std::erase_if(offenders, [&](FunctionId function) { return !gate.Holds(difference, significance, function); });
  return offenders;
}

}  // namespace profdiff

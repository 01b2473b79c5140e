// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a condition for one function. Steps are in postfix order, so operands are on a stack when their operator is
// reached.
// Test: tests/unit/analyze/gate/gate_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

using Growth = Gate::Growth;

double Percent(const Growth& growth) {
  if (growth.more == 0) return 0;
  // The growth of a new function exceeds every percentage.
  if (growth.base == 0) return std::copysign(std::numeric_limits<double>::infinity(), growth.more);
  return 100 * growth.more / growth.base;
}

// Values that differ from a limit only by rounding count as equal to it; for example, 3.2 s - 2 s is a little more than
// 1.2 s in binary. The tolerance is relative for limits above 1, and absolute below, so that a limit of 0 has a
// tolerance as well.
double AtLimit(double value, double limit) {
  return std::abs(value - limit) <= 1e-9 * std::max(1.0, std::abs(limit)) ? limit : value;
}

// Growth is other minus base, so its sign is opposite to that of a difference.
Growth TimeGrowth(double base, double other) { return {base, -SecondsDifference(base, other)}; }

// Returns the verdict on inclusive time; if inclusive times are propagated and have no verdict, returns the verdict on
// self time.
const Verdict& VerdictOnTotal(const Significance& significance, FunctionId function) {
  return (significance.totals.empty() ? significance.functions : significance.totals)[function.value];
}

Gate::Figures FiguresOf(const Difference& difference, const Significance* significance, FunctionId function) {
  const Difference::Row& row = difference.functions[function.value];
  const Match::Pair& pair = difference.match.pairs[function.value];
  Gate::Figures figures;
  figures.self = TimeGrowth(row.base.self, row.other.self);
  figures.total = TimeGrowth(row.base.total, row.other.total);
  figures.calls = {static_cast<double>(row.base.calls),
                   -static_cast<double>(CountDifference(row.base.calls, row.other.calls))};
  figures.program = TimeGrowth(difference.base.seconds, difference.other.seconds);
  figures.only_base = !pair.other.valid();
  figures.only_other = !pair.base.valid();
  if (significance != nullptr) {
    figures.significant = significance->functions[function.value].significant;
    figures.total_significant = VerdictOnTotal(*significance, function).significant;
  }
  return figures;
}

// Rejects a condition on calls if calls were not counted: it could never hold, and the gate would always pass.
void RequireCalls(const Difference& difference, const std::string& condition) {
  if (CallsKnown(difference)) return;
  const char* side = difference.other.calls_known ? "the base" : "the other side";
  if (!difference.base.calls_known && !difference.other.calls_known) side = "both sides";
  throw Error(ErrorCode::kBadArgument, "condition '" + condition + "': calls of " + side +
                                           " are not known: a profiler of stacks does not count them");
}

}  // namespace

bool Gate::Compare(const Step& step, const Figures& figures) {
  constexpr Growth Figures::*kByFigure[] = {&Figures::self,      &Figures::total,  &Figures::calls,  &Figures::program,
                                            &Figures::unmatched, &Figures::beyond, &Figures::change, &Figures::noise};
  const Growth& growth = figures.*kByFigure[static_cast<std::size_t>(step.figure)];
  const double value = AtLimit(step.percent ? Percent(growth) : growth.more, step.number);
  switch (step.relation) {
    case Relation::kMore:
      return value > step.number;
    case Relation::kAtLeast:
      return value >= step.number;
    case Relation::kLess:
      return value < step.number;
    case Relation::kAtMost:
      return value <= step.number;
    case Relation::kEqual:
      return value == step.number;
    default:
      return value != step.number;
  }
}

bool Gate::AsksVerdict(Kind kind) {
  return kind == Kind::kSignificant || kind == Kind::kTotalSignificant || kind == Kind::kBothSignificant;
}

// Returns the verdict that a step refers to: on self time, on inclusive time, or on both, combined by AND.
bool Gate::Choose(Kind kind, bool self, bool total) {
  return (kind == Kind::kTotalSignificant || self) && (kind == Kind::kSignificant || total);
}

// True if any verdict in the condition could still become significant for the function.
bool Gate::CanRise(const Significance& significance, FunctionId function) const {
  const bool self = significance.functions[function.value].can_be_significant;
  const bool total = VerdictOnTotal(significance, function).can_be_significant;
  return std::ranges::any_of(
      steps_, [&](const Step& step) { return AsksVerdict(step.kind) && Choose(step.kind, self, total); });
}

void Gate::RequireUnit(const SideTotals& totals) const {
  if (unit_.empty() || unit_ == totals.dimension || (unit_ == "seconds" && !totals.is_exact)) return;
  throw Error(ErrorCode::kBadArgument,
              "condition '" + text_ + "': times are in " + totals.dimension + ", not in " + unit_);
}

// True if significance can make the condition true. Finds for each part of the condition whether a significant verdict
// can make it true (`rises`) or false (`falls`). NOT exchanges these two properties.
bool Gate::RisesWithSignificance() const {
  struct Effect {
    bool rises = false, falls = false;
  };
  std::vector<Effect> effects;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNot) {
      std::swap(effects.back().rises, effects.back().falls);
    } else if (step.kind == Kind::kAnd || step.kind == Kind::kOr) {
      const Effect last = effects.back();
      effects.pop_back();
      effects.back() = {effects.back().rises || last.rises, effects.back().falls || last.falls};
    } else {
      effects.push_back({AsksVerdict(step.kind), false});
    }
  }
  return effects.back().rises;
}

bool Gate::Holds(const Figures& figures) const {
  std::vector<bool> results;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNot) {
      results.back() = !results.back();
    } else if (step.kind == Kind::kAnd || step.kind == Kind::kOr) {
      const bool last = results.back();
      results.pop_back();
      results.back() = step.kind == Kind::kAnd ? results.back() && last : results.back() || last;
    } else if (AsksVerdict(step.kind)) {
      results.push_back(Choose(step.kind, figures.significant, figures.total_significant));
    } else if (step.kind == Kind::kCompare) {
      results.push_back(Compare(step, figures));
    } else {
      results.push_back(step.kind == Kind::kOnlyBase ? figures.only_base : figures.only_other);
    }
  }
  return results.back();
}

bool Gate::Holds(const Difference& difference, const Significance* significance, FunctionId function) const {
  const auto asks_calls = [](const Step& step) { return step.kind == Kind::kCompare && step.figure == Figure::kCalls; };
  if (std::ranges::any_of(steps_, asks_calls)) RequireCalls(difference, text_);
  return Holds(FiguresOf(difference, significance, function));
}

std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                      const Significance* significance) {
  // The sort below is stable, so functions with equal growth keep the order of a flat listing.
  std::vector<FunctionId> offenders = OrderFlatRows(difference, /*keep_unused=*/false);
  std::erase_if(offenders, [&](FunctionId function) { return !gate.Holds(difference, significance, function); });
  auto growth = [&difference](FunctionId f) {
    const Difference::Row& row = difference.functions[f.value];
    return -SecondsDifference(row.base.self, row.other.self);
  };
  std::ranges::stable_sort(offenders, std::greater<>(), growth);
  return offenders;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/analyze/gate/check_test.cpp.
#include "analyze/gate/figures.h"

#include <cmath>
#include <cstddef>

#include "values/unequal_loss.h"

namespace profdiff {
namespace {

using Figures = Gate::Figures;

// The factors by which times of the sides grow if missing samples are added.
struct Factors {
  double base = 1, other = 1;
};

Factors FactorsOf(const Difference& difference, const UnequalLoss& loss) {
  const auto factor = [](const SideTotals& side, double lost) {
    if (lost == 0) return 1.0;
    // A factor for losses of unknown size, which is finite so that 0 remains 0.
    constexpr double kUnknown = 1e9;
    return side.AllSeconds() > 0 && !std::isinf(lost) ? 1 + lost / side.AllSeconds() : kUnknown;
  };
  return {factor(difference.base, loss.base), factor(difference.other, loss.other)};
}

// Adds to the base's time of one function all that the base lost.
Figures WithLossInBase(const GateSubject& subject, FunctionId function, const Figures& measured, double lost) {
  constexpr double kUnknown = 1e18;  // seconds; for losses of unknown size
  const double more = std::isinf(lost) ? kUnknown : lost;
  const Difference::Row& row = subject.difference.functions[function.value];
  Figures figures = measured;
  figures.self = {row.base.self + more, measured.self.more - more};
  figures.total = {row.base.total + more, measured.total.more - more};
  if (subject.significance == nullptr) return figures;
  figures.significant = subject.significance->functions[function.value].significant;
  figures.total_significant = VerdictOnTotal(*subject.significance, function).significant;
  return figures;
}

// Growth is other minus base, so its sign is opposite to that of a difference.
Gate::Growth GrowthOf(double base, double other, const Factors& factors) {
  return {base * factors.base, -SecondsDifference(base * factors.base, other * factors.other)};
}

// True if a difference is significant, given its verdict and the amount by which missing samples change it.
bool IsSignificant(const Verdict& verdict, double shift) {
  if (shift == 0) return verdict.significant;
  return verdict.low + shift > 0 || verdict.high + shift < 0;
}

// Returns the figures with times that are multiplied by factors.
Figures FiguresWith(const GateSubject& subject, FunctionId function, const Factors& factors) {
  const auto& [difference, significance, conclusion] = subject;
  Figures figures;
  figures.program = GrowthOf(difference.base.AllSeconds(), difference.other.AllSeconds(), factors);
  if (conclusion != nullptr) {
    figures.program_significant =
        conclusion->kind == ConclusionKind::kLess || conclusion->kind == ConclusionKind::kMore;
  }
  if (!function.valid()) return figures;
  const Difference::Row& row = difference.functions[function.value];
  const Match::Pair& pair = difference.match.pairs[function.value];
  figures.self = GrowthOf(row.base.self, row.other.self, factors);
  figures.total = GrowthOf(row.base.total, row.other.total, factors);
  figures.calls = {static_cast<double>(row.base.calls),
                   -static_cast<double>(CountDifference(row.base.calls, row.other.calls))};
  figures.only_base = !pair.other.valid();
  figures.only_other = !pair.base.valid();
  if (significance == nullptr) return figures;
  const auto shift = [&](double base, double other) { return base * (factors.base - 1) - other * (factors.other - 1); };
  figures.significant = IsSignificant(significance->functions[function.value], shift(row.base.self, row.other.self));
  figures.total_significant =
      IsSignificant(VerdictOnTotal(*significance, function), shift(row.base.total, row.other.total));
  return figures;
}

// Adds a copy of each element in which an unknown verdict is significant.
void AddSignificant(std::vector<Figures>& all, bool Figures::*verdict) {
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].*verdict) continue;
    Figures significant = all[i];
    significant.*verdict = true;
    all.push_back(significant);
  }
}

}  // namespace

const Verdict& VerdictOnTotal(const Significance& significance, FunctionId function) {
  return (significance.totals.empty() ? significance.functions : significance.totals)[function.value];
}

Figures FiguresOf(const GateSubject& subject, FunctionId function) { return FiguresWith(subject, function, {}); }

std::vector<Figures> PossibleFigures(const GateSubject& subject, FunctionId function) {
  const auto& [difference, significance, conclusion] = subject;
  std::vector<Figures> all = {FiguresOf(subject, function)};
  const UnequalLoss loss = PossibleLoss(difference.base, difference.other);
  if (loss.Any()) all.push_back(FiguresWith(subject, function, FactorsOf(difference, loss)));
  if (loss.base > 0 && function.valid()) all.push_back(WithLossInBase(subject, function, all.front(), loss.base));
  if (conclusion->kind == ConclusionKind::kUnknown) AddSignificant(all, &Figures::program_significant);
  if (!function.valid()) return all;
  if (significance == nullptr) {
    AddSignificant(all, &Figures::significant);
    AddSignificant(all, &Figures::total_significant);
    return all;
  }
  const Difference::Row& row = difference.functions[function.value];
  // A propagated inclusive time is an estimate, unless the function calls nothing.
  const bool is_estimate = significance->totals.empty() && (SecondsDifference(row.base.total, row.base.self) != 0 ||
                                                            SecondsDifference(row.other.total, row.other.self) != 0);
  if (is_estimate) AddSignificant(all, &Figures::total_significant);
  if (significance->functions[function.value].loss_explains) AddSignificant(all, &Figures::significant);
  if (VerdictOnTotal(*significance, function).loss_explains) AddSignificant(all, &Figures::total_significant);
  return all;
}

std::string WhyNoCalls(const Difference& difference) {
  const char* side = difference.other.calls_known ? "the base" : "the other side";
  if (!difference.base.calls_known && !difference.other.calls_known) side = "both sides";
  return std::string("calls of ") + side + " are not known: a profiler of stacks does not count them";
}

}  // namespace profdiff

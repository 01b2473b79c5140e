// SPDX-License-Identifier: GPL-3.0-or-later
// A verdict is "grows" or "falls", or that the value does not change by more than a bound, or that nobody can tell.
// That no form is significantly better than a constant is no evidence for the constant; the bound is. Tests:
// tests/unit/analyze/model/judge_test.cpp.
#include "analyze/model/judge.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profdiff {
namespace {

constexpr double kPoorError = 25;      // error, in percent, above which no form fits
constexpr std::size_t kManySizes = 7;  // sizes and range with which five parts of growth can be told apart
constexpr double kWideRange = 16;

std::vector<double> LargestAt(const Model& model) {
  std::vector<double> largest(model.parameters.size(), 0);
  for (const ModelPoint& point : model.points) {
    for (std::size_t p = 0; p < largest.size(); ++p) largest[p] = std::max(largest[p], point.at[p]);
  }
  return largest;
}

// Returns the interval of the slope of logarithms, for points that no form fits; nullopt for several parameters.
std::optional<Interval> SlopeInterval(const Model& model) {
  if (model.parameters.size() != 1) return std::nullopt;
  std::vector<double> sizes, values;
  for (const ModelPoint& point : model.points) {
    if (point.is_outlier) continue;
    sizes.push_back(point.at[0]);
    values.push_back(point.value);
  }
  const auto line = SlopeOfLogarithms(sizes, values);
  return line ? std::optional(Interval(line->low, line->high)) : std::nullopt;
}

// Sets the exponent and its interval; the parameter with the fastest growth determines them.
void FindExponent(const ChosenShape& chosen, bool is_poor, Model& model) {
  const std::vector<double> largest = LargestAt(model);
  if (model.parameters.empty()) model.exponent = 0;
  std::optional<Interval> interval;
  for (std::size_t p = 0; p < model.parameters.size(); ++p) {
    const std::optional<double> exponent = ExponentOf(model.fit, largest, p);
    if (exponent) model.exponent = std::max(*exponent, model.exponent.value_or(*exponent));
    const auto each = ExponentInterval(chosen.plausible, largest, p);
    if (!each) continue;
    if (interval) {
      interval = Interval(std::max(interval->first, each->first), std::max(interval->second, each->second));
    } else {
      interval = each;
    }
  }
  if (is_poor) {
    if (const auto slope = SlopeInterval(model)) interval = slope;
  }
  if (!interval) return;
  model.verdict.exponent_low = interval->first;
  model.verdict.exponent_high = interval->second;
}

// Returns what would make a verdict more certain.
std::vector<std::string> HelpFor(const Model& model) {
  std::vector<std::string> help;
  const auto at = [](const ModelPoint& point) { return point.at.empty() ? 1 : point.at[0]; };
  const auto [low, high] = std::ranges::minmax(model.points, {}, at);
  if (at(high) < kWideRange * at(low)) help.emplace_back("a wider range");
  if (model.points.size() < kManySizes) help.emplace_back("more sizes");
  if (std::ranges::all_of(model.points, [](const ModelPoint& point) { return point.count < 3; })) {
    help.emplace_back("repetitions");
  }
  if (help.empty()) help = {"more sizes", "more repetitions"};
  return help;
}

ModelScaling ScalingAt(ModelOptions::Scaling scaling, double first_size, double first, double size, double value) {
  ModelScaling made;
  const double ratio = first / value, more = size / first_size;
  // With strong scaling, all ranks share one problem; with weak scaling, the whole problem grows with the ranks.
  const bool is_strong = scaling == ModelOptions::Scaling::kStrong;
  made.speedup = is_strong ? ratio : ratio * more;
  made.efficiency = is_strong ? ratio / more : ratio;
  return made;
}

}  // namespace

std::string_view NameOf(ModelVerdict::Kind kind) {
  constexpr std::array<std::string_view, 4> kKinds = {"flat", "grows", "falls", "unknown"};
  return kKinds[static_cast<std::size_t>(kind)];
}

bool HasModelFlag(const Model& model, std::string_view flag) {
  return std::ranges::find(model.flags, flag) != model.flags.end();
}

void JudgeModel(const ChosenShape& chosen, double flat, Model& model) {
  using Kind = ModelVerdict::Kind;
  const bool is_poor = chosen.least_error > kPoorError;
  FindExponent(chosen, is_poor, model);
  const auto flag = [&](bool is_set, const char* name) {
    if (is_set) model.flags.emplace_back(name);
  };
  flag(chosen.has_no_growth, "no-growth");
  flag(chosen.is_uncertain, "uncertain");
  flag(is_poor, "poor-fit");
  flag(!chosen.outliers.empty(), "outlier");
  flag(chosen.lower.has_value(), "segments");
  flag(chosen.left_out.has_value(), "left-out");
  ModelVerdict& verdict = model.verdict;
  if (chosen.largest_rise && chosen.largest_fall) {
    const double bound = 100 * std::max(*chosen.largest_rise, *chosen.largest_fall);
    if (std::isfinite(bound)) verdict.bound = bound;
  }
  // A change of form changes the value by more than the bound of one of its parts.
  if (verdict.bound && *verdict.bound <= flat && !is_poor && !chosen.lower) {
    verdict.kind = Kind::kFlat;
  } else if (chosen.best.fit.form != "constant" && model.exponent && *model.exponent != 0) {
    verdict.kind = *model.exponent > 0 ? Kind::kGrows : Kind::kFalls;
  } else {
    verdict.help = HelpFor(model);
  }
}

void AddScaling(ModelOptions::Scaling scaling, Model& model) {
  if (scaling == ModelOptions::Scaling::kNone || model.parameters.size() != 1) return;
  if (model.statistic == PointStatistic::kDeviation) return;
  const ModelPoint& first = model.points.front();
  for (ModelPoint& point : model.points) {
    if (point.value > 0) point.scaling = ScalingAt(scaling, first.at[0], first.value, point.at[0], point.value);
  }
  for (ModelPrediction& prediction : model.predictions) {
    if (!(prediction.value > 0)) continue;
    prediction.scaling = ScalingAt(scaling, first.at[0], first.predicted, prediction.at[0], prediction.value);
  }
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the forms of models by their leave-one-out errors. On constant data, one of the 42 forms nearly always fits
// better than the constant by chance. The best form must therefore pass an F test at a significance level divided by
// the number of forms (Bonferroni). Growth is then falsely reported for 0.3 to 0.7 % of constant series; with Extra-P's
// rule, for 18 to 24 %.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#include "analyze/model/choose.h"

#include <algorithm>
#include <utility>

namespace profdiff {
namespace {

constexpr std::size_t kCandidates = 5;
// Smallest |t| that each term of a sum of several terms must have (t is the coefficient divided by its standard error).
// A second term that only fits noise lowers the error at the measured points, but can dominate in extrapolation.
constexpr double kCounts = 3;

bool MayWin(const FittedShape& fit, const FitData& data) {
  if (fit.fit.form == "constant") return true;
  // Times are positive, so a form that is 0 or less at a measured point is wrong. Sampled times are exempt, because a
  // short time can be measured as 0.
  if (!fit.is_positive && !data.is_sampled) return false;
  const bool has_several = fit.fit.form == "pmnf" && fit.fit.terms.size() > 2;
  return !has_several || AllTermsCount(fit, data.values.size(), kCounts);
}

}  // namespace

std::optional<ChosenShape> ChooseShape(const ShapeList& list, const FitData& data, ModelOptions::ChooseBy choose_by) {
  std::optional<FittedShape> constant = FitShape(list.shapes.front(), data, choose_by);
  if (!constant) return std::nullopt;
  std::vector<FittedShape> fits = {*constant};
  for (std::size_t i = 1; i < list.shapes.size(); ++i) {
    std::optional<FittedShape> fit = FitShape(list.shapes[i], data, choose_by);
    if (fit && MayWin(*fit, data)) fits.push_back(std::move(*fit));
  }
  // Fits with equal scores keep their order, in which simple forms come first.
  std::ranges::stable_sort(fits, {}, &FittedShape::score);
  ChosenShape chosen;
  for (std::size_t i = 0; i < std::min(kCandidates, fits.size()); ++i) chosen.candidates.push_back(fits[i].fit);
  const bool grows = fits.front().fit.form != "constant";
  chosen.has_no_growth = grows && !BeatsConstant(fits.front(), *constant, data.values.size(), list.looked_at);
  chosen.best = std::move(grows && !chosen.has_no_growth ? fits.front() : *constant);
  return chosen;
}

}  // namespace profdiff

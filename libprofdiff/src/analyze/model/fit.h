// SPDX-License-Identifier: GPL-3.0-or-later
// One form fitted to points, and how well it predicts each from the others.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_FIT_H_
#define PROFDIFF_ANALYZE_MODEL_FIT_H_

#include <optional>
#include <span>
#include <vector>

#include "analyze/model/forms.h"
#include "analyze/model/least_squares.h"
#include "profdiff/models.h"

namespace profdiff {

// Points that a model is made of, each one number.
struct FitData {
  std::vector<std::vector<double>> at;  // by point, by parameter
  std::vector<double> values;
  std::vector<double> relative;  // weights 1 / (y^2 + f^2): what a relative error is relative to
  std::vector<double> weights;   // that forms are fitted with: the same, or 1
  bool is_sampled = false;       // a value that is not above 0 says nothing then
};

// Fills both weights. `periods` are sampling periods, `counts` numbers of runs, by point; a period of 0: not sampled.
// Source: a sample is a Poisson event of the length h, so that y h / r is the variance of a mean over r runs; a
// relative deviation of 2 % is what other noise has.
void SetWeights(FitData& data, std::span<const double> periods, std::span<const std::size_t> counts,
                ModelOptions::Weights weights);

struct FittedShape {
  ModelFit fit;
  double score = 0;         // what it is chosen by: 0 for what is only rounding
  double weighted_rss = 0;  // of residuals, with the weights that it was fitted with
  double band_rss = 0;      // the same, of "power" in logarithms
  bool is_positive = true;  // at all points
  LeastSquares solved;      // of "power" that of the logarithms

  // 95 % band of the mean, given the form; nothing without spare points.
  std::optional<std::pair<double, double>> BandAt(std::span<const double> at, std::size_t points) const;
};

// Nothing where the form cannot be fitted, or a point decides it alone.
std::optional<FittedShape> FitShape(const ModelShape& shape, const FitData& data, ModelOptions::ChooseBy choose_by);

// Puts the best first; equals stay in their order.
void SortByScore(std::vector<FittedShape>& fits);

// True if the fit is better than the constant beyond chance, as one of `candidates`.
bool BeatsConstant(const FittedShape& fit, const FittedShape& constant, std::size_t points, std::size_t candidates);

// |coefficient / standard error| of a term is at least `limit`, for all terms but the first.
bool AllTermsCount(const FittedShape& fit, std::size_t points, double limit);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_FIT_H_

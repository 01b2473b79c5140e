// SPDX-License-Identifier: GPL-3.0-or-later
// Fits one form to points, and measures how well it predicts each point from the others.
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

// Points to fit, each reduced to one number.
struct FitData {
  std::vector<std::vector<double>> at;  // parameter values, by point, then by parameter
  std::vector<double> values;
  // Relative weight 1 / (y^2 + f^2) of each value y, where f is a measure of its sampling noise (see SetWeights).
  std::vector<double> relative;
  std::vector<double> weights;  // weights for fitting: the root of `relative`, `relative`, or 1
  ModelOptions::Weights weighting = ModelOptions::Weights::kRoot;
  bool is_sampled = false;  // true if times were sampled; values and forms may then be 0 or less
};

// Sets `relative` and `weights`. `periods` has the sampling period of each point in the unit of the values, or 0 for a
// point that is not sampled. `counts` has the number of runs of each point.
// Source: a sample represents a time h, the period, and the number of samples has a Poisson distribution. Therefore,
// the mean y of r runs has the variance y h / r. Other noise is assumed to have a relative standard deviation of 2 %.
void SetWeights(FitData& data, std::span<const double> periods, std::span<const std::size_t> counts,
                ModelOptions::Weights weights);

// Returns the weight for fitting a value whose variance is in proportion to `variance`.
double WeightOf(double variance, ModelOptions::Weights weights);

// Returns the points from `begin` to `end`.
FitData PartOf(const FitData& data, std::size_t begin, std::size_t end);

struct FittedShape {
  ModelFit fit;
  double score = 0;         // error by which forms are compared; 0 if it is only due to rounding
  double relative_rss = 0;  // residual sum of squares, with relative weights
  double weighted_rss = 0;  // residual sum of squares, with the weights used for fitting
  double band_rss = 0;      // like weighted_rss, but in logarithms for "power"
  bool is_positive = true;  // true if the fit is above 0 wherever a value above 0 was measured
  LeastSquares solved;      // "power": solution for the logarithms

  // Returns the 95 % confidence band of the mean at a point, provided that the form is right; nullopt if there are no
  // degrees of freedom. `points` is the number of fitted points.
  std::optional<std::pair<double, double>> BandAt(std::span<const double> at, std::size_t points) const;
  // Returns the matrix for Model::spread. `points` is the number of fitted points.
  std::vector<double> BandSpread(std::size_t points) const;
};

// Fits a shape; nullopt if it cannot be fitted, or if one point alone determines a coefficient.
std::optional<FittedShape> FitShape(const ModelShape& shape, const FitData& data, ModelOptions::ChooseBy choose_by);

// Returns the error by which forms are compared. Errors that rounding explains count as 0: among forms that fit the
// data exactly, the first and simplest must be chosen. `values` are the measured values.
double ScoreOf(double error, double smape, double rss, std::span<const double> values,
               ModelOptions::ChooseBy choose_by);

// Returns the variance of relative residuals of a fit.
double RelativeVariance(const FittedShape& fitted, const FitData& data);
// Returns the factor by which the variance of a value exceeds that of a relative residual: the square of the fitted
// value, and for sampled times a part that does not vanish with the value.
double VarianceScale(double fitted, const FitData& data, std::size_t point);

// True if the fit, chosen from `candidates` forms, is significantly better than the constant.
bool BeatsConstant(const FittedShape& fit, const FittedShape& constant, std::size_t points, double candidates);

// True if |coefficient / standard error| is at least `limit` for all terms but the first.
bool AllTermsCount(const FittedShape& fit, std::size_t points, double limit);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_FIT_H_

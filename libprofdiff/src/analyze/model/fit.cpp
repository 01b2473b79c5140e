// SPDX-License-Identifier: GPL-3.0-or-later
// Computes leave-one-out residuals without further fits: with linear least squares, a fit without a point has an error
// of exactly residual / (1 - leverage) at that point (PRESS residuals). Relative weights are essential: without them,
// the point with the largest value dominates, and only 88 % of known forms are found instead of 96 %.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#include "analyze/model/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyze/model/quantiles.h"

namespace profdiff {
namespace {

constexpr double kOtherNoise = 0.02;        // relative standard deviation assumed for noise other than sampling
constexpr double kDecidedAlone = 1 - 1e-9;  // smallest leverage at which a single point determines a coefficient

double LeastPositive(std::span<const double> values) {
  double least = std::numeric_limits<double>::infinity();
  for (const double value : values) {
    if (value > 0) least = std::min(least, value);
  }
  return std::isfinite(least) ? least : 1;
}

// Leave-one-out residuals and fitted values, by point.
struct Prediction {
  std::vector<double> left_out, fitted;
  double logarithmic_rss = 0;  // for "power": residual sum of squares of the logarithms
};

// Returns the matrix of a shape: a column for each term, a row for each point.
std::vector<std::vector<double>> ColumnsOf(const ModelShape& shape, const FitData& data) {
  std::vector<std::vector<double>> columns;
  for (const ModelTerm& term : shape.terms) {
    std::vector<double>& column = columns.emplace_back();
    for (const std::vector<double>& at : data.at) column.push_back(TermAt(term, at));
  }
  return columns;
}

bool Predict(const LeastSquares& solved, std::span<const double> values, Prediction& prediction) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (solved.leverages[i] >= kDecidedAlone) return false;
    prediction.left_out.push_back((values[i] - solved.fitted[i]) / (1 - solved.leverages[i]));
  }
  prediction.fitted = solved.fitted;
  return true;
}

// Solves ln y = a ln x + b. Errors of logarithms are relative errors, so all points get the same weight.
std::optional<LeastSquares> SolvePower(const FitData& data, Prediction& prediction) {
  std::vector<double> logarithms, values;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    if (!(data.values[i] > 0)) return std::nullopt;
    logarithms.push_back(std::log(data.at[i][0]));
    values.push_back(std::log(data.values[i]));
  }
  const std::vector<double> ones(values.size(), 1);
  const std::vector<double> columns[] = {logarithms, ones};
  std::optional<LeastSquares> solved = SolveLeastSquares(columns, values, ones);
  if (!solved || !Predict(*solved, values, prediction)) return std::nullopt;
  // Converts back to the scale of the values: an error e of ln y is a factor of exp(e).
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double kept = values[i] - prediction.fitted[i];
    prediction.logarithmic_rss += kept * kept;
    prediction.left_out[i] = data.values[i] - std::exp(values[i] - prediction.left_out[i]);
    prediction.fitted[i] = std::exp(prediction.fitted[i]);
  }
  return solved;
}

// Sets the weighted mean, computed as the first value plus the mean of the differences from it. This is exact if all
// values are equal; for example, the mean of several values of 15 is 15, whereas the decomposition gives
// 15.000000000000005.
void SetMean(const FitData& data, LeastSquares& solved) {
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    sum += data.weights[i] * (data.values[i] - data.values[0]);
    weights += data.weights[i];
  }
  solved.coefficients = {data.values[0] + sum / weights};
  std::ranges::fill(solved.fitted, solved.coefficients[0]);
}

std::optional<LeastSquares> SolveTerms(const ModelShape& shape, const FitData& data, Prediction& prediction) {
  std::optional<LeastSquares> solved = SolveLeastSquares(ColumnsOf(shape, data), data.values, data.weights);
  if (solved && shape.form == "constant") SetMean(data, *solved);
  if (!solved || !Predict(*solved, data.values, prediction)) return std::nullopt;
  return solved;
}

void AddErrors(const Prediction& prediction, const FitData& data, FittedShape& fitted) {
  double relative = 0, smape = 0;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const double residual = prediction.left_out[i], value = data.values[i];
    relative += data.relative[i] * residual * residual;
    // Symmetric mean absolute percentage error: the difference as a share of the mean of prediction and value.
    const double size = std::abs(value - residual) + std::abs(value);
    if (size > 0) smape += 200 * std::abs(residual) / size;
    fitted.fit.rss += residual * residual;
    const double kept = value - prediction.fitted[i];
    fitted.weighted_rss += data.weights[i] * kept * kept;
    fitted.relative_rss += data.relative[i] * kept * kept;
    // A form may be 0 where 0 was measured, such as n - 1 at n = 1.
    if (!(prediction.fitted[i] > 0) && value > 0) fitted.is_positive = false;
  }
  const auto count = static_cast<double>(data.values.size());
  fitted.fit.error = 100 * std::sqrt(relative / count);
  fitted.fit.smape = smape / count;
  fitted.band_rss = fitted.fit.form == "power" ? prediction.logarithmic_rss : fitted.weighted_rss;
}

// Sets coefficients to 0 that are nothing but rounding: their terms are far smaller than the value at each point.
void DropRounding(const ModelShape& shape, const FitData& data, const std::vector<double>& fitted,
                  std::vector<double>& coefficients) {
  constexpr double kRounding = 1e-9;  // relative to the value
  for (std::size_t c = 0; coefficients.size() > 1 && c < coefficients.size(); ++c) {
    bool is_rounding = true;
    for (std::size_t i = 0; is_rounding && i < data.values.size(); ++i) {
      const double part = coefficients[c] * TermAt(shape.terms[c], data.at[i]);
      is_rounding = std::abs(part) <= kRounding * std::abs(fitted[i]);
    }
    if (is_rounding) coefficients[c] = 0;
  }
}

}  // namespace

void SetWeights(FitData& data, std::span<const double> periods, std::span<const std::size_t> counts,
                ModelOptions::Weights weights) {
  const double least = LeastPositive(data.values);
  data.relative.clear();
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const double value = data.values[i];
    // y is `value`, and f^2 is `variance`, which keeps the weight of a value of 0 finite. For sampled times, f^2 is the
    // sampling variance y h / r divided by kOtherNoise^2, so 1 / (y^2 + f^2) is proportional to the inverse of the
    // whole variance. Here, h is the sampling period, and r is the number of runs. In y h / r, y is at least h, since a
    // function without a sample may have taken up to one period.
    double variance = value == 0 ? least * least : 0;
    if (data.is_sampled && periods[i] > 0) {
      const auto runs = static_cast<double>(counts[i]);
      variance = std::max(value, periods[i]) * periods[i] / (runs * kOtherNoise * kOtherNoise);
    }
    data.relative.push_back(1 / (value * value + variance));
  }
  data.weighting = weights;
  data.weights.clear();
  for (const double relative : data.relative) data.weights.push_back(WeightOf(1 / relative, weights));
}

double WeightOf(double variance, ModelOptions::Weights weights) {
  if (weights == ModelOptions::Weights::kNone) return 1;
  return 1 / (weights == ModelOptions::Weights::kRoot ? std::sqrt(variance) : variance);
}

FitData PartOf(const FitData& data, std::size_t begin, std::size_t end) {
  FitData part;
  part.weighting = data.weighting;
  part.is_sampled = data.is_sampled;
  for (std::size_t i = begin; i < end; ++i) {
    part.at.push_back(data.at[i]);
    part.values.push_back(data.values[i]);
    part.relative.push_back(data.relative[i]);
    part.weights.push_back(data.weights[i]);
  }
  return part;
}

std::optional<FittedShape> FitShape(const ModelShape& shape, const FitData& data, ModelOptions::ChooseBy choose_by) {
  if (data.values.size() < shape.fewest_points || data.values.size() <= shape.terms.size()) return std::nullopt;
  Prediction prediction;
  std::optional<LeastSquares> solved =
      shape.form == "power" ? SolvePower(data, prediction) : SolveTerms(shape, data, prediction);
  if (!solved) return std::nullopt;
  FittedShape fitted;
  fitted.fit.form = shape.form;
  fitted.fit.terms = shape.terms;
  fitted.fit.coefficients = solved->coefficients;
  if (shape.form != "power") DropRounding(shape, data, prediction.fitted, fitted.fit.coefficients);
  fitted.solved = std::move(*solved);
  AddErrors(prediction, data, fitted);
  if (!std::isfinite(fitted.fit.error) || !std::isfinite(fitted.fit.rss)) return std::nullopt;
  fitted.score = ScoreOf(fitted.fit.error, fitted.fit.smape, fitted.fit.rss, data.values, choose_by);
  return fitted;
}

double ScoreOf(double error, double smape, double rss, std::span<const double> values,
               ModelOptions::ChooseBy choose_by) {
  constexpr double kRounding = 1e-7;  // largest error that rounding causes with exact data, in percent
  if (choose_by == ModelOptions::ChooseBy::kError) return error < kRounding ? 0 : error;
  if (choose_by == ModelOptions::ChooseBy::kSmape) return smape < kRounding ? 0 : smape;
  double squares = 0;
  for (const double value : values) squares += value * value;
  return rss < 1e-18 * squares ? 0 : rss;
}

double RelativeVariance(const FittedShape& fitted, const FitData& data) {
  return fitted.relative_rss / static_cast<double>(data.values.size() - fitted.fit.coefficients.size());
}

double VarianceScale(double fitted, const FitData& data, std::size_t point) {
  const double value = data.values[point];
  return fitted * fitted + std::max(0.0, 1 / data.relative[point] - value * value);
}

bool BeatsConstant(const FittedShape& fit, const FittedShape& constant, std::size_t points, double candidates) {
  // F test of nested models: the constant is the form with all coefficients but the first at 0. The numerator has as
  // many degrees of freedom as there are coefficients besides the first; the denominator has the number of points minus
  // the number of coefficients. Bonferroni's correction is applied for the number of candidates.
  const std::size_t columns = fit.fit.coefficients.size();
  if (points <= columns || columns < 2) return false;
  const auto upper = static_cast<double>(columns - 1), lower = static_cast<double>(points - columns);
  const double explained = (constant.weighted_rss - fit.weighted_rss) / upper;
  if (!(explained > 0) || constant.score == 0) return false;
  return TailOfF(explained / (fit.weighted_rss / lower), upper, lower) <= 0.05 / candidates;
}

bool AllTermsCount(const FittedShape& fit, std::size_t points, double limit) {
  const std::size_t columns = fit.fit.coefficients.size();
  if (points <= columns) return false;
  // t is the coefficient divided by its standard error. The standard error is the square root of the variance of the
  // residuals times the coefficient's diagonal element of the inverse of X'WX.
  const double variance = fit.weighted_rss / static_cast<double>(points - columns);
  for (std::size_t c = 1; c < columns; ++c) {
    const double error = std::sqrt(variance * fit.solved.spread[c * columns + c]);
    if (std::abs(fit.fit.coefficients[c]) < limit * error) return false;
  }
  return true;
}

std::optional<std::pair<double, double>> FittedShape::BandAt(std::span<const double> at, std::size_t points) const {
  const bool is_power = fit.form == "power";
  const std::size_t columns = fit.coefficients.size();
  if (points <= columns) return std::nullopt;
  std::vector<double> row;
  if (is_power) row = {std::log(at[0]), 1};
  for (const ModelTerm& term : fit.terms) {
    if (!is_power) row.push_back(TermAt(term, at));
  }
  // Half width t(n - k) sqrt(s^2 x' (X'WX)^-1 x): the band of the mean, not of single observations. The band of "power"
  // is computed for logarithms, so it is a factor.
  const auto spare = static_cast<double>(points - columns);
  const double half = TwoSidedT(spare) * std::sqrt(band_rss / spare * QuadraticForm(row, solved.spread));
  const double value = FitAt(fit, at);
  if (is_power) return std::pair(value * std::exp(-half), value * std::exp(half));
  return std::pair(value - half, value + half);
}

std::vector<double> FittedShape::BandSpread(std::size_t points) const {
  const std::size_t columns = fit.coefficients.size();
  if (points <= columns) return {};
  const auto spare = static_cast<double>(points - columns);
  const double t = TwoSidedT(spare);
  std::vector<double> spread = solved.spread;
  for (double& each : spread) each *= t * t * band_rss / spare;
  return spread;
}

}  // namespace profdiff

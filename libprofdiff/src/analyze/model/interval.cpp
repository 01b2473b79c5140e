// SPDX-License-Identifier: GPL-3.0-or-later
// The band of one form holds the truth only if this form is right: with 3 % noise, it holds it at four times the
// largest size in 0 to 96 % of all cases, depending on the form. The union of the bands of all plausible forms holds it
// in 95 %. Tests: tests/unit/analyze/model/interval_test.cpp.
#include "analyze/model/interval.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/model/forms.h"
#include "analyze/model/quantiles.h"

namespace profdiff {
namespace {

std::vector<double> RowAt(const PlausibleForm& form, std::span<const double> at) {
  if (form.is_power) return {std::log(at[0]), 1};
  std::vector<double> row;
  for (const ModelTerm* term : form.terms) row.push_back(term == nullptr ? 1 : TermAt(*term, at));
  return row;
}

double ProductOf(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double HalfWidth(const PlausibleForm& form, std::span<const double> row) {
  return form.half_width * std::sqrt(std::max(0.0, QuadraticForm(row, form.covariance)));
}

void Extend(std::optional<Interval>& whole, double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  whole = whole ? Interval(std::min(whole->first, low), std::max(whole->second, high)) : Interval(low, high);
}

}  // namespace

PlausibleForm PlausibleOf(const FittedShape& fitted, const FitData& data) {
  PlausibleForm form;
  form.is_power = fitted.fit.form == "power";
  form.coefficients = fitted.fit.coefficients;
  const std::size_t columns = form.coefficients.size(), points = data.values.size();
  const auto degrees = static_cast<double>(points - columns);
  form.half_width = TwoSidedT(degrees);
  form.covariance = fitted.solved.spread;
  if (form.is_power) {
    for (double& each : form.covariance) each *= fitted.band_rss / degrees;
    return form;
  }
  for (const ModelTerm& term : fitted.fit.terms) form.terms.push_back(&term);
  // The values vary in proportion to the form, whatever the weights of the fit are: the covariances are G M G, where G
  // is the inverse of X'WX, and M = X'W V W X for the variances V of the values.
  std::vector<double> middle(columns * columns);
  const double variance = RelativeVariance(fitted, data);
  for (std::size_t i = 0; i < points; ++i) {
    const double weight =
        data.weights[i] * data.weights[i] * variance * VarianceScale(fitted.solved.fitted[i], data, i);
    std::vector<double> row;
    for (const ModelTerm& term : fitted.fit.terms) row.push_back(TermAt(term, data.at[i]));
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t d = 0; d < columns; ++d) middle[c * columns + d] += weight * row[c] * row[d];
    }
  }
  const std::vector<double>& inverse = fitted.solved.spread;
  std::vector<double> covariance(columns * columns);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t d = 0; d < columns; ++d) {
      for (std::size_t k = 0; k < columns; ++k) {
        for (std::size_t m = 0; m < columns; ++m) {
          covariance[c * columns + d] += inverse[c * columns + k] * middle[k * columns + m] * inverse[m * columns + d];
        }
      }
    }
  }
  form.covariance = std::move(covariance);
  return form;
}

std::vector<FittedShape> FitsWithOtherTerms(const ModelFit& sum, std::span<const ModelTerm> terms, const FitData& data,
                                            ModelOptions::ChooseBy choose_by, double least_t) {
  std::vector<FittedShape> fits;
  const auto add = [&](const std::vector<ModelTerm>& changed) {
    std::optional<FittedShape> fitted = FitShape(SumOf("pmnf", changed), data, choose_by);
    if (!fitted || !(fitted->is_positive || data.is_sampled)) return;
    const auto is_above_0 = [](double coefficient) { return coefficient > 0; };
    if (!std::ranges::all_of(std::span(fitted->fit.coefficients).subspan(1), is_above_0)) return;
    if (AllTermsCount(*fitted, data.values.size(), least_t)) fits.push_back(std::move(*fitted));
  };
  std::vector<ModelTerm> changed(sum.terms.begin() + 1, sum.terms.end());
  for (ModelTerm& term : changed) {
    for (ModelFactor& factor : term.factors) {
      const ModelFactor kept = factor;
      for (const ModelTerm& other : terms) {
        if (other.factors.front().parameter != kept.parameter || other.factors.front() == kept) continue;
        factor = other.factors.front();
        add(changed);
      }
      factor = kept;
    }
  }
  return fits;
}

std::optional<Interval> IntervalAt(std::span<const PlausibleForm> forms, std::span<const double> at) {
  std::optional<Interval> whole;
  for (const PlausibleForm& form : forms) {
    const std::vector<double> row = RowAt(form, at);
    const double value = ProductOf(row, form.coefficients), half = HalfWidth(form, row);
    form.is_power ? Extend(whole, std::exp(value - half), std::exp(value + half))
                  : Extend(whole, value - half, value + half);
  }
  if (whole) whole = Interval(std::max(0.0, whole->first), std::max(0.0, whole->second));
  return whole;
}

std::optional<Interval> ExponentInterval(std::span<const PlausibleForm> forms, std::span<const double> at,
                                         std::size_t parameter) {
  std::optional<Interval> whole;
  for (const PlausibleForm& form : forms) {
    if (form.is_power) {
      const double half = HalfWidth(form, std::vector<double>{1, 0});
      Extend(whole, form.coefficients[0] - half, form.coefficients[0] + half);
      continue;
    }
    const std::vector<double> row = RowAt(form, at);
    const double value = ProductOf(row, form.coefficients);
    if (!(value > 0)) continue;
    std::vector<double> gradient;
    for (const ModelTerm* term : form.terms) gradient.push_back(term == nullptr ? 0 : TermSlope(*term, at, parameter));
    const double exponent = ProductOf(gradient, form.coefficients) / value;
    // The derivative of the exponent by a coefficient.
    for (std::size_t c = 0; c < row.size(); ++c) gradient[c] = (gradient[c] - exponent * row[c]) / value;
    const double half = HalfWidth(form, gradient);
    Extend(whole, exponent - half, exponent + half);
  }
  return whole;
}

std::optional<LogarithmicSlope> SlopeOfLogarithms(std::span<const double> sizes, std::span<const double> values) {
  constexpr std::size_t kFewest = 3;
  const auto count = static_cast<double>(sizes.size());
  if (sizes.size() < kFewest) return std::nullopt;
  double x_mean = 0, y_mean = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!(values[i] > 0) || !(sizes[i] > 0)) return std::nullopt;
    x_mean += std::log(sizes[i]) / count;
    y_mean += std::log(values[i]) / count;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(sizes[i]) - x_mean, y = std::log(values[i]) - y_mean;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  if (!(xx > 0)) return std::nullopt;
  LogarithmicSlope line;
  line.slope = xy / xx;
  // Residuals that rounding explains count as none, and so do values that are all equal.
  constexpr double kRounding = 1e-20;
  const double residual = std::max(0.0, yy - line.slope * xy), degrees = count - 2;
  if (yy < kRounding) return LogarithmicSlope{0, 1, 0, 0};
  const double error = residual < kRounding * yy ? 0 : std::sqrt(residual / degrees / xx);
  line.p = error > 0 ? TailOfF(line.slope * line.slope / (error * error), 1, degrees) : 0;
  const double half = error * TwoSidedT(degrees);
  line.low = line.slope - half;
  line.high = line.slope + half;
  return line;
}

}  // namespace profdiff

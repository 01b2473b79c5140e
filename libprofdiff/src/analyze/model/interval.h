// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of values and exponents over all forms that explain the points about as well as the best one.
// Tests: tests/unit/analyze/model/interval_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_INTERVAL_H_
#define PROFDIFF_ANALYZE_MODEL_INTERVAL_H_

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analyze/model/fit.h"
#include "profdiff/models.h"

namespace profdiff {

// A form that may be the right one.
struct PlausibleForm {
  std::vector<const ModelTerm*> terms;  // owned by others; null for a constant term
  std::vector<double> coefficients;
  std::vector<double> covariance;  // of the coefficients; row-major
  double half_width = 0;           // quantile of Student's distribution for the form's degrees of freedom
  bool is_power = false;           // exp(a log x + b); the coefficients are a and b
};

using Interval = std::pair<double, double>;

// Returns a plausible form for a fit. The fit must outlive the result. `degrees` is the number of points minus the
// number of coefficients, and must not be 0.
PlausibleForm PlausibleOf(const FittedShape& fitted, const FitData& data);

// Fits the sum of products once for each other term of a parameter, put in place of one factor; `terms` are those of
// all parameters. Returns the fits that rise and in which each term has at least this |t|.
std::vector<FittedShape> FitsWithOtherTerms(const ModelFit& sum, std::span<const ModelTerm> terms, const FitData& data,
                                            ModelOptions::ChooseBy choose_by, double least_t);

// Returns the union of the 95 % bands of the mean at a point; nullopt without forms. Bounds below 0 are 0.
std::optional<Interval> IntervalAt(std::span<const PlausibleForm> forms, std::span<const double> at);

// Returns the union of the 95 % intervals of the exponent d ln y / d ln x of a parameter x at a point.
std::optional<Interval> ExponentInterval(std::span<const PlausibleForm> forms, std::span<const double> at,
                                         std::size_t parameter);

// A line through logarithms of sizes and values.
struct LogarithmicSlope {
  double slope = 0;
  double p = 1;              // probability of a slope as steep if there is none
  double low = 0, high = 0;  // 95 % interval of the slope
};

// Returns the slope of ln y over ln x for points with a weight above 0; nullopt for values that are not above 0, and
// for fewer than three points.
std::optional<LogarithmicSlope> SlopeOfLogarithms(std::span<const double> sizes, std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_INTERVAL_H_

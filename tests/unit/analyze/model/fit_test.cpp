// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for least squares: dependent columns, weights, quantiles, and leave-one-out residuals, which are compared with
// those of fits that omit the point.
#include "analyze/model/fit.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "analyze/model/can_model.h"
#include "analyze/model/quantiles.h"
#include "values/model_text.h"

namespace profdiff::fit_test {
namespace {

FitData DataOf(std::vector<double> sizes, std::vector<double> values, bool relative = true) {
  FitData data;
  for (const double size : sizes) data.at.push_back({size});
  data.values = std::move(values);
  const std::vector<double> periods(data.values.size(), 0);
  const std::vector<std::size_t> counts(data.values.size(), 1);
  SetWeights(data, periods, counts, relative ? ModelOptions::Weights::kRelative : ModelOptions::Weights::kNone);
  return data;
}

FitData WithoutPoint(const FitData& data, std::size_t point) {
  FitData rest = data;
  const auto at = static_cast<std::ptrdiff_t>(point);
  rest.at.erase(rest.at.begin() + at);
  rest.values.erase(rest.values.begin() + at);
  rest.relative.erase(rest.relative.begin() + at);
  rest.weights.erase(rest.weights.begin() + at);
  return rest;
}

// Returns the sum of squared leave-one-out errors: for each point, the error of a model that is fitted without it.
double RefittedRss(const ModelShape& shape, const FitData& data) {
  double rss = 0;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const auto fit = FitShape(shape, WithoutPoint(data, i), ModelOptions::ChooseBy::kRss);
    REQUIRE(fit);
    const double missed = data.values[i] - FitAt(fit->fit, data.at[i]);
    rss += missed * missed;
  }
  return rss;
}

}  // namespace

TEST_CASE("Leave-one-out residuals from leverage equal those of real fits", "[models]") {
  if (!CanModel()) return;
  std::mt19937 random(7);
  const std::vector<double> sizes = {100, 200, 300, 500, 800, 1300, 2100, 3400};
  const std::string forms[] = {"pmnf", "linear", "power", "poly2", "poly3", "poly4"};
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<double> values;
    for (const double size : sizes) values.push_back(5 + size * (1 + 0.1 * static_cast<double>(random() % 100) / 100));
    for (const bool relative : {true, false}) {
      const FitData data = DataOf(sizes, values, relative);
      for (const ModelShape& shape : ShapesOfOne(forms, true)) {
        INFO(shape.form << " " << TermText(shape.terms.back(), std::vector<std::string>{"n"}));
        const auto fit = FitShape(shape, data, ModelOptions::ChooseBy::kRss);
        REQUIRE(fit);
        ModelShape again = shape;
        again.fewest_points = 0;
        CHECK(fit->fit.rss == Approx(RefittedRss(again, data)).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("Columns that depend on each other have no solution", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> columns[] = {{1, 1, 1}, {2, 2, 2}};
  const std::vector<double> values = {1, 2, 3}, weights = {1, 1, 1};
  CHECK_FALSE(SolveLeastSquares(columns, values, weights));
  CHECK_FALSE(SolveLeastSquares(std::span(columns).first(1), std::vector<double>{}, std::vector<double>{}));
}

TEST_CASE("The weights of sampled times include the error of their samples", "[models]") {
  FitData data;
  data.at = {{1}, {2}};
  data.values = {0, 1};
  data.is_sampled = true;
  const double periods[] = {0.01, 0.01};
  const std::size_t counts[] = {4, 4};
  SetWeights(data, periods, counts, ModelOptions::Weights::kRelative);
  CHECK(data.weights[0] == Approx(1 / (0.01 * 0.01 / (4 * 0.0004))));
  CHECK(data.weights[1] == Approx(1 / (1 + 0.01 / (4 * 0.0004))));
}

TEST_CASE("Quantiles equal those in tables", "[models]") {
  if (!HasQuantiles()) return;
  CHECK(TwoSidedT(3) == Approx(3.182446));
  CHECK(TailOfF(10.127964, 1, 3) == Approx(0.05).epsilon(1e-5));
  CHECK(TailOfF(std::numeric_limits<double>::infinity(), 1, 3) == 0);
}

TEST_CASE("Coefficients that are rounding are 0", "[models]") {
  if (!CanModel()) return;
  std::vector<double> values, offset;
  for (const double size : {3.0, 7.0, 11.0, 130.0, 1700.0}) {
    values.push_back(0.1 * size * size);
    offset.push_back(0.1 * size * size + 1e-6);
  }
  const ModelShape square = SumOf("pmnf", {{{{0, 2, 1, 0}}, {}, {}}});
  const auto exact = FitShape(square, DataOf({3, 7, 11, 130, 1700}, values), ModelOptions::ChooseBy::kError);
  REQUIRE(exact);
  CHECK(exact->fit.coefficients[0] == 0);
  CHECK(FitText(exact->fit, std::vector<std::string>{"n"}, 6) == "0.1*n^2");
  const auto small = FitShape(square, DataOf({3, 7, 11, 130, 1700}, offset), ModelOptions::ChooseBy::kError);
  REQUIRE(small);
  CHECK(std::abs(small->fit.coefficients[0] / 1e-6 - 1) < 0.01);
}

}  // namespace profdiff::fit_test

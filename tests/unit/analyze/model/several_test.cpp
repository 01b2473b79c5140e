// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for forms of several parameters: products and sums, wrong values, and points without lines.
#include <catch2/catch.hpp>
#include <cmath>

#include "analyze/model/can_model.h"
#include "analyze/model/choose.h"
#include "analyze/model/robust.h"
#include "profdiff/models.h"

namespace profdiff::several_test {
namespace {

// Returns a series over all combinations of five values of each parameter.
template <class Growth>
ObservedSeries GridOf(std::vector<std::string> parameters, Growth growth) {
  ObservedSeries series{
      .function = "f", .metric = "time", .unit = "s", .parameters = std::move(parameters), .points = {}};
  std::vector<std::size_t> at(series.parameters.size(), 0);
  for (bool is_over = false; !is_over;) {
    std::vector<double> place;
    for (std::size_t p = 0; p < at.size(); ++p) place.push_back(static_cast<double>((at[p] + 1) * (p + 2)));
    series.points.push_back({place, {growth(place)}, 0});
    is_over = true;
    for (std::size_t p = at.size(); p-- > 0 && is_over;) {
      is_over = ++at[p] == 5;
      if (is_over) at[p] = 0;
    }
  }
  return series;
}

Model ModelOf(ObservedSeries series) {
  Observations observations;
  observations.series.push_back(std::move(series));
  ModelOptions options;
  options.statistics = {PointStatistic::kMedian};
  return MakeModels(observations, options).models.at(0);
}

}  // namespace

TEST_CASE("Two wrong values of three parameters are left out and named", "[models]") {
  if (!CanModel()) return;
  ObservedSeries series = GridOf({"x", "y", "z"}, [](const std::vector<double>& at) {
    return std::pow(at[0], 3) * std::pow(at[1], 2) + 10 * at[2];
  });
  series.points[30].values[0] /= 10;
  series.points[77].values[0] /= 10;
  const Model model = ModelOf(series);
  CHECK(FitText(model.fit, model.parameters, 4).find("1*x^3*y^2") != std::string::npos);
  CHECK(FitText(model.fit, model.parameters, 4).find("10*z") != std::string::npos);
  for (std::size_t i = 0; i < model.points.size(); ++i) CHECK(model.points[i].is_outlier == (i == 30 || i == 77));
  CHECK(model.fit.error < 0.01);
}

TEST_CASE("Four parameters are modelled", "[models]") {
  if (!CanModel()) return;
  const Model model = ModelOf(GridOf({"t", "x", "y", "z"}, [](const std::vector<double>& at) {
    return std::pow(at[1], 3) + std::pow(at[3], 2) + at[0] + std::log2(at[2]);
  }));
  CHECK(model.fit.terms.size() == 5);
  CHECK(model.fit.error < 0.01);
  CHECK(model.verdict.kind == ModelVerdict::Kind::kGrows);
}

TEST_CASE("Without a line there is no model", "[models]") {
  if (!CanModel()) return;
  Observations observations;
  observations.series.push_back(
      {.function = "f", .metric = "time", .unit = "s", .parameters = {"a", "b"}, .points = {}});
  for (const double n : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) {
    observations.series[0].points.push_back({{n, n == 4 ? 10 : n * n + 1}, {n}, 0});
  }
  CHECK_THROWS_AS(MakeModels(observations), Error);
}

TEST_CASE("A robust fit follows most points", "[models]") {
  FitData data;
  std::vector<double> column;
  for (int i = 1; i <= 40; ++i) {
    data.at.push_back({static_cast<double>(i)});
    data.values.push_back(i == 7 ? 0.1 : 2.0 + i);
    column.push_back(i);
  }
  const std::vector<double> periods(40, 0);
  const std::vector<std::size_t> counts(40, 1);
  SetWeights(data, periods, counts, ModelOptions::Weights::kRoot);
  const std::vector<double>* columns[] = {&column};
  const RobustFit fit = FitRobustly(columns, data, 6);
  REQUIRE(fit.is_solved);
  CHECK(fit.dropped == std::vector<std::size_t>{6});
  CHECK(fit.coefficients[0] == Approx(2));
  CHECK(fit.coefficients[1] == Approx(1));
}

}  // namespace profdiff::several_test

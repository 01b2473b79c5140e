// SPDX-License-Identifier: GPL-3.0-or-later
// Models of known data: Extra-P's quick start, examples from the thesis that analyze/model/forms.cpp cites, planted
// forms, flat data, flags and gates.
#include "profdiff/models.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "analyze/model/can_model.h"
#include "analyze/model/forms.h"
#include "analyze/model/reduce.h"
#include "profdiff/property_set.h"

namespace profdiff::models_test {
namespace {

using Growth = std::function<double(double)>;

ObservedSeries SeriesOf(const std::vector<double>& sizes, const std::vector<std::vector<double>>& values) {
  ObservedSeries series{"f", "time", "s", {"n"}, {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) series.points.push_back({{sizes[i]}, values[i], 0});
  return series;
}

ObservedSeries ExactSeries(const std::vector<double>& sizes, const Growth& function) {
  std::vector<std::vector<double>> values;
  for (const double size : sizes) values.push_back({function(size)});
  return SeriesOf(sizes, values);
}

// Returns five values for each size: the function's value with normally distributed noise. `noise` is the standard
// deviation divided by the function's value.
ObservedSeries NoisySeries(const std::vector<double>& sizes, const Growth& function, double noise,
                           std::mt19937& random) {
  std::normal_distribution<double> normal(0, noise);
  std::vector<std::vector<double>> values;
  for (const double size : sizes) {
    std::vector<double>& point = values.emplace_back();
    for (int i = 0; i < 5; ++i) point.push_back(function(size) * (1 + normal(random)));
  }
  return SeriesOf(sizes, values);
}

Model ModelOf(ObservedSeries series, ModelOptions options) {
  Observations observations;
  observations.series.push_back(std::move(series));
  options.statistics.resize(1);
  return MakeModels(observations, options).models.at(0);
}

ModelOptions Using(std::vector<std::string> forms) {
  ModelOptions options;
  options.forms = std::move(forms);
  return options;
}

ObservedSeries QuickStart() {
  return SeriesOf({4, 8, 16, 32, 64}, {{8.31, 8.02, 8.14},
                                       {22.74, 22.66, 23.20},
                                       {65.79, 64.74, 66.62},
                                       {186.78, 184.68, 181.58},
                                       {528.86, 522.44, 531.78}});
}

const std::vector<double> kThesisSizes = {5000, 15000, 30000, 50000, 75000, 100000, 125000, 150000};

bool HasFlag(const Model& model, const std::string& flag) {
  return std::ranges::find(model.flags, flag) != model.flags.end();
}

}  // namespace

TEST_CASE("Extra-P's quick start has its known models", "[models]") {
  if (!CanModel()) return;
  ModelOptions options;
  options.statistics = {PointStatistic::kMean};
  options.predictions = {{{"n", 128}}};
  const Model model = ModelOf(QuickStart(), options);
  CHECK(FitText(model.fit, model.parameters, 6) == "-0.175308 + 1.02792*n^1.5");
  CHECK(model.fit.error == Approx(2.236596).epsilon(1e-5));
  CHECK(model.predictions.at(0).value == Approx(1488.40683).epsilon(1e-7));
  CHECK(*model.predictions.at(0).band_high - model.predictions.at(0).value == Approx(15.131).epsilon(1e-4));
  CHECK(HasFlag(model, "extrapolated"));
  CHECK(*model.exponent == Approx(1.5).epsilon(1e-3));
  options.weights = ModelOptions::Weights::kRelative;
  const Model relative = ModelOf(QuickStart(), options);
  CHECK(FitText(relative.fit, relative.parameters, 6) == "-0.0549493 + 1.02323*n^1.5");
  CHECK(relative.fit.error == Approx(1.86327).epsilon(1e-5));
  options.weights = ModelOptions::Weights::kNone;
  options.choose_by = ModelOptions::ChooseBy::kRss;
  const Model by_rss = ModelOf(QuickStart(), options);
  CHECK(by_rss.fit.coefficients.at(0) == Approx(-0.6424197).epsilon(1e-6));
  CHECK(by_rss.fit.coefficients.at(1) == Approx(1.0309090).epsilon(1e-6));
  CHECK(by_rss.fit.rss == Approx(42.00856).epsilon(1e-6));
  CHECK(by_rss.candidates.at(1).rss == Approx(61.84267).epsilon(1e-6));
  options.choose_by = ModelOptions::ChooseBy::kSmape;
  const Model by_smape = ModelOf(QuickStart(), options);
  CHECK(FitText(by_smape.fit, by_smape.parameters, 7) == "2.818328 + 0.4827003*n^1.25*log2(n)");
  CHECK(by_smape.fit.smape == Approx(2.18851).epsilon(1e-5));
}

TEST_CASE("Exact data of the thesis lead to its coefficients", "[models]") {
  if (!CanModel()) return;
  const std::vector<std::string> forms = {"linear", "power", "poly2", "poly3", "poly4"};
  const Model states =
      ModelOf(ExactSeries(kThesisSizes, [](double q) { return std::exp(1.19 * std::log(q) - 3.68); }), Using(forms));
  CHECK(states.fit.form == "power");
  CHECK(states.fit.coefficients.at(0) == Approx(1.19));
  CHECK(states.fit.coefficients.at(1) == Approx(-3.68));
  ModelOptions options = Using(forms);
  options.predictions = {{{"n", 3057}}, {{"n", 3058}}};
  const Model godunov = ModelOf(ExactSeries(kThesisSizes, [](double q) { return -963 + 0.315 * q; }), options);
  CHECK(FitText(godunov.fit, godunov.parameters, 6) == "-963 + 0.315*n");
  CHECK(godunov.predictions.at(0).negative);
  CHECK_FALSE(godunov.predictions.at(1).negative);
  CHECK(HasFlag(godunov, "negative"));
  const Model efm = ModelOf(ExactSeries(kThesisSizes, [](double q) { return -8.13 + 0.16 * q; }), Using(forms));
  CHECK(efm.fit.coefficients.at(0) == Approx(-8.13));
  CHECK(efm.fit.coefficients.at(1) == Approx(0.16));
  const Growth deviation = [](double q) {
    return 66.7 - 0.015 * q + 9.24e-7 * q * q - 1.12e-11 * q * q * q + 3.85e-17 * q * q * q * q;
  };
  options.predictions = {{{"n", 8117}}, {{"n", 8119}}, {{"n", 11480}}, {{"n", 11482}}};
  const Model spread = ModelOf(ExactSeries(kThesisSizes, deviation), options);
  CHECK(spread.fit.form == "poly4");
  for (std::size_t i = 0; i < 5; ++i) {
    const double planted[] = {66.7, -0.015, 9.24e-7, -1.12e-11, 3.85e-17};
    CHECK(spread.fit.coefficients.at(i) == Approx(planted[i]).epsilon(1e-6));
  }
  for (std::size_t i = 0; i < 4; ++i) CHECK(spread.predictions.at(i).negative == (i == 1 || i == 2));
}

TEST_CASE("Planted forms are found, and none in flat data", "[models]") {
  if (!CanModel()) return;
  std::mt19937 random(2026);
  const std::vector<double> sizes = {64, 128, 256, 512, 1024, 2048, 4096};
  const ModelFactor planted[] = {{0, 1, 2, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}, {0, 3, 2, 0}, {0, 2, 1, 0}, {0, 3, 1, 0}};
  ModelOptions options;
  options.predictions = {{{"n", 4 * 4096}}};
  int exact = 0;
  std::vector<double> missed;
  for (int trial = 0; trial < 60; ++trial) {
    const ModelTerm term{{planted[trial % 6]}, {}};
    const Growth function = [&](double n) { return 1e-3 * (1 + 10 * TermAt(term, {&n, 1})); };
    const Model model = ModelOf(NoisySeries(sizes, function, 0.03, random), options);
    if (model.fit.terms.size() == 2 && model.fit.terms[1] == term) ++exact;
    missed.push_back(std::abs(model.predictions.at(0).value / function(4 * 4096) - 1));
  }
  // Among similar forms, such as n and n^0.75 log2(n)^2, noise decides, which hardly changes predictions.
  CHECK(exact >= 42);
  std::ranges::sort(missed);
  CHECK(missed[30] < 0.02);
  int growing = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Model model = ModelOf(NoisySeries(
                                    sizes, [](double) { return 1.0; }, 0.03, random),
                                options);
    if (model.fit.form != "constant") ++growing;
  }
  CHECK(growing <= 4);
}

TEST_CASE("Two and three parameters are found along lines", "[models]") {
  if (!CanModel()) return;
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 0.01);
  ObservedSeries series{"f", "time", "s", {"m", "n"}, {}};
  const auto planted = [](double m, double n) { return 2 + 0.01 * m * std::pow(n, 1.5) + 0.5 * m; };
  for (const double m : {4.0, 8.0, 16.0, 32.0, 64.0}) {
    for (const double n : {10.0, 20.0, 40.0, 80.0, 160.0}) {
      ObservedPoint point{{m, n}, {}, 0};
      for (int i = 0; i < 5; ++i) point.values.push_back(planted(m, n) * (1 + noise(random)));
      series.points.push_back(point);
    }
  }
  ModelOptions options;
  options.predictions = {{{"m", 4 * 64}, {"n", 2 * 160}}};
  const Model two = ModelOf(series, options);
  CHECK(two.predictions.at(0).value == Approx(planted(256, 320)).epsilon(0.03));
  CHECK_FALSE(HasFlag(two, "few-points"));
  ObservedSeries three{"g", "time", "s", {"a", "b", "c"}, {}};
  for (const double a : {1.0, 2.0, 3.0, 4.0, 5.0}) {
    for (const double b : {1.0, 2.0, 3.0, 4.0, 5.0}) {
      for (const double c : {1.0, 2.0, 3.0, 4.0, 5.0}) three.points.push_back({{a, b, c}, {1 + a * b + c * c}, 0});
    }
  }
  options.predictions = {{{"a", 10}, {"b", 10}, {"c", 10}}};
  CHECK(ModelOf(three, options).predictions.at(0).value == Approx(201));
}

TEST_CASE("Few, skewed and dependent points have flags", "[models]") {
  if (!CanModel()) return;
  const Growth linear = [](double n) { return n; };
  CHECK(ModelOf(ExactSeries({1, 2}, linear), {}).fit.form == "constant");
  CHECK(HasFlag(ModelOf(ExactSeries({1, 2, 3, 4}, linear), {}), "few-points"));
  CHECK_FALSE(HasFlag(ModelOf(ExactSeries({1, 2, 3, 4, 5}, linear), {}), "few-points"));
  CHECK(HasFlag(ModelOf(SeriesOf({1, 2, 3}, {{1, 1, 9}, {2}, {3}}), {}), "skewed"));
  ObservedSeries both = ExactSeries({1, 2, 3, 4, 5}, linear);
  both.parameters = {"n", "n2"};
  for (ObservedPoint& point : both.points) point.at.push_back(point.at[0] * point.at[0]);
  const Model model = ModelOf(both, {});
  CHECK(HasFlag(model, "collinear"));
  CHECK(model.parameters == std::vector<std::string>{"n"});
  // A function is not treated as constant if some of its times are 0 because they are below the sampling period.
  ObservedSeries zeros = ExactSeries({100, 200, 400, 800, 1600}, [](double n) { return n < 300 ? 0 : n * n * 1e-6; });
  CHECK(ModelOf(zeros, {}).points.size() == 5);
}

TEST_CASE("A parameter may split the models, and conditions find offenders", "[models]") {
  if (!CanModel()) return;
  ObservedSeries series{"f", "time", "s", {"mode", "n"}, {}};
  for (const double mode : {1.0, 2.0}) {
    for (const double n : {10.0, 20.0, 40.0, 80.0, 160.0}) {
      series.points.push_back({{mode, n}, {mode == 1 ? n : n * n}, 0});
    }
  }
  Observations observations;
  observations.series = {series};
  ModelOptions options;
  options.each = "mode";
  options.predictions = {{{"n", 320}}};
  options.unit = "ms";
  const Models models = MakeModels(observations, options);
  REQUIRE(models.models.size() == 2);
  CHECK(*models.models[0].exponent == Approx(1));
  CHECK(*models.models[1].exponent == Approx(2));
  CHECK(models.models[1].predictions.at(0).value == Approx(320 * 320 * 1e3));
  CHECK(FindOffenders(ParseModelGate("exponent > 1.5"), models) == std::vector<std::size_t>{1});
  CHECK(FindOffenders(ParseModelGate("predicted >= 319.9s"), models) == std::vector<std::size_t>{0, 1});
  CHECK(FindOffenders(ParseModelGate("predicted > 321 s"), models) == std::vector<std::size_t>{1});
  CHECK(FindOffenders(ParseModelGate("error > 10%"), models).empty());
  CHECK_THROWS_AS(FindOffenders(ParseModelGate("predicted > 1s"), MakeModels(observations)), Error);
  options.each = "nothing";
  CHECK_THROWS_AS(MakeModels(observations, options), Error);
}

TEST_CASE("The user's expressions are forms as well", "[models]") {
  if (!CanModel()) return;
  ModelOptions options;
  options.terms = {"n", "if(8*n > cache, n - cache/8, 0)"};
  options.constants = {{"cache", 8000}};
  options.predictions = {{{"n", 10000}}};
  const Growth planted = [](double n) { return 3 + 0.5 * n + (n > 1000 ? 2 * (n - 1000) : 0); };
  const Model model = ModelOf(ExactSeries({100, 200, 500, 900, 1200, 2000, 3000, 5000}, planted), options);
  CHECK(model.fit.form == "terms");
  CHECK(model.predictions.at(0).value == Approx(planted(10000)));
  CHECK(*model.exponent == Approx(5000 * 2.5 / planted(5000)).epsilon(1e-4));
  CHECK(FitText(model.fit, model.parameters, 3) == "3 + 0.5*(n) + 2*(if(8*n > cache, n - cache/8, 0))");
  options.terms = {"m"};
  CHECK_THROWS_AS(ModelOf(ExactSeries({1, 2, 3}, planted), options), Error);
}

TEST_CASE("Equal values do not deviate", "[models]") {
  // The mean of these values is larger than each of them.
  CHECK(Reduce(std::vector<double>{0.1, 0.1, 0.1}, PointStatistic::kDeviation) == 0);
}

}  // namespace profdiff::models_test

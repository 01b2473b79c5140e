// SPDX-License-Identifier: GPL-3.0-or-later
// How well models of two and three parameters find planted sums of two products with different terms of the same
// parameter, and whether the search for them harms single products: noise with fixed seeds. With PROFDIFF_TEST_FULL=1,
// 20 trials of each form instead of 2.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "analyze/model/can_model.h"
#include "profdiff/models.h"

namespace profdiff::mixed_products_test {
namespace {

using At = std::vector<double>;
using Growth = std::function<double(const At&)>;

struct Planted {
  std::size_t parameters;
  Growth first, second;  // `second` is empty for a single product
};

const std::vector<At> kGrid = {{20, 30, 40, 50, 60}, {1, 2, 3, 4, 5}, {100, 200, 300, 400, 500}};
constexpr std::size_t kMiddle = 2;

std::vector<Planted> TwoProducts() {
  return {
      {3, [](const At& at) { return at[0] * at[1] * at[1] * at[2]; },
       [](const At& at) { return at[0] * at[0] * std::log2(at[1]); }},
      {3, [](const At& at) { return at[0] * at[0] * at[1]; }, [](const At& at) { return at[2] * std::log2(at[0]); }},
      {3, [](const At& at) { return at[1] * at[2] * at[2] / at[0]; }, [](const At& at) { return at[0] * at[1]; }},
      {2, [](const At& at) { return at[0] * at[1] * at[1]; },
       [](const At& at) { return at[0] * at[0] * std::log2(at[1]); }}};
}

std::vector<Planted> SingleProducts() {
  return {{3, [](const At& at) { return at[0] * at[1] * at[1] * at[2]; }, {}},
          {3, [](const At& at) { return std::pow(at[2], 1.5); }, {}},
          {3, [](const At&) { return 1; }, {}},
          {2, [](const At& at) { return at[0] * std::log2(at[0]) * at[1]; }, {}}};
}

// The relative errors of predictions at twice the largest values, in percent, and the number of points named as
// outliers.
struct Outcome {
  std::vector<double> errors;
  std::size_t outliers = 0;
  std::size_t missed = 0;  // number of intervals without the true exponent at the largest values

  double Median() {
    std::ranges::sort(errors);
    return errors[errors.size() / 2];
  }
};

class Trials {
 public:
  Trials(const Planted& planted, double noise) : planted_(planted), noise_(noise) {
    for (std::size_t p = 0; p < planted.parameters; ++p) {
      names_.push_back(std::string(1, static_cast<char>('x' + p)));
      middle_.push_back(kGrid[p][kMiddle]);
      far_.push_back(2 * kGrid[p].back());
    }
    // In the middle, the second product has half of the value of the first one.
    if (planted.second) factor_ = planted.first(middle_) / planted.second(middle_) / 2;
  }

  void Add(Outcome& outcome) {
    Observations observations;
    observations.series.push_back({.function = "f", .metric = "time", .unit = "s", .parameters = names_, .points = {}});
    AddPoints({}, observations.series[0].points);
    ModelOptions options;
    options.statistics = {PointStatistic::kMedian};
    options.predictions.emplace_back();
    for (std::size_t p = 0; p < names_.size(); ++p) options.predictions[0].push_back({names_[p], far_[p]});
    const Model model = MakeModels(observations, options).models.at(0);
    outcome.errors.push_back(100 * std::abs(model.predictions.at(0).value / Truth(far_) - 1));
    for (const ModelPoint& point : model.points) outcome.outliers += point.is_outlier ? 1 : 0;
    const double exponent = TrueExponent();
    const bool is_held = *model.verdict.exponent_low <= exponent && exponent <= *model.verdict.exponent_high;
    outcome.missed += is_held ? 0 : 1;
  }

 private:
  // Returns d ln y / d ln x at the largest values, for the parameter x with the fastest growth.
  double TrueExponent() const {
    constexpr double kStep = 1e-6;
    At largest;
    for (const double far : far_) largest.push_back(far / 2);
    double most = 0;
    for (double& value : largest) {
      const double before = Truth(largest), kept = value;
      value *= 1 + kStep;
      most = std::max(most, (Truth(largest) / before - 1) / kStep);
      value = kept;
    }
    return most;
  }

  double Truth(const At& at) const {
    return planted_.first(middle_) / 10 + planted_.first(at) + (planted_.second ? factor_ * planted_.second(at) : 0);
  }

  void AddPoints(const At& begin, std::vector<ObservedPoint>& points) {
    if (begin.size() == names_.size()) {
      points.push_back({begin, {Truth(begin) * std::max(0.05, 1 + noise_ * normal_(random_))}, 0});
      return;
    }
    for (const double value : kGrid[begin.size()]) {
      At at = begin;
      at.push_back(value);
      AddPoints(at, points);
    }
  }

  const Planted& planted_;
  const double noise_;
  double factor_ = 0;
  std::vector<std::string> names_;
  At middle_, far_;
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
};

std::vector<Outcome> OutcomesOf(const std::vector<Planted>& forms, double noise) {
  const char* const full = std::getenv("PROFDIFF_TEST_FULL");
  const int trials = full != nullptr && std::string(full) == "1" ? 20 : 2;
  std::vector<Outcome> outcomes;
  for (const Planted& planted : forms) {
    Trials many(planted, noise);
    Outcome& outcome = outcomes.emplace_back();
    for (int i = 0; i < trials; ++i) many.Add(outcome);
  }
  return outcomes;
}

}  // namespace

TEST_CASE("Sums of products with different terms of a parameter are found", "[models]") {
  if (!CanModel()) return;
  for (Outcome& outcome : OutcomesOf(TwoProducts(), 0.01)) {
    CHECK(outcome.Median() < 5);
    CHECK(outcome.outliers == 0);
  }
}

TEST_CASE("Single products stay what they are", "[models]") {
  if (!CanModel()) return;
  for (Outcome& outcome : OutcomesOf(SingleProducts(), 0.01)) {
    CHECK(outcome.Median() < 5);
    CHECK(outcome.outliers == 0);
  }
}

// If only the terms of sums that were tried are plausible, 11 and 9 of 40 intervals miss the truth.
TEST_CASE("Intervals of several parameters allow for other terms", "[models]") {
  if (!CanModel()) return;
  const std::vector<Planted> forms = {{2, [](const At& at) { return 50 + at[0]; }, {}},
                                      {2, [](const At& at) { return 20 + at[0] * std::log2(at[1]); }, {}}};
  for (const Planted& planted : forms) {
    Trials trials(planted, 0.01);
    Outcome outcome;
    for (int i = 0; i < 40; ++i) trials.Add(outcome);
    CHECK(outcome.missed <= 2);
  }
}

}  // namespace profdiff::mixed_products_test

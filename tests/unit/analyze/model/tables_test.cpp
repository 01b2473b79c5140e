// SPDX-License-Identifier: GPL-3.0-or-later
// How well models predict four times the largest size, how often intervals and bounds hold the truth, and how often
// flat data seem to grow: planted forms with noise and fixed seeds. With PROFDIFF_TEST_FULL=1, 200 trials of each form
// instead of 15, and all levels of noise.
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

namespace profdiff::tables_test {
namespace {

using Growth = std::function<double(double)>;

constexpr double kFar = 4096, kNear = 2048;  // four times and twice the largest size
const std::vector<double> kSizes = {16, 32, 64, 128, 256, 512, 1024};

bool IsFull() {
  const char* const full = std::getenv("PROFDIFF_TEST_FULL");
  return full != nullptr && std::string(full) == "1";
}

// Sixteen forms: rising, falling, with two terms, with a change of form, and with a jump.
std::vector<Growth> PlantedForms() {
  const auto log = [](double n) { return std::log2(n); };
  return {[=](double n) { return 10 + 10 * log(n); },
          [](double n) { return 5 + 2 * std::sqrt(n); },
          [](double n) { return 10 + n; },
          [=](double n) { return 10 + n * log(n); },
          [](double n) { return 10 + std::pow(n, 1.5); },
          [](double n) { return 10 + n * n; },
          [=](double n) { return 10 + n * n * log(n); },
          [](double n) { return 10 + n * n * n; },
          [](double n) { return 2 + 5000 / n; },
          [](double n) { return 2 + 500 / std::sqrt(n); },
          [](double n) { return 5 * n + 0.02 * n * n; },
          [=](double n) { return 100 * log(n) + 2 * n; },
          [](double n) { return 5000 / n + 0.5 * n; },
          [=](double n) { return 5000 / n + 20 * log(n); },
          [](double n) { return n <= 128 ? n : n * n / 128; },
          [](double n) { return n <= 128 ? 100.0 : 300.0; }};
}

class Planter {
 public:
  // `slow` is the probability that one of the points is twice as slow.
  Planter(double noise, double slow) : noise_(noise), slow_(slow) {}

  Model Make(const Growth& growth) {
    Observations observations;
    observations.series.push_back({.function = "f", .metric = "time", .unit = "s", .parameters = {"n"}, .points = {}});
    std::vector<ObservedPoint>& points = observations.series[0].points;
    for (const double n : kSizes) {
      points.push_back({{n}, {growth(n) * std::max(0.05, 1 + noise_ * normal_(random_))}, 0});
    }
    if (uniform_(random_) < slow_) points[random_() % points.size()].values[0] *= 2;
    ModelOptions options;
    options.statistics = {PointStatistic::kMedian};
    options.predictions = {{{"n", kFar}}, {{"n", kNear}}};
    return MakeModels(observations, options).models.at(0);
  }

 private:
  double noise_, slow_;
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

double At(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size()))];
}

// How far predictions are off, in percent: the median, and the 90th percentile.
struct Errors {
  double median = 0, high = 0;
};

Errors ErrorsOf(const std::vector<Model>& models, const Growth& growth, std::size_t prediction, double size) {
  std::vector<double> errors;
  for (const Model& model : models) {
    errors.push_back(100 * std::abs(model.predictions.at(prediction).value / growth(size) - 1));
  }
  return {At(errors, 0.5), At(errors, 0.9)};
}

// Returns the percentage of models for which holds(model) is true.
template <class Holds>
double ShareOf(const std::vector<Model>& models, const Holds& holds) {
  return 100 * static_cast<double>(std::ranges::count_if(models, holds)) / static_cast<double>(models.size());
}

std::vector<Model> MakeMany(const Growth& growth, double noise, int trials) {
  Planter planter(noise, 0);
  std::vector<Model> models;
  for (int trial = 0; trial < trials; ++trial) models.push_back(planter.Make(growth));
  return models;
}

// A form, the errors of predictions at four times the largest size with 3 % noise, as a full run measures them, and the
// percentage of models that have exactly this form.
struct FormRow {
  const char* name;
  std::size_t form;  // index in PlantedForms
  Errors far;
  double exact;
  ModelFactor factor;
};

struct Cell {
  double noise, slow;
  double median, high;  // in percent: medians over forms of the median error and of the 90th percentile
};

}  // namespace

TEST_CASE("Planted forms are predicted within known errors, and intervals hold the truth", "[models][tables]") {
  if (!CanModel()) return;
  const std::vector<Cell> all = {{0.01, 0, 0.7, 3},    {0.01, 0.3, 0.7, 7}, {0.03, 0, 3.1, 12},
                                 {0.03, 0.3, 4.2, 25}, {0.1, 0, 13, 38},    {0.1, 0.3, 18, 55}};
  const std::vector<Cell> cells = IsFull() ? all : std::vector<Cell>{all[2]};
  const int trials = IsFull() ? 200 : 15;
  const double allowance = IsFull() ? 1.3 : 1.6;
  for (const Cell& cell : cells) {
    INFO("noise " << cell.noise << ", slow points " << cell.slow);
    Planter planter(cell.noise, cell.slow);
    std::vector<double> medians, highs;
    int held = 0, count = 0;
    for (const Growth& form : PlantedForms()) {
      std::vector<double> errors;
      for (int trial = 0; trial < trials; ++trial) {
        const Model model = planter.Make(form);
        const ModelPrediction& prediction = model.predictions.at(0);
        errors.push_back(100 * std::abs(prediction.value / form(kFar) - 1));
        held += prediction.low && *prediction.low <= form(kFar) && form(kFar) <= *prediction.high ? 1 : 0;
        ++count;
      }
      medians.push_back(At(errors, 0.5));
      highs.push_back(At(errors, 0.9));
    }
    CHECK(At(medians, 0.5) <= allowance * cell.median);
    CHECK(At(highs, 0.5) <= allowance * cell.high);
    CHECK(held >= (cell.slow > 0 ? 0.9 : 0.92) * count);
  }
}

TEST_CASE("Each planted form is predicted within known errors", "[models][tables]") {
  if (!CanModel()) return;
  const std::vector<Growth> forms = PlantedForms();
  const FormRow rows[] = {{"log n", 0, {1.8, 9.7}, 89, {0, 0, 1, 1}}, {"n^.5", 1, {2.2, 10}, 45, {0, 1, 2, 0}},
                          {"n", 2, {2.6, 13.3}, 62, {0, 1, 1, 0}},    {"n log n", 3, {1.7, 5.2}, 90, {0, 1, 1, 1}},
                          {"n^1.5", 4, {2.4, 5.5}, 56, {0, 3, 2, 0}}, {"n^2", 5, {1.9, 16.5}, 82, {0, 2, 1, 0}},
                          {"n^3", 7, {2, 4.4}, 100, {0, 3, 1, 0}},    {"2 + 5000/n", 8, {7.4, 18.6}, 98, {0, -1, 1, 0}},
                          {"5 n + .02 n^2", 10, {4.7, 20.2}, 0, {}},  {"100 log n + 2 n", 11, {23.7, 32}, 0, {}},
                          {"5000/n + .5 n", 12, {2.6, 24.1}, 0, {}},  {"n to 128, then n^2", 14, {3.3, 33.2}, 0, {}},
                          {"jump to 3 times", 15, {53.6, 134}, 0, {}}};
  const int trials = IsFull() ? 200 : 15;
  const double allowance = IsFull() ? 1.3 : 1.6, exact_allowance = IsFull() ? 0.9 : 0.55;
  for (const FormRow& row : rows) {
    INFO(row.name);
    const Growth& form = forms[row.form];
    const std::vector<Model> models = MakeMany(form, 0.03, trials);
    const Errors far = ErrorsOf(models, form, 0, kFar), near = ErrorsOf(models, form, 1, kNear);
    CHECK(far.median <= allowance * row.far.median);
    CHECK(far.high <= allowance * row.far.high);
    CHECK(near.median <= 1.05 * far.median);
    CHECK(near.high <= 1.05 * far.high);
    const std::vector<ModelFactor> factors = {row.factor};
    CHECK(row.exact * exact_allowance <= ShareOf(models, [&](const Model& model) {
            return model.fit.terms.size() == 2 && model.fit.terms[1].factors == factors;
          }));
  }
}

TEST_CASE("Data that no form fits are flagged", "[models][tables]") {
  if (!CanModel()) return;
  const std::vector<Model> models = MakeMany(PlantedForms().back(), 0.03, IsFull() ? 200 : 15);
  CHECK(ShareOf(models, [](const Model& model) {
          return std::ranges::find(model.flags, "poor-fit") != model.flags.end();
        }) >= 99);
}

TEST_CASE("Flat data seldom seem to grow, and bounds of changes hold", "[models][tables]") {
  if (!CanModel()) return;
  const int trials = IsFull() ? 500 : 60;
  for (const double slow : {0.0, 0.3}) {
    Planter planter(0.03, slow);
    int growing = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const ModelVerdict::Kind kind = planter.Make([](double) { return 100; }).verdict.kind;
      if (kind == ModelVerdict::Kind::kGrows || kind == ModelVerdict::Kind::kFalls) ++growing;
    }
    CHECK(growing <= (slow > 0 ? 0.08 : 0.05) * trials);
  }
  const Growth shapes[] = {[](double n) { return std::log2(n / 16) / 6; }, [](double n) { return (n - 16) / 1008; },
                           [](double n) { return (n * n - 256) / (1024.0 * 1024 - 256); }};
  for (const double change : {0.1, 0.3}) {
    for (const Growth& shape : shapes) {
      Planter planter(0.03, 0);
      int held = 0;
      for (int trial = 0; trial < trials; ++trial) {
        const Model model = planter.Make([&](double n) { return 100 * (1 + change * shape(n)); });
        if (model.verdict.bound && *model.verdict.bound >= 100 * change) ++held;
      }
      CHECK(held >= 0.9 * trials);
    }
  }
}

}  // namespace profdiff::tables_test

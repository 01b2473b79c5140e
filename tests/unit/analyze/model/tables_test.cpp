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

constexpr double kFar = 4096;  // four times the largest size
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
    options.predictions = {{{"n", kFar}}};
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for verdicts, gates of models that are not certain, and scaling.
#include "analyze/model/judge.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "analyze/model/can_model.h"
#include "profdiff/models.h"

namespace profdiff::judge_test {
namespace {

using Kind = ModelVerdict::Kind;

Models ModelsOf(const std::vector<double>& sizes, const std::vector<double>& values, ModelOptions options = {}) {
  Observations observations;
  ObservedSeries& series = observations.series.emplace_back();
  series = {.function = "f", .metric = "time", .unit = "s", .parameters = {"n"}, .points = {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) series.points.push_back({{sizes[i]}, {values[i]}, 0});
  options.statistics = {PointStatistic::kMedian};
  return MakeModels(observations, options);
}

std::size_t Offends(const char* gate, const Models& models) {
  return FindOffenders(ParseModelGate(gate), models).size();
}
std::size_t Undecided(const char* gate, const Models& models) {
  return FindUndecided(ParseModelGate(gate), models).size();
}

const std::vector<double> kSizes = {16, 32, 64, 128, 256, 512, 1024};

}  // namespace

TEST_CASE("A value that hardly changes is flat, with a bound", "[models]") {
  if (!CanModel()) return;
  const Models flat = ModelsOf(kSizes, {100, 101, 99.5, 100.2, 99, 100.9, 100.3});
  const ModelVerdict& verdict = flat.models[0].verdict;
  CHECK(verdict.kind == Kind::kFlat);
  CHECK(*verdict.bound < 5);
  CHECK(*verdict.bound > 0.5);
  CHECK(Offends("exponent > 0.1", flat) == 0);
  CHECK(Undecided("exponent > 0.1", flat) == 0);
  ModelOptions strict;
  strict.flat = 0.1;
  const Models unknown = ModelsOf(kSizes, {100, 101, 99.5, 100.2, 99, 100.9, 100.3}, strict);
  CHECK(unknown.models[0].verdict.kind == Kind::kUnknown);
  CHECK_FALSE(unknown.models[0].verdict.help.empty());
}

TEST_CASE("A noisy value is unknown, and so are conditions on it", "[models]") {
  if (!CanModel()) return;
  const Models models = ModelsOf({10, 20, 40, 80, 160}, {10, 16, 9, 17, 14});
  const ModelVerdict& verdict = models.models[0].verdict;
  CHECK(verdict.kind == Kind::kUnknown);
  CHECK(*verdict.bound > 20);
  CHECK(Undecided("exponent > 0.2", models) == 1);
  CHECK(Offends("exponent > 0.2", models) == 0);
  CHECK(Undecided("exponent > 50", models) == 0);
}

TEST_CASE("Growth that no form fits is decided by its interval", "[models]") {
  if (!CanModel()) return;
  ModelOptions options;
  options.predictions = {{{"n", 16000}}};
  const Models models =
      ModelsOf({250, 500, 1000, 2000, 4000, 8000}, {52e-6, 207e-6, 858e-6, 7.7e-3, 19.8e-3, 80e-3}, options);
  const Model& model = models.models[0];
  CHECK(model.verdict.kind == Kind::kGrows);
  CHECK(HasModelFlag(model, "poor-fit"));
  CHECK(*model.verdict.exponent_low > 1.5);
  CHECK(Offends("exponent > 1.5", models) == 1);
  CHECK(Offends("exponent > 3.5", models) == 0);
  CHECK(Undecided("exponent > 2.2", models) == 1);
  CHECK(*model.predictions[0].high > 0.1);
  CHECK(*model.predictions[0].low >= 0);
}

TEST_CASE("Falling times fall, and strong scaling has an efficiency", "[models]") {
  if (!CanModel()) return;
  std::vector<double> values;
  for (const double n : kSizes) values.push_back(2 + 5000 / n);
  ModelOptions options;
  options.scaling = ModelOptions::Scaling::kStrong;
  options.predictions = {{{"n", 4096}}};
  const Models models = ModelsOf(kSizes, values, options);
  const Model& model = models.models[0];
  CHECK(model.verdict.kind == Kind::kFalls);
  CHECK(*model.exponent < 0);
  CHECK(model.points[6].scaling->speedup == Approx(values[0] / values[6]));
  CHECK(model.points[6].scaling->efficiency == Approx(values[0] / values[6] / 64));
  CHECK(model.predictions[0].scaling->efficiency == Approx(314.5 / (2 + 5000.0 / 4096) / 256));
  options.scaling = ModelOptions::Scaling::kWeak;
  const Models weak = ModelsOf(kSizes, values, options);
  CHECK(weak.models[0].points[6].scaling->efficiency == Approx(values[0] / values[6]));
}

}  // namespace profdiff::judge_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the output of models, both human-readable and machine-readable.
#include <catch2/catch.hpp>
#include <string>

#include "analyze/model/can_model.h"
#include "profdiff/formats.h"
#include "profdiff/models.h"

namespace profdiff::texts_test {
namespace {

Models Make(double power) {
  Observations observations;
  ObservedSeries series{"_Z3dotv", "time", "s", {"n"}, {}};
  for (const double n : {1.0, 2.0, 4.0, 8.0, 16.0}) series.points.push_back({{n}, {2 * std::pow(n, power)}, 0});
  observations.series = {series};
  observations.inputs = {"a"};
  ModelOptions options;
  options.predictions = {{{"n", 32}}};
  options.curve_points = 3;
  return MakeModels(observations, options);
}

}  // namespace

TEST_CASE("The result comes first, with demangled names", "[models]") {
  if (!CanModel()) return;
  std::string text;
  WriteModels(text, *FindTableFormat("text"), Make(2));
  CHECK(text.starts_with("a: 1 model. What costs most at the largest size:\n  dot(), time: "));
  CHECK(text.find(": grows, exponent 2.00 (95 % 2.00 to 2.00)\n    ") != std::string::npos);
  CHECK(text.find("*n^2; at n = 32 2048 s (95 % 2048 to 2048)\n") != std::string::npos);
  CHECK(text.find("extrapolated: a prediction is outside the measured range\n") != std::string::npos);
  std::string both;
  const Models other = Make(3);
  WriteModels(both, *FindTableFormat("text"), Make(2), &other);
  CHECK(both.find("\n  base:  ") < both.find("\n  other: "));
  CHECK(both.find("\nFlags\n  extrapolated: a prediction is outside the measured range\n") != std::string::npos);
}

TEST_CASE("Equal values do not change, and rounding is no term", "[models]") {
  if (!CanModel()) return;
  const auto shown = [](const Models& models) {
    std::string text;
    WriteModels(text, *FindTableFormat("text"), models);
    return text;
  };
  Models equal = Make(0);
  CHECK(shown(equal).find("does not change from n = 1 to 16\n    2; at n = 32 2 s") != std::string::npos);
  equal.models[0].verdict.bound = 0.003;
  CHECK(shown(equal).find("does not change by more than 0.1 % from n = 1 to 16 (95 %)\n") != std::string::npos);
  CHECK(shown(Make(2)).find("\n    2*n^2; at n = 32") != std::string::npos);
}

TEST_CASE("Flags of both executions are explained", "[models]") {
  if (!CanModel()) return;
  Models base = Make(2), other = Make(3);
  base.models[0].flags = {"few-points", "skewed"};
  other.models[0].flags = {"few-points", "negative"};
  std::string text;
  WriteModels(text, *FindTableFormat("text"), base, &other);
  CHECK(text.find("\n  few-points: fewer than 5 points") != std::string::npos);
  CHECK(text.find("\n  skewed (base): mean and median") != std::string::npos);
  CHECK(text.find("\n  negative (other): a prediction is not above 0") != std::string::npos);
}

TEST_CASE("Programs get all numbers", "[models]") {
  if (!CanModel()) return;
  std::string text;
  WriteModels(text, *FindTableFormat("json"), Make(2));
  for (const char* part :
       {"\"kind\": \"models\"", "\"function\":\"dot()\"", "\"terms\":[\"1\",\"n^2\"]", "\"linkageName\":\"_Z3dotv\"",
        "\"at\":{\"n\":32.0}", "\"extrapolated\":true", "\"kind\":\"grows\""}) {
    INFO(part << "\n" << text);
    CHECK(text.find(part) != std::string::npos);
  }
  if (!CanWritePage()) return;
  std::string page;
  WriteModelPage(page, Make(2));
  CHECK(page.find("\"curves\": [[[[1.0,") != std::string::npos);
}

}  // namespace profdiff::texts_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for choosing the form of one parameter. Forms that are negative at a point are excluded, and growth that chance
// can explain does not count.
#include "analyze/model/choose.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "analyze/model/can_model.h"
#include "analyze/model/interval.h"

namespace profdiff::choose_test {
namespace {

struct Chooser {
  std::vector<std::string> forms = {"pmnf"};
  TermTable table = {};
  ShapeList others = {};

  ChosenShape Choose(const std::vector<double>& sizes, const FitData& data) {
    const std::vector<std::string> normal = {"pmnf"};
    table = MakeTermTable(sizes, normal, 0);
    others.shapes = ShapesOfOne(forms, true, /*has_normal=*/false);
    others.looked_at = others.shapes.size() - 1;
    return *ChooseOfOne(table, forms == normal, others, data, ModelOptions::ChooseBy::kError);
  }
};

FitData DataOf(const std::vector<double>& sizes, const std::vector<double>& values) {
  FitData data;
  for (const double size : sizes) data.at.push_back({size});
  data.values = values;
  const std::vector<double> periods(values.size(), 0);
  const std::vector<std::size_t> counts(values.size(), 1);
  SetWeights(data, periods, counts, ModelOptions::Weights::kRoot);
  return data;
}

template <class Growth>
FitData DataFrom(const std::vector<double>& sizes, Growth growth) {
  std::vector<double> values;
  for (const double size : sizes) values.push_back(growth(size));
  return DataOf(sizes, values);
}

std::string TextOf(const ModelFit& fit) { return FitText(fit, std::vector<std::string>{"n"}, 4); }

const std::vector<double> kSeven = {16, 32, 64, 128, 256, 512, 1024};
const std::vector<double> kTen = {4, 8, 12, 16, 20, 24, 28, 32, 36, 40};

}  // namespace

TEST_CASE("A form that is negative at a point is excluded, but not if times are sampled", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {1, 2, 3, 4, 5, 6, 7};
  FitData data = DataOf(sizes, {0.1, 0.2, 10, 20, 30, 40, 50});
  data.weights.assign(7, 1);
  Chooser chooser{{"linear"}};
  const ChosenShape chosen = chooser.Choose(sizes, data);
  CHECK(chosen.best.fit.form == "constant");
  REQUIRE(chosen.left_out);
  CHECK(chosen.left_out->fit.form == "linear");
  CHECK(chosen.left_out->point == 0);
  data.is_sampled = true;
  CHECK(chooser.Choose(sizes, data).best.fit.form == "linear");
}

TEST_CASE("A form may be 0 where 0 was measured", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {1, 2, 4, 8, 16, 32, 64};
  Chooser chooser;
  const ChosenShape chosen = chooser.Choose(sizes, DataFrom(sizes, [](double n) { return n - 1; }));
  CHECK(TextOf(chosen.best.fit) == "-1 + 1*n");
  CHECK_FALSE(chosen.left_out);
}

TEST_CASE("Growth that chance also explains does not count", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {1, 2, 3, 4, 5, 6};
  Chooser chooser;
  const ChosenShape flat = chooser.Choose(sizes, DataOf(sizes, {10, 12, 10, 12, 11, 13}));
  CHECK(flat.best.fit.form == "constant");
  CHECK(flat.has_no_growth);
  CHECK(TextOf(chooser.Choose(sizes, DataOf(sizes, {1, 2, 3, 4, 5, 6})).best.fit) == "1*n");
}

TEST_CASE("Times that fall get terms that fall", "[models]") {
  if (!CanModel()) return;
  Chooser chooser;
  CHECK(TextOf(chooser.Choose(kSeven, DataFrom(kSeven, [](double n) { return 2 + 5000 / n; })).best.fit) ==
        "2 + 5000*n^-1");
  CHECK(TextOf(chooser.Choose(kSeven, DataFrom(kSeven, [](double n) { return 5000 / n + 0.5 * n + 1; })).best.fit) ==
        "1 + 0.5*n + 5000*n^-1");
}

TEST_CASE("Two terms are chosen if the data have them", "[models]") {
  if (!CanModel()) return;
  Chooser chooser;
  const ChosenShape chosen =
      chooser.Choose(kSeven, DataFrom(kSeven, [](double n) { return 3 + 5 * n + 0.02 * n * n; }));
  CHECK(TextOf(chosen.best.fit) == "3 + 5*n + 0.02*n^2");
}

TEST_CASE("Exact values of five points tell two terms", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {25, 50, 100, 200, 400};
  Chooser chooser;
  const auto polynomial = [](double n) { return 1235 + 858 * n + 27 * n * n; };
  const ChosenShape chosen = chooser.Choose(sizes, DataFrom(sizes, polynomial));
  CHECK(TextOf(chosen.best.fit) == "1235 + 858*n + 27*n^2");
}

TEST_CASE("With few points, a sum of two terms is not excluded", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {25, 50, 100, 200, 400}, noise = {1.01, .99, 1.01, 1, .99};
  for (const std::size_t points : {4U, 5U}) {
    CAPTURE(points);
    std::vector<double> some(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(points)), values;
    for (std::size_t i = 0; i < points; ++i) {
      values.push_back(noise[i] * (1235 + 858 * sizes[i] + 27 * sizes[i] * sizes[i]));
    }
    Chooser chooser;
    const ChosenShape chosen = chooser.Choose(some, DataOf(some, values));
    CHECK(chosen.best.fit.coefficients.size() == 2);
    const double n = some.back(), truth = (858 * n + 54 * n * n) / (1235 + 858 * n + 27 * n * n);
    const auto interval = ExponentInterval(chosen.plausible, std::vector<double>{n}, 0);
    REQUIRE(interval);
    CHECK((interval->first < truth && truth < interval->second));
  }
}

TEST_CASE("A point that no form fits is left out, but never the largest", "[models]") {
  if (!CanModel()) return;
  Chooser chooser;
  FitData data = DataFrom(kSeven, [](double n) { return 3 + n * n; });
  data.values[2] *= 3;
  data = DataOf(kSeven, data.values);
  const ChosenShape chosen = chooser.Choose(kSeven, data);
  CHECK(chosen.outliers == std::vector<std::size_t>{2});
  CHECK(TextOf(chosen.best.fit) == "3 + 1*n^2");
  data = DataFrom(kSeven, [](double n) { return n < 1000 ? 3 + n : 10 * n; });
  CHECK(chooser.Choose(kSeven, data).outliers.empty());
}

TEST_CASE("Two parts of the sizes may have two forms", "[models]") {
  if (!CanModel()) return;
  Chooser chooser;
  const ChosenShape chosen =
      chooser.Choose(kTen, DataFrom(kTen, [](double p) { return p <= 20 ? std::log2(p) : p * p; }));
  REQUIRE(chosen.lower);
  CHECK(chosen.lower->points == 5);
  CHECK(chosen.lower->fit.terms.back().factors.front().logarithm == 1);
  CHECK(chosen.best.fit.coefficients.back() == Approx(1));
  CHECK(chosen.best.fit.terms.back().factors.front().numerator == 2);
  CHECK(chosen.error < 0.01);
  CHECK_FALSE(chooser.Choose(kTen, DataFrom(kTen, [](double p) { return 2 + p * p; })).lower);
}

TEST_CASE("Growth without a form that fits well is uncertain, not absent", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {250, 500, 1000, 2000, 4000};
  Chooser chooser;
  const ChosenShape chosen = chooser.Choose(sizes, DataOf(sizes, {52e-6, 207e-6, 858e-6, 7.7e-3, 19.8e-3}));
  CHECK(chosen.is_uncertain);
  CHECK(chosen.best.fit.form != "constant");
}

}  // namespace profdiff::choose_test

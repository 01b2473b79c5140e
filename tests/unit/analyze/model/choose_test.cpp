// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for choosing the form of a model. Forms that are negative at a point are excluded, and growth that chance can
// explain does not count.
#include "analyze/model/choose.h"

#include <catch2/catch.hpp>

using namespace profdiff;

namespace {

FitData DataOf(const std::vector<double>& values) {
  FitData data;
  for (std::size_t i = 0; i < values.size(); ++i) data.at.push_back({static_cast<double>(i + 1)});
  data.values = values;
  const std::vector<double> periods(values.size(), 0);
  const std::vector<std::size_t> counts(values.size(), 1);
  SetWeights(data, periods, counts, ModelOptions::Weights::kNone);
  return data;
}

ShapeList Linear() {
  const std::string forms[] = {"linear"};
  ShapeList list{ShapesOfOne(forms, true), 0};
  list.looked_at = list.shapes.size() - 1;
  return list;
}

}  // namespace

TEST_CASE("A form that is negative at a point is excluded, but not if times are sampled", "[models]") {
  if (!CanModel()) return;
  FitData data = DataOf({0.1, 0.2, 10, 20, 30, 40, 50});
  CHECK(ChooseShape(Linear(), data, ModelOptions::ChooseBy::kError)->best.fit.form == "constant");
  data.is_sampled = true;
  CHECK(ChooseShape(Linear(), data, ModelOptions::ChooseBy::kError)->best.fit.form == "linear");
}

TEST_CASE("Growth that chance also explains does not count", "[models]") {
  if (!CanModel()) return;
  const auto chosen = ChooseShape(Linear(), DataOf({10, 12, 10, 12, 11, 13}), ModelOptions::ChooseBy::kRss);
  CHECK(chosen->best.fit.form == "constant");
  CHECK(ChooseShape(Linear(), DataOf({1, 2, 3, 4, 5}), ModelOptions::ChooseBy::kRss)->best.fit.form == "linear");
}

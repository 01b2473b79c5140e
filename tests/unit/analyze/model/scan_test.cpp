// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the fast fits of many forms equal those of the general solver.
#include "analyze/model/scan.h"

#include <catch2/catch.hpp>

#include "analyze/model/can_model.h"

namespace profdiff::scan_test {
namespace {

void CheckEqual(const ScannedForm& form, const std::vector<ModelTerm>& terms, const FitData& data) {
  const auto fit = FitShape(SumOf("pmnf", terms), data, ModelOptions::ChooseBy::kError);
  REQUIRE(fit);
  REQUIRE(form.columns == terms.size() + 1);
  for (std::size_t c = 0; c < form.columns; ++c) {
    CHECK(form.coefficients[c] == Approx(fit->fit.coefficients[c]).epsilon(1e-6));
  }
  CHECK(form.error == Approx(fit->fit.error).epsilon(1e-6));
  CHECK(form.smape == Approx(fit->fit.smape).epsilon(1e-6));
  CHECK(form.rss == Approx(fit->fit.rss).epsilon(1e-6));
  CHECK(form.weighted_rss == Approx(fit->weighted_rss).epsilon(1e-6));
  CHECK(form.is_positive == fit->is_positive);
}

}  // namespace

TEST_CASE("Fast fits of one and two terms equal those of the solver", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {100, 200, 300, 500, 800, 1300, 2100};
  const std::vector<std::string> forms = {"pmnf"};
  const TermTable table = MakeTermTable(sizes, forms, 0);
  CHECK(table.terms.size() == 53);
  CHECK(table.rising == 42);
  CHECK(table.pairs.size() == 45);
  FitData data;
  for (const double size : sizes) data.at.push_back({size});
  data.values = {7, 12, 19, 27, 48, 71, 120};
  const std::vector<double> periods(7, 0);
  const std::vector<std::size_t> counts(7, 1);
  SetWeights(data, periods, counts, ModelOptions::Weights::kRoot);
  const Scanner scanner(table, data);
  for (std::size_t t = 0; t < table.terms.size(); ++t) {
    CheckEqual(scanner.FitTerm(t, true), {table.terms[t]}, data);
  }
  for (std::size_t p = 0; p < table.pairs.size(); ++p) {
    CheckEqual(scanner.FitPair(p, true), {table.terms[table.pairs[p][0]], table.terms[table.pairs[p][1]]}, data);
  }
}

TEST_CASE("A point that is left out does not count", "[models]") {
  if (!CanModel()) return;
  const std::vector<double> sizes = {1, 2, 3, 4, 5, 6};
  const std::vector<std::string> forms = {"linear"};
  const TermTable table = MakeTermTable(sizes, forms, 0);
  FitData data;
  for (const double size : sizes) data.at.push_back({size});
  data.values = {1, 2, 30, 4, 5, 6};
  data.relative = data.weights = std::vector<double>(6, 1);
  Scanner scanner(table, data);
  scanner.LeaveOut(2);
  CHECK(scanner.count() == 5);
  CHECK(scanner.FitTerm(0, true).coefficients[1] == Approx(1));
  CHECK(scanner.FitTerm(0, true).error < 1e-9);
  scanner.PutBack(2);
  CHECK(scanner.FitTerm(0, true).error > 1);
  scanner.Restrict(3, 6);
  CHECK(scanner.FitTerm(0, true).error < 1e-9);
}

}  // namespace profdiff::scan_test

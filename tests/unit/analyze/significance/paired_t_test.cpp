// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/paired_t.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "profdiff/significance.h"

namespace profdiff::paired_t_test {
namespace {

constexpr std::size_t kFunctions = 100;

bool IsFull() {
  const char* const value = std::getenv("PROFDIFF_TEST_FULL");
  return value != nullptr && std::string(value) == "1";
}

struct Cell {
  int pairs = 0;
  double drift = 0;  // standard deviation of the speed of a pair
  int changed = 0;   // number of functions that grow by 5 to 100 %
  double found = 0;  // least share of them that must be found
};

struct Rates {
  double false_share = 0, found = 0;  // of the functions that are called; of the functions that changed
};

// The numbers of samples are log-normal; the changes are uniform. `found` in the cells below was measured with 300
// sets. Simulates programs of 100 functions with a median of 30 samples and 3 % noise of their own.
Rates Simulate(const Cell& cell, int sets) {
  std::mt19937_64 random(51);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Rates rates;
  for (int set = 0; set < sets; ++set) {
    std::vector<double> sizes, factors(kFunctions, 1.0);
    for (std::size_t f = 0; f < kFunctions; ++f) sizes.push_back(30 * std::exp(1.2 * normal(random)));
    for (int i = 0; i < cell.changed; ++i) factors[static_cast<std::size_t>(i)] = 1.05 + .95 * uniform(random);
    PairedCounts counts{std::vector<std::vector<double>>(kFunctions), std::vector<std::vector<double>>(kFunctions)};
    for (int pair = 0; pair < cell.pairs; ++pair) {
      const double speed = std::exp(cell.drift * normal(random));
      for (std::size_t f = 0; f < kFunctions; ++f) {
        const auto draw = [&](double factor) {
          const double mean = sizes[f] * factor * speed * std::exp(.03 * normal(random));
          return static_cast<double>(std::poisson_distribution<int>(mean)(random));
        };
        counts.base[f].push_back(draw(1));
        counts.other[f].push_back(draw(factors[f]));
      }
    }
    const PairedT test(std::move(counts), false);
    std::vector<std::size_t> judged;
    std::vector<double> p;
    for (std::size_t f = 0; f < kFunctions; ++f) {
      if (!test.IsJudged(f)) continue;
      judged.push_back(f);
      p.push_back(test.Judge(f).p);
    }
    const std::vector<double> q = AdjustForMany(p);
    int right = 0, wrong = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (q[i] <= kLevel) ++(judged[i] < static_cast<std::size_t>(cell.changed) ? right : wrong);
    }
    if (right + wrong > 0) rates.false_share += static_cast<double>(wrong) / (right + wrong) / sets;
    if (cell.changed > 0) rates.found += static_cast<double>(right) / cell.changed / sets;
  }
  return rates;
}

}  // namespace

TEST_CASE("a paired t test of a single function", "[significance]") {
  if (!CanJudge()) return;
  // The differences are -20, -10 and -30: their mean is -20, their variance 100. Half of Poisson's, (100 + 120) / 2, is
  // more.
  const PairedT test({{{100, 110, 90}}, {{120, 120, 120}}}, false);
  REQUIRE(test.IsJudged(0));
  const TestedFunction found = test.Judge(0);
  const double error = std::sqrt(110.0 / 3);
  CHECK(found.p == Approx(StudentP(20 / error, 2)));
  CHECK(found.interval.low == Approx(-20 - StudentUpper(2, kTail) * error));
  const PairedT few({{{1, 0, 1}}, {{1, 1, 1}}}, false);
  CHECK_FALSE(few.IsJudged(0));
  CHECK(few.Judge(0).p == 1);
  CHECK_FALSE(few.Judge(0).is_judged);
}

TEST_CASE("equal runs of a paired t test have no difference, and swapped ones mirror it", "[significance]") {
  if (!CanJudge()) return;
  const std::vector<std::vector<double>> a = {{10, 12, 14}, {100, 90, 95}, {50, 55, 60}, {7, 9, 8}};
  const std::vector<std::vector<double>> b = {{11, 15, 13}, {150, 140, 145}, {52, 51, 60}, {8, 8, 8}};
  const PairedT same({a, a}, false), there({a, b}, false), back({b, a}, false);
  for (std::size_t f = 0; f < a.size(); ++f) {
    CHECK(same.Judge(f).p == 1);
    CHECK(there.Judge(f).p == Approx(back.Judge(f).p));
    CHECK(there.Judge(f).interval.low == Approx(-back.Judge(f).interval.high));
  }
}

TEST_CASE("a paired t test finds what changed and little else", "[significance]") {
  if (!CanJudge()) return;
  std::vector<Cell> cells = {{3, .03, 6, .38}, {10, .1, 6, .69}, {5, 0, 0, 0}};
  if (IsFull()) {
    cells.clear();
    for (const double drift : {0.0, .03, .1}) {
      cells.insert(cells.end(), {{3, drift, 6, .38}, {5, drift, 6, .54}, {10, drift, 6, .69}, {20, drift, 6, .81}});
    }
    for (const int pairs : {3, 5, 10, 20}) cells.push_back({pairs, .03, 0, 0});
  }
  for (const Cell& cell : cells) {
    const Rates rates = Simulate(cell, IsFull() ? 300 : 30);
    INFO(cell.pairs << " pairs, drift " << cell.drift << ", " << cell.changed << " changed: false " << rates.false_share
                    << ", found " << rates.found);
    if (IsFull()) {
      WARN(cell.pairs << " pairs, drift " << cell.drift << ", " << cell.changed << " changed: false "
                      << rates.false_share << ", found " << rates.found);
    }
    CHECK(rates.false_share <= (IsFull() ? .08 : .15));
    CHECK(rates.found >= cell.found - (IsFull() ? .06 : .15));
  }
}

}  // namespace profdiff::paired_t_test

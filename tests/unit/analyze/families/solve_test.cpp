// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that elimination, branch and bound, and exhaustive search agree.
#include "analyze/families/solve.h"

#include <catch2/catch.hpp>
#include <random>

namespace profdiff::solve_test {
namespace {

ChoiceProblem RandomProblem(std::mt19937& random) {
  ChoiceProblem problem;
  const std::size_t variables = 1 + random() % 5;
  for (std::size_t i = 0; i < variables; ++i) {
    std::vector<double>& own = problem.own.emplace_back(1 + random() % 3);
    for (double& time : own) time = random() % 12 == 0 ? ChoiceProblem::kNever : static_cast<double>(1 + random() % 6);
  }
  for (std::size_t i = 0; i < variables; ++i) {
    for (std::size_t j = i + 1; j < variables; ++j) {
      if (random() % 2 == 0) continue;
      ChoiceProblem::Pair pair{i, j, std::vector<double>(problem.own[i].size() * problem.own[j].size())};
      for (double& time : pair.times) time = static_cast<double>(random() % 4);
      problem.pairs.push_back(std::move(pair));
    }
  }
  return problem;
}

// Returns the first of the best choices, found by trying all choices in order.
std::optional<SolvedChoice> TryAll(const ChoiceProblem& problem, const MayChoose& may) {
  std::optional<SolvedChoice> best;
  ChoiceValues values(problem.own.size(), 0);
  for (;;) {
    const double time = TimeOfChoice(problem, values);
    if (time < ChoiceProblem::kNever && may(values, values.size()) && (!best || time < best->time)) {
      best = SolvedChoice{values, time};
    }
    std::size_t i = values.size();
    while (i > 0 && ++values[i - 1] == problem.own[i - 1].size()) values[--i] = 0;
    if (i == 0) return best;
  }
}

void CheckEqual(const std::optional<SolvedChoice>& a, const std::optional<SolvedChoice>& b) {
  REQUIRE(a.has_value() == b.has_value());
  if (!a) return;
  REQUIRE(a->time == b->time);
  REQUIRE(a->values == b->values);
}

}  // namespace

TEST_CASE("Elimination, branching and exhaustive search agree on 1000 random problems", "[families]") {
  std::mt19937 random(10);
  const MayChoose all = [](const ChoiceValues&, std::size_t) { return true; };
  for (int i = 0; i < 1000; ++i) {
    const ChoiceProblem problem = RandomProblem(random);
    std::uint64_t searched = 0;
    const auto expected = TryAll(problem, all);
    CheckEqual(SolveByElimination(problem, searched), expected);
    CheckEqual(SolveByBranching(problem, all, searched), expected);
    // The sum of the values must be even, which can be decided only once all values are known.
    const MayChoose even = [&problem](const ChoiceValues& values, std::size_t known) {
      std::size_t sum = 0;
      for (std::size_t k = 0; k < known; ++k) sum += values[k];
      return known < problem.own.size() || sum % 2 == 0;
    };
    CheckEqual(SolveByBranching(problem, even, searched), TryAll(problem, even));
  }
}

TEST_CASE("3^20 choices in a chain need small tables", "[families]") {
  ChoiceProblem problem;
  for (std::size_t i = 0; i < 20; ++i) {
    problem.own.push_back({3, 2, 4});
    if (i > 0) problem.pairs.push_back({i - 1, i, {0, 0, 0, 0, 5, 0, 0, 0, 0}});
  }
  std::uint64_t searched = 0;
  const auto best = SolveByElimination(problem, searched);
  REQUIRE(best);
  // The best choice alternates between times of 3 and 2: 10 x 3 + 10 x 2 = 50. Two neighbours with a time of 2 would
  // cost 5 more.
  CHECK(best->time == 50);
  CHECK(best->values[0] == 0);
  CHECK(searched < 200);
}

}  // namespace profdiff::solve_test

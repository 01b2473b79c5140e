// SPDX-License-Identifier: GPL-3.0-or-later
// The best choice of one value a variable, where times are sums over variables and pairs of them.
// Tests: tests/unit/analyze/families/solve_test.cpp.
#ifndef PROFDIFF_ANALYZE_FAMILIES_SOLVE_H_
#define PROFDIFF_ANALYZE_FAMILIES_SOLVE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace profdiff {

struct ChoiceProblem {
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Pair {
    std::size_t first = 0, second = 0;  // first < second, each pair of variables once
    std::vector<double> times;          // by value of the first, then of the second
  };

  std::vector<std::vector<double>> own;  // by variable and value; kNever cannot be chosen
  std::vector<Pair> pairs;
};

using ChoiceValues = std::vector<std::uint32_t>;  // by variable

struct SolvedChoice {
  ChoiceValues values;
  double time = 0;
};

// The time of a choice: sums in the order of variables and pairs.
double TimeOfChoice(const ChoiceProblem& problem, const ChoiceValues& values);

// True if a choice may be, given its first `known` values. False may be said only if no completion may.
using MayChoose = std::function<bool(const ChoiceValues& values, std::size_t known)>;

// Least time; of equal ones the first in lexicographic order. Nothing where no choice is possible. `searched` counts
// entries of tables, or nodes. Errors: kUnsupported for tables or searches that would grow too large.
std::optional<SolvedChoice> SolveByElimination(const ChoiceProblem& problem, std::uint64_t& searched);
std::optional<SolvedChoice> SolveByBranching(const ChoiceProblem& problem, const MayChoose& may,
                                             std::uint64_t& searched);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FAMILIES_SOLVE_H_

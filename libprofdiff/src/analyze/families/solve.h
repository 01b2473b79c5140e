// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a value for each variable so that the total time is least. The total is a sum over variables and pairs of
// variables.
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
    std::size_t first = 0, second = 0;  // first < second; each pair of variables occurs once
    // Row-major: one row for each value of `first`, one column for each value of `second`.
    std::vector<double> times;
  };

  // Indexed by variable, then by value: time of the value; kNever if the value must not be chosen.
  std::vector<std::vector<double>> own;
  std::vector<Pair> pairs;
};

using ChoiceValues = std::vector<std::uint32_t>;  // indexed by variable: index of the chosen value

struct SolvedChoice {
  ChoiceValues values;
  double time = 0;
};

// Returns the total time of a choice, added up in the order of variables and pairs.
double TimeOfChoice(const ChoiceProblem& problem, const ChoiceValues& values);

// Returns true if a choice that begins with the first `known` values may be allowed; false only if no such choice is
// allowed.
using MayChoose = std::function<bool(const ChoiceValues& values, std::size_t known)>;

// Finds the choice with the smallest time (the first one in lexicographic order if several have that time); nullopt if
// no choice is possible. `searched` counts table entries or search nodes. Errors: kUnsupported if tables or searches
// would grow too large.
std::optional<SolvedChoice> SolveByElimination(const ChoiceProblem& problem, std::uint64_t& searched);
std::optional<SolvedChoice> SolveByBranching(const ChoiceProblem& problem, const MayChoose& may,
                                             std::uint64_t& searched);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FAMILIES_SOLVE_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Solves problems with requirements by branch and bound: a depth-first search over the variables and their values, in
// order. Dynamic programming is not possible, because a requirement is not a sum over the variables. The lower bound
// for the open variables is the sum of the smallest times of each variable and each pair.
// Tests: tests/unit/analyze/families/solve_test.cpp.
#include <algorithm>

#include "analyze/families/solve.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

class Brancher {
 public:
  Brancher(const ChoiceProblem& problem, const MayChoose& may, std::uint64_t& searched)
      : problem_(problem), may_(may), searched_(searched), pairs_(problem.own.size()), open_(problem.own.size() + 1) {
    for (const ChoiceProblem::Pair& pair : problem.pairs) pairs_[pair.second].push_back(&pair);
    for (std::size_t i = problem.own.size(); i-- > 0;) {
      double least = *std::ranges::min_element(problem.own[i]);
      for (const ChoiceProblem::Pair* pair : pairs_[i]) least += *std::ranges::min_element(pair->times);
      open_[i] = open_[i + 1] + least;
    }
  }

  std::optional<SolvedChoice> Solve() {
    const std::size_t size = problem_.own.size();
    ChoiceValues values(size, 0);
    std::vector<double> times(size + 1, 0);  // indexed by variable: total time of the values chosen before it
    std::size_t depth = 0;
    // A loop instead of recursion: values[depth] is the next value to try at this depth, and values[0] to
    // values[depth - 1] are the values chosen so far.
    while (true) {
      if (depth < size && values[depth] < problem_.own[depth].size()) {
        Count();
        times[depth + 1] = times[depth] + TimeOf(depth, values);
        const bool may_win = times[depth + 1] < ChoiceProblem::kNever && IsBelow(times[depth + 1] + open_[depth + 1]) &&
                             may_(values, depth + 1);
        if (!may_win) {
          ++values[depth];
        } else if (depth + 1 == size) {
          Keep(values);
          ++values[depth];
        } else {
          values[++depth] = 0;
        }
      } else {
        if (depth == 0) break;
        ++values[--depth];
      }
    }
    return best_;
  }

 private:
  void Count() {
    constexpr std::uint64_t kMostNodes = 20'000'000;
    if (++searched_ > kMostNodes) {
      throw Error(ErrorCode::kUnsupported, "the requirements leave over twenty million choices to examine");
    }
  }

  double TimeOf(std::size_t variable, const ChoiceValues& values) const {
    double time = problem_.own[variable][values[variable]];
    for (const ChoiceProblem::Pair* pair : pairs_[variable]) {
      time += pair->times[values[pair->first] * problem_.own[variable].size() + values[variable]];
    }
    return time;
  }

  // True if the time is below the best one, or differs from it only by rounding. In the second case, Keep() decides: it
  // adds up the time again in the standard order, because the last digits depend on the order.
  bool IsBelow(double time) const { return !best_ || time <= best_->time * (1 + 1e-12); }

  void Keep(const ChoiceValues& values) {
    const double time = TimeOfChoice(problem_, values);
    // Replaces the best choice only if the time is smaller, so that the first of several equally fast choices in
    // lexicographic order is kept.
    if (!best_ || time < best_->time) best_ = SolvedChoice{values, time};
  }

  const ChoiceProblem& problem_;
  const MayChoose& may_;
  std::uint64_t& searched_;
  std::vector<std::vector<const ChoiceProblem::Pair*>> pairs_;  // indexed by the second variable of the pair
  // Indexed by variable: lower bound of the time of this variable and all later ones.
  std::vector<double> open_;
  std::optional<SolvedChoice> best_;
};

}  // namespace

std::optional<SolvedChoice> SolveByBranching(const ChoiceProblem& problem, const MayChoose& may,
                                             std::uint64_t& searched) {
  return Brancher(problem, may, searched).Solve();
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Variable elimination (Bertele and Brioschi's nonserial dynamic programming). A variable is eliminated by replacing
// all tables that contain it with one new table over the other variables of these tables. The new table has the best
// value of the eliminated variable for each combination of the other variables' values. The variable with the smallest
// new table is eliminated next (greedy; the best order is NP-hard to find). Cost: exponential only in the number of
// variables that interactions join. Each entry records the values from which it was made, so that the first choice in
// order wins if times are equal.
// Tests: tests/unit/analyze/families/solve_test.cpp.
#include <algorithm>
#include <iterator>
#include <utility>

#include "analyze/families/solve.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kOpen = 0xffffffff;  // marks a variable without a value in an entry

struct Best {
  double time = ChoiceProblem::kNever;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> chosen;  // pairs (variable, value), sorted
};

struct Table {
  std::vector<std::size_t> scope;  // variables of the table, ascending
  // One entry for each combination of the variables' values; the last variable varies fastest.
  std::vector<Best> entries;
};

bool ComesFirst(const Best& a, const Best& b) { return a.time != b.time ? a.time < b.time : a.chosen < b.chosen; }

class Eliminator {
 public:
  Eliminator(const ChoiceProblem& problem, std::uint64_t& searched) : problem_(problem), searched_(searched) {
    for (const ChoiceProblem::Pair& pair : problem.pairs) {
      Table table{{pair.first, pair.second}, {}};
      for (const double time : pair.times) table.entries.push_back({time, {}});
      tables_.push_back(std::move(table));
    }
  }

  Best Solve() {
    std::vector<std::size_t> left(problem_.own.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    while (!left.empty()) {
      auto best = left.begin();
      double least = SizeOf(*best);
      for (auto variable = best + 1; variable != left.end(); ++variable) {
        const double size = SizeOf(*variable);
        if (size >= least) continue;
        least = size;
        best = variable;
      }
      // Largest number of entries in a table. It limits memory use. Numbers of entries are computed as doubles, because
      // the product of the numbers of members can overflow integers.
      constexpr double kMostEntries = 1 << 20;
      if (least * static_cast<double>(problem_.own[*best].size()) > kMostEntries) {
        throw Error(ErrorCode::kUnsupported,
                    "interactions join so many families that a table of over a million "
                    "entries would be needed");
      }
      Eliminate(*best);
      left.erase(best);
    }
    // All tables now have empty scopes and one entry each; the sum of these entries is the result.
    Best sum{0, {}};
    for (const Table& table : tables_) Add(sum, table.entries.front());
    return sum;
  }

 private:
  // Adds an entry to a sum, and merges the chosen values. The tables contain disjoint sets of eliminated variables, so
  // the merged variables are sorted and unique.
  static void Add(Best& sum, const Best& more) {
    sum.time += more.time;
    const auto middle = static_cast<std::ptrdiff_t>(sum.chosen.size());
    sum.chosen.insert(sum.chosen.end(), more.chosen.begin(), more.chosen.end());
    std::inplace_merge(sum.chosen.begin(), sum.chosen.begin() + middle, sum.chosen.end());
  }

  static bool Has(const Table& table, std::size_t variable) {
    return std::ranges::binary_search(table.scope, variable);
  }

  std::vector<std::size_t> ScopeWithout(std::size_t variable) const {
    std::vector<std::size_t> scope;
    for (const Table& table : tables_) {
      if (Has(table, variable)) scope.insert(scope.end(), table.scope.begin(), table.scope.end());
    }
    std::ranges::sort(scope);
    scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
    std::erase(scope, variable);
    return scope;
  }

  // Returns the number of entries of the table that replaces a variable.
  double SizeOf(std::size_t variable) const {
    double size = 1;
    for (const std::size_t other : ScopeWithout(variable)) size *= static_cast<double>(problem_.own[other].size());
    return size;
  }

  const Best& EntryOf(const Table& table, const ChoiceValues& values) const {
    std::size_t at = 0;
    for (const std::size_t variable : table.scope) at = at * problem_.own[variable].size() + values[variable];
    return table.entries[at];
  }

  void Eliminate(std::size_t variable) {
    Table made{ScopeWithout(variable), {}};
    const auto first = std::stable_partition(tables_.begin(), tables_.end(),
                                             [variable](const Table& table) { return !Has(table, variable); });
    const std::vector<Table> joined(std::make_move_iterator(first), std::make_move_iterator(tables_.end()));
    tables_.erase(first, tables_.end());
    ChoiceValues values(problem_.own.size(), kOpen);
    for (const std::size_t other : made.scope) values[other] = 0;
    do {
      Best best;
      for (std::uint32_t value = 0; value < problem_.own[variable].size(); ++value) {
        ++searched_;
        values[variable] = value;
        Best tried{problem_.own[variable][value], {{static_cast<std::uint32_t>(variable), value}}};
        for (const Table& table : joined) Add(tried, EntryOf(table, values));
        if (tried.time < ChoiceProblem::kNever && ComesFirst(tried, best)) best = std::move(tried);
      }
      made.entries.push_back(std::move(best));
    } while (Step(made.scope, values));
    tables_.push_back(std::move(made));
  }

  // Advances to the next combination of values in a scope; the last variable varies fastest. Returns false after the
  // last combination.
  bool Step(const std::vector<std::size_t>& scope, ChoiceValues& values) const {
    for (std::size_t i = scope.size(); i-- > 0;) {
      if (++values[scope[i]] < problem_.own[scope[i]].size()) return true;
      values[scope[i]] = 0;
    }
    return false;
  }

  const ChoiceProblem& problem_;
  std::uint64_t& searched_;
  std::vector<Table> tables_;
};

}  // namespace

double TimeOfChoice(const ChoiceProblem& problem, const ChoiceValues& values) {
  double time = 0;
  for (std::size_t i = 0; i < values.size(); ++i) time += problem.own[i][values[i]];
  for (const ChoiceProblem::Pair& pair : problem.pairs) {
    time += pair.times[values[pair.first] * problem.own[pair.second].size() + values[pair.second]];
  }
  return time;
}

std::optional<SolvedChoice> SolveByElimination(const ChoiceProblem& problem, std::uint64_t& searched) {
  const Best best = Eliminator(problem, searched).Solve();
  if (!(best.time < ChoiceProblem::kNever)) return std::nullopt;
  SolvedChoice solved;
  for (const auto& [variable, value] : best.chosen) solved.values.push_back(value);
  solved.time = TimeOfChoice(problem, solved.values);
  return solved;
}

}  // namespace profdiff

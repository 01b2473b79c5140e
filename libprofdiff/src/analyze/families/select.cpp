// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the best members of families (interchangeable implementations) for all combinations of inputs, and finds the
// values of an input at which the best choice changes.
// Tests: tests/cli/select/run.py.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "analyze/families/requirements.h"
#include "analyze/families/times.h"
#include "base/big_count.h"
#include "profdiff/error.h"
#include "profdiff/families.h"
#include "values/check_names.h"

namespace profdiff {
namespace {

using NamedLists = std::vector<std::pair<std::string, std::vector<double>>>;

void Set(NamedLists& inputs, const std::string& name, std::vector<double> values) {
  const auto found = std::ranges::find(inputs, name, &NamedLists::value_type::first);
  if (found == inputs.end()) {
    inputs.emplace_back(name, std::move(values));
  } else {
    found->second = std::move(values);
  }
}

class Selector {
 public:
  Selector(const Families& families, const SelectOptions& options)
      : families_(families), constants_(families.constants), inputs_(families.inputs), require_(families.require) {
    for (const auto& [name, values] : options.set) {
      // A single value of --set replaces the constant with that name, if there is one. In all other cases, --set sets
      // an input.
      if (const auto constant = constants_.find(name); constant != constants_.end() && values.size() == 1) {
        constant->second = values.front();
      } else {
        Set(inputs_, name, values);
      }
    }
    // A range may introduce an input that the file does not have. Members are then also selected for both ends of the
    // range.
    for (const ParameterRange& range : options.over) {
      const bool is_known = std::ranges::any_of(inputs_, [&](const auto& input) { return input.first == range.name; });
      if (!is_known) inputs_.emplace_back(range.name, std::vector{range.low, range.high});
    }
    for (const auto& [name, values] : inputs_) {
      if (constants_.contains(name))
        throw Error(ErrorCode::kBadArgument, "'" + name + "' is both a constant and an input");
      names_.push_back(name);
    }
    for (const auto& [name, value] : constants_) names_.push_back(name);
    require_.insert(require_.end(), options.require.begin(), options.require.end());
    std::vector<std::string> known = names_;
    for (const auto& [name, of] : families.quality) known.push_back(name);
    for (const Expression& each : require_) CheckNames(each, known);
    times_.emplace(families, names_);
  }

  FamilySelections Select(const SelectOptions& options) {
    constexpr std::size_t kMostSelections = 10'000;
    out_.insignificant = Insignificant();
    BigCount configurations(1);
    for (const std::size_t family : times_->families()) {
      // The number of choices can be arbitrarily large: elimination handles even 3^40 choices.
      configurations *= static_cast<std::uint32_t>(families_.families[family].members.size());
    }
    out_.configurations = configurations.Text();
    std::vector<std::size_t> at(inputs_.size(), 0);
    do {
      if (out_.selections.size() == kMostSelections) {
        throw Error(ErrorCode::kBadArgument, "more than 10000 combinations of inputs");
      }
      out_.selections.push_back(SelectAt(ValuesAt(at)));
    } while (Step(at));
    for (const ParameterRange& range : options.over) FindRanges(range);
    return std::move(out_);
  }

 private:
  std::vector<std::size_t> Insignificant() const {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < families_.families.size(); ++i) {
      if (!std::ranges::binary_search(times_->families(), i)) others.push_back(i);
    }
    return others;
  }

  std::vector<double> ValuesAt(const std::vector<std::size_t>& at) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < inputs_.size(); ++i) values.push_back(inputs_[i].second[at[i]]);
    for (const auto& [name, value] : constants_) values.push_back(value);
    return values;
  }

  // Advances `at` to the next combination of inputs. Returns false after the last one.
  bool Step(std::vector<std::size_t>& at) const {
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < inputs_[i].second.size()) return true;
      at[i] = 0;
    }
    return false;
  }

  NamedValues Named(const std::vector<double>& values) const {
    NamedValues named;
    for (std::size_t i = 0; i < names_.size(); ++i) named[names_[i]] = values[i];
    return named;
  }

  std::optional<SolvedChoice> Solve(const ChoiceProblem& problem, const Requirements& requirements,
                                    std::uint64_t& searched) const {
    // Uses branch and bound if there are requirements, because requirements are not sums over the variables.
    return require_.empty() ? SolveByElimination(problem, searched)
                            : SolveByBranching(problem, std::bind_front(&Requirements::May, &requirements), searched);
  }

  RatedChoice Rated(const SolvedChoice& solved, double fixed) const {
    RatedChoice rated{MemberChoice(families_.families.size()), solved.time + fixed};
    for (std::size_t i = 0; i < solved.values.size(); ++i) rated.members[times_->families()[i]] = solved.values[i];
    return rated;
  }

  MemberSelection SelectAt(const std::vector<double>& values) {
    TimedProblem problem = times_->Evaluate(values);
    const NamedValues named = Named(values);
    const Requirements requirements(families_, times_->families(), require_, named);
    MemberSelection selection;
    for (const auto& [name, list] : inputs_) selection.inputs[name] = named.at(name);
    selection.flags = std::move(problem.flags);
    const std::optional<SolvedChoice> best = Solve(problem.choice, requirements, out_.searched);
    if (!best) {
      selection.flags.emplace_back("undecided");
      // Distinguishes two cases: no choice has a time that can be predicted, or no choice meets the requirements.
      std::uint64_t ignored = 0;
      if (!require_.empty() && SolveByElimination(problem.choice, ignored)) selection.flags.emplace_back("unmet");
      return selection;
    }
    selection.best = Rated(*best, problem.fixed);
    selection.quality = requirements.QualityOfChoice(best->values);
    if (const auto next = FindNext(problem.choice, *best, requirements)) selection.next = Rated(*next, problem.fixed);
    return selection;
  }

  // Finds the second-best choice (Lawler's partition): all choices but the best are grouped by the first variable in
  // which they differ from the best one. The best choice of each group is found by forbidding the best value of that
  // variable and fixing the best values of the variables before it.
  std::optional<SolvedChoice> FindNext(ChoiceProblem problem, const SolvedChoice& best,
                                       const Requirements& requirements) const {
    std::optional<SolvedChoice> next;
    // Counts in a copy, because FamilySelections::searched describes only the search for the best choice.
    std::uint64_t searched = out_.searched;
    for (std::size_t i = 0; i < best.values.size(); ++i) {
      const double own = std::exchange(problem.own[i][best.values[i]], ChoiceProblem::kNever);
      const auto found = Solve(problem, requirements, searched);
      if (found && (!next || found->time < next->time)) next = found;
      std::ranges::fill(problem.own[i], ChoiceProblem::kNever);
      problem.own[i][best.values[i]] = own;
    }
    return next;
  }

  std::optional<MemberChoice> ChoiceAt(std::vector<double>& values, std::size_t parameter, double value) {
    values[parameter] = value;
    const TimedProblem problem = times_->Evaluate(values);
    std::uint64_t searched = out_.searched;
    const Requirements requirements(families_, times_->families(), require_, Named(values));
    const auto best = Solve(problem.choice, requirements, searched);
    if (!best) return std::nullopt;
    return Rated(*best, 0).members;
  }

  void FindRanges(const ParameterRange& range) {
    std::size_t parameter = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].first == range.name) {
        parameter = i;
      } else if (inputs_[i].second.size() != 1) {
        throw Error(ErrorCode::kBadArgument, "'" + inputs_[i].first + "' has several values", {}, {},
                    {RemedyKind::kSetOneValue, {}});
      }
    }
    std::vector<double> values = ValuesAt(std::vector<std::size_t>(inputs_.size(), 0));
    const std::size_t first_range = out_.ranges.size(), first_crossover = out_.crossovers.size();
    double begin = range.low, last = range.low;
    std::optional<MemberChoice> choice = ChoiceAt(values, parameter, range.low);
    // Advances from `last` to `to`, where `then` is the best choice. If the best choice at `last` is another one,
    // bisects the interval until the value at which the choice changes is exact to the last digit of a double. The
    // stack `ahead` has the values that are still to be reached.
    const auto advance = [&](double to, const std::optional<MemberChoice>& then) {
      std::vector<std::pair<double, std::optional<MemberChoice>>> ahead = {{to, then}};
      while (!ahead.empty()) {
        const auto [value, next] = ahead.back();
        const double middle = last + (value - last) / 2;
        if (next == choice) {
          last = value;
          ahead.pop_back();
        } else if (middle <= last || middle >= value) {
          out_.crossovers.push_back({range.name, value, choice, next});
          out_.ranges.push_back({range.name, begin, value, choice});
          begin = last = value;
          choice = next;
          ahead.pop_back();
        } else {
          ahead.emplace_back(middle, ChoiceAt(values, parameter, middle));
        }
      }
    };
    for (const double value : Grid(range)) advance(value, ChoiceAt(values, parameter, value));
    out_.ranges.push_back({range.name, begin, range.high, choice});
    DropTies(first_range, first_crossover);
  }

  // Joins ranges of a single value with a neighbour: at exactly this value, several choices take the same time.
  void DropTies(std::size_t first_range, std::size_t first_crossover) {
    for (std::size_t i = first_range; i < out_.ranges.size();) {
      const ChoiceRange& tie = out_.ranges[i];
      constexpr double kNarrow = 4 * std::numeric_limits<double>::epsilon();
      if (out_.ranges.size() - first_range < 2 || tie.high - tie.low > kNarrow * std::abs(tie.high)) {
        ++i;
        continue;
      }
      const auto crossovers = out_.crossovers.begin() + static_cast<std::ptrdiff_t>(first_crossover);
      const auto before = static_cast<std::ptrdiff_t>(i - first_range);
      if (i == first_range) {
        out_.ranges[i + 1].low = tie.low;
        out_.crossovers.erase(crossovers);
      } else if (i + 1 == out_.ranges.size()) {
        out_.ranges[i - 1].high = tie.high;
        out_.crossovers.erase(crossovers + before - 1);
      } else {
        // The crossover before the tie becomes that between its neighbours.
        (crossovers + before - 1)->after = (crossovers + before)->after;
        out_.ranges[i + 1].low = tie.low;
        out_.crossovers.erase(crossovers + before);
      }
      out_.ranges.erase(out_.ranges.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // Returns the values at which choices are compared: 256 linear steps and, because an input can span decades, 256
  // logarithmic ones. A choice that is best only between two adjacent values is missed.
  static std::vector<double> Grid(const ParameterRange& range) {
    constexpr int kSteps = 256;
    std::vector<double> grid;
    for (int i = 1; i < kSteps; ++i) {
      const double part = static_cast<double>(i) / kSteps;
      grid.push_back(range.low + (range.high - range.low) * part);
      if (range.low > 0) grid.push_back(range.low * std::pow(range.high / range.low, part));
    }
    grid.push_back(range.high);
    std::erase_if(grid, [&](double value) { return value <= range.low || value > range.high; });
    std::ranges::sort(grid);
    return grid;
  }

  const Families& families_;
  NamedValues constants_;
  NamedLists inputs_;
  std::vector<Expression> require_;
  std::vector<std::string> names_;
  std::optional<MemberTimes> times_;
  FamilySelections out_;
};

}  // namespace

FamilySelections SelectMembers(const Families& families, const SelectOptions& options) {
  return Selector(families, options).Select(options);
}

}  // namespace profdiff

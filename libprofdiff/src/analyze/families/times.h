// SPDX-License-Identifier: GPL-3.0-or-later
// The times of members (interchangeable implementations) for given inputs, as a choice problem.
// Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_ANALYZE_FAMILIES_TIMES_H_
#define PROFDIFF_ANALYZE_FAMILIES_TIMES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/expression/formula.h"
#include "analyze/families/solve.h"
#include "profdiff/families.h"

namespace profdiff {

struct TimedProblem {
  ChoiceProblem choice;  // one variable for each family with calls
  double fixed = 0;
  std::vector<std::string> flags;  // reasons for the exclusion of members and pairs
};

class MemberTimes {
 public:
  // `names` are all inputs and constants.
  // Errors: kBadArgument for other names in expressions, for members whose model is unknown, and for members without a
  // time for a called method.
  MemberTimes(const Families& families, const std::vector<std::string>& names);

  // Indices of the families with calls, ascending.
  const std::vector<std::size_t>& families() const { return significant_; }

  // `values` are in the order of `names`.
  // Errors: kBadArgument for counts and fixed times that are undefined or below 0.
  TimedProblem Evaluate(const std::vector<double>& values);

 private:
  struct Call {
    Formula count;
    // Inputs that the call sets: index of the name, and value.
    std::vector<std::pair<std::size_t, Formula>> inputs;
    std::vector<Formula> times;  // indexed by member
    std::size_t variable;
  };

  Call MakeCall(const FamilyCall& call, const std::vector<std::string>& names);

  const Families& families_;
  std::vector<std::size_t> significant_, variable_of_;
  std::vector<Call> calls_;
  std::optional<Formula> fixed_;
  std::vector<std::pair<const MemberInteraction*, Formula>> interactions_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FAMILIES_TIMES_H_

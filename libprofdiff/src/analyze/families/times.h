// SPDX-License-Identifier: GPL-3.0-or-later
// What members take for given inputs, as a problem of choice.
// Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_ANALYZE_FAMILIES_TIMES_H_
#define PROFDIFF_ANALYZE_FAMILIES_TIMES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/expression/compiled.h"
#include "analyze/families/solve.h"
#include "profdiff/families.h"

namespace profdiff {

struct TimedProblem {
  ChoiceProblem choice;  // variables are the families that matter
  double fixed = 0;
  std::vector<std::string> flags;  // members and pairs that do not compete
};

class MemberTimes {
 public:
  // `names` are those of all inputs and constants. Errors: kBadArgument for other names in expressions, for members
  // whose model is not known, and for methods that a member has no time of.
  MemberTimes(const Families& families, const std::vector<std::string>& names);

  // The families that matter, ascending.
  const std::vector<std::size_t>& families() const { return significant_; }

  // `values` by name. Errors: kBadArgument for counts and fixed times that are unknown or below 0.
  TimedProblem Evaluate(const std::vector<double>& values);

 private:
  struct Call {
    CompiledExpression count;
    std::vector<std::pair<std::size_t, CompiledExpression>> inputs;  // which name each replaces
    std::vector<CompiledExpression> times;                           // by member
    std::size_t variable;
  };

  Call MakeCall(const FamilyCall& call, const std::vector<std::string>& names);

  const Families& families_;
  FormulaEngine engine_;
  std::vector<std::size_t> significant_, variable_of_;
  std::vector<Call> calls_;
  std::optional<CompiledExpression> fixed_;
  std::vector<std::pair<const MemberInteraction*, CompiledExpression>> interactions_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FAMILIES_TIMES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// What qualities a choice has, and whether they meet requirements.
// Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_ANALYZE_FAMILIES_REQUIREMENTS_H_
#define PROFDIFF_ANALYZE_FAMILIES_REQUIREMENTS_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyze/families/solve.h"
#include "profdiff/families.h"

namespace profdiff {

// Where a value lies; unknown ones lie anywhere.
struct ValueBounds {
  double low, high;
};
using NamedBounds = std::map<std::string, ValueBounds, std::less<>>;

// Where the value of an expression lies, given where names do. Exact for numbers. A comparison is {1, 1}, {0, 0} or
// {0, 1}; where a value may be unknown, {-infinity, infinity}.
ValueBounds BoundsOf(const Expression& expression, const NamedBounds& names);

class Requirements {
 public:
  // `families` are those of the problem's variables. References have to outlive it.
  Requirements(const Families& all, const std::vector<std::size_t>& families, const std::vector<Expression>& require,
               const NamedValues& inputs);

  // As MayChoose. Of a whole choice: whether it meets them all.
  bool May(const ChoiceValues& values, std::size_t known) const;

  // Of a whole choice. Qualities that none of its members has are left out.
  NamedValues QualityOfChoice(const ChoiceValues& values) const;

 private:
  NamedBounds BoundsOfQuality(const ChoiceValues& values, std::size_t known) const;

  const Families& all_;
  const std::vector<std::size_t>& families_;
  const std::vector<Expression>& require_;
  NamedBounds inputs_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FAMILIES_REQUIREMENTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds for the qualities of partial choices, and requirements on these qualities.
#ifndef PROFDIFF_ANALYZE_FAMILIES_REQUIREMENTS_H_
#define PROFDIFF_ANALYZE_FAMILIES_REQUIREMENTS_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyze/families/solve.h"
#include "profdiff/families.h"

namespace profdiff {

// Lower and upper bound of a value; both are infinite if the value may be undefined.
struct ValueBounds {
  double low, high;
};
using NamedBounds = std::map<std::string, ValueBounds, std::less<>>;

// Returns the bounds of an expression's value, given the bounds of its names. The bounds are equal if the value of each
// name is certain. A comparison gives {1, 1}, {0, 0} or {0, 1} (true, false or undecided). The result is {-infinity,
// infinity} if a value may be undefined.
ValueBounds BoundsOf(const Expression& expression, const NamedBounds& names);

class Requirements {
 public:
  // `families` maps each variable to the index of its family in `all`. The referenced objects must outlive this object.
  Requirements(const Families& all, const std::vector<std::size_t>& families, const std::vector<Expression>& require,
               const NamedValues& inputs);

  // Returns false if no choice that begins with the first `known` values can meet the requirements (see MayChoose). A
  // complete choice must meet all of them.
  bool May(const ChoiceValues& values, std::size_t known) const;

  // Returns the qualities of a complete choice, without the qualities that no member has.
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

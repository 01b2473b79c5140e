// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences call the amounts of a profile: times or, if another profiler counted something else, what it counted,
// such as bytes. Test: tests/unit/values/amount_words_test.cpp.
#ifndef PROFDIFF_VALUES_AMOUNT_WORDS_H_
#define PROFDIFF_VALUES_AMOUNT_WORDS_H_

#include <string>
#include <string_view>

#include "base/time_unit.h"

namespace profdiff {

// Returns "times", or a unit that is no time as a plural: "bytes", "counts", "Ir". Samples are "numbers", because those
// of folded stacks may be sums.
inline std::string AmountsWord(std::string_view unit) {
  if (UnitsPerSecond(unit) != 0) return "times";
  if (unit.empty() || unit == "none") return "values";
  if (unit == "samples") return "numbers";
  return std::string(unit) + (unit == "count" ? "s" : "");
}

// Returns "time", or the same as above, for a part of the whole and before a verb: "half of the time", "self bytes".
inline std::string AmountWord(std::string_view unit) {
  if (unit == "samples") return "samples";
  return UnitsPerSecond(unit) != 0 ? "time" : AmountsWord(unit);
}

// Returns "is" after "time", and "are" after other amounts.
inline std::string_view IsOrAre(std::string_view unit) { return UnitsPerSecond(unit) != 0 ? "is" : "are"; }

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_AMOUNT_WORDS_H_

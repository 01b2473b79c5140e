// SPDX-License-Identifier: GPL-3.0-or-later
// Units of time in inputs and options.
// Tests: tests/cli/model/run.py, tests/cli/select/run.py.
#ifndef PROFDIFF_BASE_TIME_UNIT_H_
#define PROFDIFF_BASE_TIME_UNIT_H_

#include <string_view>

namespace profdiff {

struct TimeUnit {
  std::string_view name;
  double per_second;  // units in a second; a whole number, so that conversions round only once
};
// Units in the order in which they are compared with the end of a string such as "5ms". "s" comes last, as all other
// names also end in "s".
inline constexpr TimeUnit kTimeUnits[] = {{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"s", 1}};

// Returns the number of units in a second; 0 for a word that is not a unit of time.
constexpr double UnitsPerSecond(std::string_view unit) {
  for (const TimeUnit& known : kTimeUnits) {
    if (known.name == unit) return known.per_second;
  }
  return unit == "seconds" ? 1 : 0;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TIME_UNIT_H_

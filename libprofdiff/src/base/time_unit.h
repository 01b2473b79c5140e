// SPDX-License-Identifier: GPL-3.0-or-later
// Units of times as people write them.
// Test: tests/cli/select/run.py.
#ifndef PROFDIFF_BASE_TIME_UNIT_H_
#define PROFDIFF_BASE_TIME_UNIT_H_

#include <string_view>
#include <utility>

namespace profdiff {

// How many seconds a unit has; 0 for a word that is none.
constexpr double SecondsOfUnit(std::string_view unit) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"s", 1}, {"seconds", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  for (const auto& known : kUnits) {
    if (known.first == unit) return known.second;
  }
  return 0;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TIME_UNIT_H_

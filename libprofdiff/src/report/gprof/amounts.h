// SPDX-License-Identifier: GPL-3.0-or-later
// How listings write times, and what another profiler counted instead.
// Tests: tests/unit/report/gprof/amounts_test.cpp.
#ifndef PROFDIFF_REPORT_GPROF_AMOUNTS_H_
#define PROFDIFF_REPORT_GPROF_AMOUNTS_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/difference.h"
#include "profdiff/profile.h"

namespace profdiff {

// True for numbers of another profiler that are no times, such as instructions, bytes or samples: they are whole.
inline bool AreWhole(const std::optional<ProfileOrigin>& origin, std::string_view unit) {
  return origin.has_value() && unit != "seconds";
}

// Seconds have two digits behind the point, in gprof's columns. Whole numbers can be much longer: their columns are as
// wide as the longest of them.
struct Amounts {
  int digits = 2;
  int widest = 0;  // characters; 0: gprof's columns do

  int Width(int usual) const { return std::max(usual, widest); }
  int More(int usual) const { return Width(usual) - usual; }
};

// `largest` is the largest number; those with a sign need room for it.
Amounts AmountsOf(const std::optional<ProfileOrigin>& origin, std::string_view unit, double largest, bool has_sign);
Amounts AmountsOf(const Profile& profile);
Amounts AmountsOf(const Difference& difference);

// The side of a difference that headings are about.
inline const SideTotals& HeadingSide(const Difference& difference) {
  return difference.base.has_histogram ? difference.base : difference.other;
}

inline bool AreWhole(const Difference& difference) {
  return AreWhole(HeadingSide(difference).origin, HeadingSide(difference).dimension);
}

// What headings of times say.
inline const std::string& UnitOf(const Difference& difference) {
  return HeadingSide(difference).origin ? HeadingSide(difference).dimension : difference.base.dimension;
}

// "Ir of callgrind", "cpu-clock of perf, 718 samples": what the numbers are, which are in `unit`.
std::string DescribeOrigin(const ProfileOrigin& origin, std::string_view unit);

// A heading made for seconds with the unit that the profiles have: seven characters of it at most. `amounts` says how
// these are written; " ms/call" becomes the thousandth of the unit, or for whole numbers the unit.
std::string InUnit(std::string heading, std::string_view unit, const Amounts& amounts = {});

// Widens columns of a heading for wide numbers, by blanks on their left. There are `cells` columns, nine characters
// each; the first one begins at position `begin`.
std::string Widened(std::string heading, std::size_t begin, std::size_t cells, const Amounts& amounts);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_AMOUNTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The number of digits and the column widths of times, and of the quantities that other profilers count instead.
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

// True for another profiler's numbers that are not times, but counts, such as instructions, bytes or samples. They are
// whole numbers.
inline bool AreWhole(const std::optional<ProfileOrigin>& origin, std::string_view unit) {
  return origin.has_value() && unit != "seconds";
}

// The decimals and the width of a column. Seconds have two decimals in gprof's columns, and six if another profiler's
// times are all short. Whole numbers can be much longer; their columns are then as wide as the longest number.
struct Amounts {
  int digits = 2;
  int widest = 0;  // in characters; 0 if gprof's columns are wide enough

  int Width(int usual) const { return std::max(usual, widest); }
  int More(int usual) const { return Width(usual) - usual; }
};

// Returns the decimals and the width for a listing. `largest` is the largest number; if `has_sign` is set, the width
// includes a minus sign.
Amounts AmountsOf(const std::optional<ProfileOrigin>& origin, std::string_view unit, double largest, bool has_sign);
Amounts AmountsOf(const Profile& profile);
Amounts AmountsOf(const Difference& difference);

// Returns the side whose unit and histogram are in the headings of a difference: the base, unless it has no histogram.
inline const SideTotals& HeadingSide(const Difference& difference) {
  return difference.base.has_histogram ? difference.base : difference.other;
}

inline bool AreWhole(const Difference& difference) {
  return AreWhole(HeadingSide(difference).origin, HeadingSide(difference).dimension);
}

// Returns the unit of times in headings.
inline const std::string& UnitOf(const Difference& difference) {
  return HeadingSide(difference).origin ? HeadingSide(difference).dimension : difference.base.dimension;
}

// Returns the event, the profiler and the number of samples, for example "Ir of callgrind" or "cpu-clock of perf, 718
// samples". `unit` is the unit of the listing's numbers.
std::string DescribeOrigin(const ProfileOrigin& origin, std::string_view unit);

// Replaces "seconds" in a heading by `unit`, cut to seven characters. " ms/call" becomes a thousandth of the unit, for
// example "1e3/call", or "per call" if `amounts` is for whole numbers.
std::string InUnit(std::string heading, std::string_view unit, const Amounts& amounts = {});

// Widens columns of a heading with blanks on their left. The heading has `cells` columns of nine characters each; the
// first begins at position `begin`.
std::string Widened(std::string heading, std::size_t begin, std::size_t cells, const Amounts& amounts);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_AMOUNTS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of calls where a profiler of stacks made none.
// Tests: tests/unit/report/difference/stacks_test.cpp.
#ifndef PROFDIFF_VALUES_KNOWN_CALLS_H_
#define PROFDIFF_VALUES_KNOWN_CALLS_H_

#include <cstdint>

#include "profdiff/difference.h"

namespace profdiff {

// True if calls can be subtracted. Those of a side that does not know them are 0 in all rows.
inline bool CallsKnown(const Difference& difference) {
  return difference.base.calls_known && difference.other.calls_known;
}

inline bool ArcSelfKnown(const Difference& difference) {
  return difference.base.arc_self_known && difference.other.arc_self_known;
}

// How much calls changed, without the sign; 0 where that is unknown.
inline std::uint64_t ChangeOfCalls(const Difference& difference, std::uint64_t base, std::uint64_t other) {
  if (!CallsKnown(difference)) return 0;
  return base > other ? base - other : other - base;
}

// True if a call was seen on either side: counted, or in a stack. Arcs of count 0 are otherwise those found in code.
inline bool WasSeen(const Difference& difference, const Difference::ArcRow& arc) {
  return arc.base.count != 0 || arc.other.count != 0 || (difference.base.is_exact && arc.base.present) ||
         (difference.other.is_exact && arc.other.present);
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_KNOWN_CALLS_H_

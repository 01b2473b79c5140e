// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether the counts of calls in a difference are known. Profilers that sample stacks do not count calls.
// Tests: tests/unit/report/difference/stacks_test.cpp.
#ifndef PROFDIFF_VALUES_KNOWN_CALLS_H_
#define PROFDIFF_VALUES_KNOWN_CALLS_H_

#include <cstdint>

#include "profdiff/difference.h"

namespace profdiff {

// True if both sides counted calls, which can then be subtracted. A side without counts has 0 in all rows.
inline bool CallsKnown(const Difference& difference) {
  return difference.base.calls_known && difference.other.calls_known;
}

inline bool ArcSelfKnown(const Difference& difference) {
  return difference.base.arc_self_known && difference.other.arc_self_known;
}

// Returns the absolute change in the number of calls; 0 if unknown.
inline std::uint64_t ChangeOfCalls(const Difference& difference, std::uint64_t base, std::uint64_t other) {
  if (!CallsKnown(difference)) return 0;
  return base > other ? base - other : other - base;
}

// True if the call was observed on either side, by a count or in a stack. An arc with count 0 that was not observed
// comes from call instructions in the code (-c).
inline bool WasSeen(const Difference& difference, const Difference::ArcRow& arc) {
  return arc.base.count != 0 || arc.other.count != 0 || (difference.base.is_exact && arc.base.present) ||
         (difference.other.is_exact && arc.other.present);
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_KNOWN_CALLS_H_

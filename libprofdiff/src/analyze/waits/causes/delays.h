// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the delays that cause the waits of ranks.
//
// A wait of rank r in a call ends by a call of rank d. Both are compared from their last common call on: the paths in
// which d spent more time than r delayed r, in proportion to the excess. If d itself waited longer, this part of the
// wait is passed on to those who delayed d. Source: Boehme, Geimer, Wolf, Arnold, Identifying the Root Causes of Wait
// States in Large-Scale Parallel Applications, ICPP 2010.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_DELAYS_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_DELAYS_H_

#include <cstdint>
#include <map>
#include <utility>

#include "analyze/waits/causes/history.h"

namespace profdiff {

// Waits caused by one path of a thread. Units: nanoseconds.
struct DelayCost {
  double direct = 0;    // waits for this thread
  double indirect = 0;  // waits for ranks that had waited for this thread, directly or through others
};

struct Delays {
  double waits = 0;        // sum of all counted waits
  double unexplained = 0;  // the part of the waits for which no path of the rank that ended them took longer
  std::map<std::pair<std::uint32_t, std::uint32_t>, DelayCost> costs;  // by thread of the history and path
};

// The sum of all costs and of `unexplained` is `waits`. Cost: for each wait, the calls since the last common call.
Delays FindDelays(const RunHistory& history);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_DELAYS_H_

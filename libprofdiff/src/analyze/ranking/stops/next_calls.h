// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the calls that good runs made at the point where a thread of a bad run stopped.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_

#include <set>
#include <vector>

#include "analyze/loops/folded_cursor.h"
#include "profdiff/ranking.h"

namespace profdiff {

// True if the bad thread made the same calls as at least one good thread, up to the end.
bool IsComplete(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good);

// Compares the bad thread with good threads whose first calls are the same as all calls of the bad thread, and returns
// the next call of each. If there is no such thread in `good`, threads in `others` are compared. If there is none
// either, returns the calls that follow the bad thread's last two calls (or its only call) anywhere in the good
// threads.
std::set<NameId> NextCalls(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good,
                           const std::vector<FoldedCallCursor>& others);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_

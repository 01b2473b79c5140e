// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of good runs at the point where a thread of a bad run went no further.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_

#include <set>
#include <vector>

#include "analyze/loops/folded_cursor.h"
#include "profdiff/ranking.h"

namespace profdiff {

// True if the bad thread made the same calls as some good thread, up to the end.
bool IsComplete(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good);

// The next calls in the good threads that begin with all calls of the bad one. If none does, the calls that follow the
// bad thread's last two calls, or its only one, anywhere in the good threads.
std::set<NameId> NextCalls(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Functions in which a thread waits for others, and functions that end a thread.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

#include <string_view>

namespace profdiff {

// The effect of a function on the calling thread, by linkage name without its symbol version.
bool IsMpi(std::string_view name);            // an MPI call that blocks; calls inside it count as waiting in MPI
bool IsMpiInit(std::string_view name);        // takes as long as it takes to start all ranks
bool JoinsOwnThreads(std::string_view name);  // waits for threads of its own process
bool EndsThread(std::string_view name);       // exit and the like: nothing follows

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

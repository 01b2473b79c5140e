// SPDX-License-Identifier: GPL-3.0-or-later
// Functions in which a thread waits for others, and those that end a thread.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

#include <string_view>

namespace profdiff {

// What a function does to the thread that calls it; of linkage names, whose versions do not count.
bool IsMpi(std::string_view name);            // blocks, and is MPI's: what it calls inside is the library's affair
bool IsMpiInit(std::string_view name);        // takes as long as it takes to start all ranks
bool JoinsOwnThreads(std::string_view name);  // waits for threads of its own process
bool EndsThread(std::string_view name);       // exit and the like: nothing follows

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises functions in which a thread waits for other threads, and functions that end a thread.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

#include <string_view>

namespace profdiff {

// The effect of a function on the calling thread, given its linkage name; a symbol version is ignored.
bool IsMpi(std::string_view name);            // a blocking MPI call; calls inside it count as waiting in MPI
bool IsMpiInit(std::string_view name);        // MPI initialisation, which takes until all ranks have started
bool JoinsOwnThreads(std::string_view name);  // waits for threads of its own process
bool EndsThread(std::string_view name);       // exit and the like, after which the thread makes no more calls

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

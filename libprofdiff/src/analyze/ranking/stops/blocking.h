// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises functions in which a thread waits for other threads, and functions that end a thread.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

#include <string_view>

namespace profdiff {

// True if the function with the given linkage name does what the comment beside the declaration says. A symbol version
// in the name is ignored.
bool IsMpi(std::string_view name);            // is a blocking MPI routine; calls inside it count as waiting in MPI
bool IsMpiInit(std::string_view name);        // initialises MPI, which takes until all ranks have started
bool JoinsOwnThreads(std::string_view name);  // waits for threads of the same process
bool EndsThread(std::string_view name);       // ends the calling thread or its process, as exit does

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

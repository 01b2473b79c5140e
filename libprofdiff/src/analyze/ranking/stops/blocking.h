// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises functions in which a thread waits for other threads, and functions that end a thread.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// True if the function with the given linkage name does what the comment beside the declaration says. A symbol version
// in the name is ignored.
bool IsMpi(std::string_view name);            // is a blocking MPI routine; calls inside it count as waiting in MPI
bool IsMpiInit(std::string_view name);        // initialises MPI, which takes until all ranks have started
bool JoinsOwnThreads(std::string_view name);  // waits for threads of the same process
bool EndsThread(std::string_view name);       // ends the calling thread or its process, as exit does
bool IsUnnamed(std::string_view name);        // is an address, such as "lib.so+0x12": the function has no known name

// Returns the index of the open call that blocks, or the number of open calls if none does. The outermost MPI call
// blocks, as MPI libraries themselves call blocking functions; without an MPI call, only the innermost call can block.
std::size_t FindBlocking(const std::vector<std::string>& open);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_BLOCKING_H_

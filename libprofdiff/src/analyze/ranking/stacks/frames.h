// SPDX-License-Identifier: GPL-3.0-or-later
// Shortens the stacks of running processes, so that the same wait always has the same frames.
// Tests: tests/unit/analyze/ranking/stacks/compare_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STACKS_FRAMES_H_
#define PROFDIFF_ANALYZE_RANKING_STACKS_FRAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// The frames of a stack that are compared, and the numbers of those left out.
struct ShortStack {
  std::vector<std::string> frames;  // outermost first
  bool waits = false;               // true if the last frame waits for other threads
  std::uint64_t starts = 0;         // frames that start a thread or the program
  std::uint64_t inner = 0;          // frames inside of MPI or of a wait
  std::uint64_t middle = 0;         // frames in the middle of a very long stack
};

ShortStack ShortenStack(const std::vector<std::string>& frames);

// If a function waits for other threads, returns the name that its callers use, such as "pthread_join" for
// "pthread_clockjoin_ex" and "MPI_Recv" for "PMPI_Recv". nullopt for other functions.
std::optional<std::string> WaitName(std::string_view name);

// True if a function waits until all threads of a team have called it.
bool IsTeamBarrier(std::string_view name);

// True if a function waits for threads of the same process to end.
bool IsJoin(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STACKS_FRAMES_H_

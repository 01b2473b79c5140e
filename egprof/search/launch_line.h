// SPDX-License-Identifier: GPL-3.0-or-later
// A command line that starts a program: where a recorder goes in it.
// Test: tests/unit/egprof/search/options_test.cpp.
#ifndef EGPROF_SEARCH_LAUNCH_LINE_H_
#define EGPROF_SEARCH_LAUNCH_LINE_H_

#include <string>
#include <vector>

namespace egprof {

struct LaunchLine {
  std::vector<std::string> launcher;  // "mpirun -n 4"; empty if there is none
  std::vector<std::string> program;   // with its arguments
};

// The program follows mpirun, or a similar command, and its options; or it follows the word {}.
// Errors: kBadArgument where there is no program, and for several of them.
LaunchLine SplitLaunchLine(const std::vector<std::string>& words);

// A line for a shell, with quotes around words that need them.
std::string CommandText(const std::vector<std::string>& words);

// Replaces "{rank}" in all words.
std::vector<std::string> WithRank(std::vector<std::string> words, unsigned rank);

}  // namespace egprof

#endif  // EGPROF_SEARCH_LAUNCH_LINE_H_

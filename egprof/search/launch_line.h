// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a command line into a launcher such as mpirun and a program. A recorder is inserted between the two.
// Test: tests/unit/egprof/search/options_test.cpp.
#ifndef EGPROF_SEARCH_LAUNCH_LINE_H_
#define EGPROF_SEARCH_LAUNCH_LINE_H_

#include <string>
#include <vector>

namespace egprof {

struct LaunchLine {
  std::vector<std::string> launcher;  // such as "mpirun -n 4"; empty if there is none
  std::vector<std::string> program;   // the program with its arguments
};

// Splits a command line. The program comes after mpirun or a similar command and its options, or after the word {}.
// Errors: kBadArgument if there is no program or there are several.
LaunchLine SplitLaunchLine(const std::vector<std::string>& words);

// Joins words to a command line for a shell, with quotes around words that need them.
std::string CommandText(const std::vector<std::string>& words);

// Replaces "{rank}" in all words with the rank.
std::vector<std::string> WithRank(std::vector<std::string> words, unsigned rank);

}  // namespace egprof

#endif  // EGPROF_SEARCH_LAUNCH_LINE_H_

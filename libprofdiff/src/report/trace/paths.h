// SPDX-License-Identifier: GPL-3.0-or-later
// The paths of calls that explain most of a difference, and their texts.
// Tests: tests/unit/report/trace/text_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_PATHS_H_
#define PROFDIFF_REPORT_TRACE_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "report/trace/names.h"

namespace profdiff {

// A path with the times that its row shows: its part of the difference, or inclusive times.
struct PathRow {
  const PathDifference* path = nullptr;
  std::size_t index = 0;  // in TraceDifference::paths
  std::int64_t a = 0, b = 0;

  std::int64_t Difference() const { return a - b; }
};

struct ChosenPaths {
  std::vector<PathRow> rows;  // largest difference first
  // Paths that changed less, the sum of their differences, and paths that did not change.
  std::size_t beyond = 0, unchanged = 0;
  std::int64_t beyond_time = 0;
};

// Chooses the paths whose calls differ most. `top` is the maximum number of rows; 0: all.
ChosenPaths ChoosePaths(const TraceDifference& difference, CallTime by, std::size_t top);

// The names of the calls of a comparison's paths.
class PathNames {
 public:
  PathNames(const Alignment& alignment, const TraceDifference& difference, NamedTrace& a, NamedTrace& b);

  // Returns the name of the path's last call, as "x | y" for different calls.
  std::string Last(std::size_t index);
  // Returns the names of all calls of a path, from the top level.
  std::vector<std::string> All(std::size_t index);
  // Returns text such as "main > step #3 of 7 (worker)": the path; which call it is, if one call of several has at
  // least half of the difference; the thread, if there are several. Calls in the middle of a path, and then parts of
  // the last name, are left out as far as needed for `columns` characters.
  std::string Text(const PathRow& row, std::size_t columns);

  // Returns the shortest text that tells the threads of a pair: the name of the thread, or its label.
  std::string Thread(std::size_t pair) const;

 private:
  const CallTree& CallsA(const PathDifference& path) const;
  const CallTree& CallsB(const PathDifference& path) const;

  const Alignment& alignment_;
  const TraceDifference& difference_;
  NamedTrace &a_, &b_;
  std::vector<std::size_t> callers_;  // by path; the path's own index if it has no caller
};

// Returns names joined by " > ", with calls in the middle replaced by their number if the text is longer than
// `columns`.
std::string JoinPath(const std::vector<std::string>& names, std::size_t columns);

// Returns the numbers of calls of a path: "5", or "3→5" if they differ.
std::string CallsText(const PathDifference& path);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_PATHS_H_

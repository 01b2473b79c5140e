// SPDX-License-Identifier: GPL-3.0-or-later
// The paths of calls that a page shows, and where on the time lines the call of each path is that differs most.
// Tests: tests/unit/report/trace/page_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_PAGE_PATHS_H_
#define PROFDIFF_REPORT_TRACE_PAGE_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/alignment.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/paths.h"

namespace profdiff {

// A path, and its call or pair of calls that differs most. Units: nanoseconds.
struct PlacedPath {
  std::size_t path = 0;                   // index in TraceDifference::paths
  std::uint64_t begin = 0;                // on the common time line
  std::int64_t start_a = 0, start_b = 0;  // since the first call of each trace; also for the side without the call
  std::uint64_t time_a = 0, time_b = 0;   // duration of the call on each side; 0 for the side without the call
};

// Chooses at most `most` paths, those with the longest inclusive times, but always the paths in `rows`. The callers of
// a chosen path are chosen, too. The result has the order of TraceDifference::paths.
std::vector<PlacedPath> ChoosePagePaths(const TraceDifference& difference, const std::vector<PathRow>& rows,
                                        std::size_t most);

// Fills in the places of paths. Cost: linear in the calls of the threads that have such paths.
void PlacePaths(const AlignedTraces& traces, const TraceDifference& difference, NamedTrace& a, NamedTrace& b,
                std::vector<PlacedPath>& paths);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_PAGE_PATHS_H_

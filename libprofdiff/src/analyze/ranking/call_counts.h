// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the calls of each function by each thread.
// Tests: tests/unit/analyze/ranking/rank_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_CALL_COUNTS_H_
#define PROFDIFF_ANALYZE_RANKING_CALL_COUNTS_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Numbers of calls of each function by each thread in each run, for functions that at least one of several filters
// keeps.
class CallCounts {
 public:
  explicit CallCounts(const std::vector<FoldedTraces>& folded);

  // Fills in RankedThread::lost, added and counts. The first `good_runs` runs are good.
  void Compare(std::size_t good_runs, RankedThread& thread) const;

  // True if the thread called the function in this run.
  bool Calls(std::size_t run, ThreadKey id, const std::string& name) const;

 private:
  using ByName = std::map<std::string, std::uint64_t>;

  std::vector<std::map<ThreadKey, ByName>> runs_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_CALL_COUNTS_H_

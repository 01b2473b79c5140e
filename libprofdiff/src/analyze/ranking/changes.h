// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the change of each thread, beyond the changes between good runs.
// Tests: tests/unit/analyze/ranking/rank_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_CHANGES_H_
#define PROFDIFF_ANALYZE_RANKING_CHANGES_H_

#include <cstddef>
#include <map>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

// Sums over rows (combinations of a filter and a kind of attributes) and over bad runs; `count` is the number of
// summands.
struct ChangeSum {
  double change = 0, noise = 0, beyond = 0;
  std::size_t count = 0;

  void Add(const ChangeSum& more) {
    change += more.change;
    noise += more.noise;
    beyond += more.beyond;
    count += more.count;
  }
};

// Returns the changes of one row by thread. In `folded`, good runs come first. Threads that were still running when the
// other threads of their run had stopped are left out of rows with frequencies.
std::map<ThreadKey, ChangeSum> FindChanges(const FoldedTraces& folded, const ThreadAttributes& attributes,
                                           AttributeRow row, std::size_t good_runs, const Stops& stops);

// Returns the changes of each good run, compared with the other good runs, by thread. Shape: by good run. Returns
// nothing for fewer than three good runs.
std::vector<std::map<ThreadKey, ChangeSum>> FindGoodChanges(const FoldedTraces& folded,
                                                            const ThreadAttributes& attributes, std::size_t good_runs);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_CHANGES_H_

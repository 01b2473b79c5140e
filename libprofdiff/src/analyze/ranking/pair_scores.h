// SPDX-License-Identifier: GPL-3.0-or-later
// Changes in the similarity of pairs of threads: the columns of the tables in the DiffTrace paper.
// Tests: tests/unit/analyze/ranking/pair_scores_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_
#define PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_

#include <cstddef>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

// The similarities of the threads of one run.
struct RunSimilarities {
  std::vector<ThreadKey> ids;  // threads in the order of `similarities`; ascending
  Similarities similarities;
};

// Returns one column for each thread number, with its `top` best pairs. In `runs`, good runs come first.
std::vector<ScoreColumn> ScorePairs(const std::vector<RunSimilarities>& runs, std::size_t good_runs, std::size_t top);

// Returns the BScore of two matrices of mean similarities, one over the good runs and one over the bad runs. Only the
// threads that all runs have are included.
std::optional<double> ScoreClusterings(const std::vector<RunSimilarities>& runs, std::size_t good_runs);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_

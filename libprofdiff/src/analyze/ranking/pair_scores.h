// SPDX-License-Identifier: GPL-3.0-or-later
// How much the similarity of pairs of threads changed: the columns of the paper's table.
// Tests: tests/unit/analyze/ranking/pair_scores_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_
#define PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_

#include <cstddef>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// The similarities of each run with the threads that they are about.
struct RunSimilarities {
  std::vector<ThreadKey> ids;  // by object, ascending
  Similarities similarities;
};

// Good runs come first. `top` pairs of each thread number that has any.
std::vector<ScoreColumn> ScorePairs(const std::vector<RunSimilarities>& runs, std::size_t good_runs, std::size_t top);

// BScore of the mean good and the mean bad similarities of the threads that all runs have.
std::optional<double> ScoreClusterings(const std::vector<RunSimilarities>& runs, std::size_t good_runs);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_PAIR_SCORES_H_

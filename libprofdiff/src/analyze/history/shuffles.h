// SPDX-License-Identifier: GPL-3.0-or-later
// The probability that the best split of a series is as good by chance.
// Test: tests/unit/analyze/history/steps_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_SHUFFLES_H_
#define PROFDIFF_ANALYZE_HISTORY_SHUFFLES_H_

#include <span>

#include "analyze/history/splits.h"

namespace profdiff {

struct Chance {
  double probability = 1;  // that a series without steps has a split with this score
  double level = 0;        // score that such a series exceeds with the probability alpha; rough if the probability is
                           // above alpha
};

// `best`: score of the best split of `values` with these parts, which `scorer` examined last; `is_later`: true if the
// parts are the results of an earlier search.
Chance ChanceOf(double best, const SplitScorer& scorer, std::span<const double> values, std::span<const Part> parts,
                bool is_later, double alpha, double floor);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_SHUFFLES_H_

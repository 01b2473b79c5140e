// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the best split of values, and the probability that permuted values have an equally good or better split.
// Tests: tests/unit/analyze/history/history_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_SPLITS_H_
#define PROFDIFF_ANALYZE_HISTORY_SPLITS_H_

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "analyze/history/rank_sums.h"

namespace profdiff {

struct Split {
  std::size_t place = 0;   // index of the first value to the right of the split; 0: no split
  double probability = 1;  // probability that permuted values have an equally good or better split
};

// Finds splits. The table of probabilities for each number of values is made when it is first needed, and is the same
// on every machine.
class SplitFinder {
 public:
  explicit SplitFinder(double alpha) : alpha_(alpha) {}

  double alpha() const { return alpha_; }

  // Returns the best split of one interval, of at most RankSums::kMost values. The score of a split is the logarithm of
  // its rank-sum probability, multiplied by `weight`, which is from 0 to 1.
  Split Best(std::span<const double> values, double weight);

  // Returns the best split of all intervals of a series: the whole series, shorter intervals that overlap by half, and
  // intervals that end at the newest value.
  Split BestOfIntervals(std::span<const double> values, double weight);

  // Returns the probability below which a split that BestOfIntervals finds in `size` values is significant.
  double Level(std::size_t size);

 private:
  struct Length {
    explicit Length(std::size_t size) : sums(size) {}

    RankSums sums;
    std::vector<double> best;  // smallest rank-sum probability of each permutation, ascending
    double level = -1;         // result of Level(); negative: not computed yet
  };

  Length& Of(std::size_t size);

  const double alpha_;
  std::vector<std::unique_ptr<Length>> lengths_;  // indexed by number of values; null: not made yet
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_SPLITS_H_

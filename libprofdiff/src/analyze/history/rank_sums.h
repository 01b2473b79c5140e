// SPDX-License-Identifier: GPL-3.0-or-later
// Wilcoxon's rank-sum test: the probability that a split of values arises by chance.
// Test: tests/unit/analyze/history/history_test.cpp, which compares the probabilities with complete enumeration.
#ifndef PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_
#define PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

// The exact two-sided probabilities of all splits of `size` values, at most kMost. The probability of a split with k
// values on the left is the share of all sets of k ranks whose sums are at least as far from the mean sum as the sum of
// the k ranks on the left.
class RankSums {
 public:
  // kMost: largest number of values; kFewest: smallest number of values on each side of a split.
  static constexpr std::size_t kMost = 100, kFewest = 3;

  explicit RankSums(std::size_t size);

  // `doubled_sum` is twice the rank sum, which is a whole number even with ties. With ties, it can be between two sums
  // that are possible without ties; the result is then the probability of the more extreme of these two sums.
  double Probability(std::size_t left, std::int64_t doubled_sum) const;

 private:
  std::size_t size_;
  // Indexed by `left`, up to half of `size`, then by the distance of the rank sum from its mean, in units of 1/2: the
  // probability.
  std::vector<std::vector<double>> tails_;
};

// Returns twice the rank of each value; ranks begin at 1, and equal values get the mean of their ranks.
std::vector<std::int64_t> DoubledRanks(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_

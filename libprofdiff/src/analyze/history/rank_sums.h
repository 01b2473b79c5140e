// SPDX-License-Identifier: GPL-3.0-or-later
// How likely a split of values is by chance: ranks of the values on its left, added up.
// Test: tests/unit/analyze/history/history_test.cpp, which enumerates.
#ifndef PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_
#define PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

// The exact two-sided probabilities of all splits of `size` values, at most kMost: the share of ways to choose the
// values on the left whose rank sum is as far from the middle, or further.
class RankSums {
 public:
  static constexpr std::size_t kMost = 100, kFewest = 3;  // values; values a side

  explicit RankSums(std::size_t size);

  std::size_t size() const { return size_; }
  // Sums are twice those of ranks, whole numbers where ranks are shared; a half is taken for the less extreme.
  double Probability(std::size_t left, std::int64_t doubled_sum) const;

 private:
  std::size_t size_;
  // By `left` up to half of `size`, then by distance of the rank sum from its middle, in halves.
  std::vector<std::vector<double>> tails_;
};

// Twice the rank of each value, from 2 on; equal values share the mean of theirs.
std::vector<std::int64_t> DoubledRanks(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_RANK_SUMS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Counts subsets by their rank sums. Counts are only added, never subtracted, so rounding errors stay small: 100 choose
// 50 has 30 digits, and a double keeps the first 16. Large splits do not use a normal approximation: the change from
// exact to approximate values could move the best split.
// Source: F. Wilcoxon, Individual comparisons by ranking methods, 1945.
// Test: tests/unit/analyze/history/history_test.cpp.
#include "analyze/history/rank_sums.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "profdiff/store.h"

namespace profdiff {

RankSums::RankSums(std::size_t size) : size_(size) {
  const std::size_t half = size / 2;
  // ways[k][u] is the number of sets of k ranks whose sum exceeds the least possible sum, k (k + 1) / 2, by u. The
  // largest excess is k (size - k). k is at most half of the number of values, as the rank sums of both sides of a
  // split are equally far from their means. Cost: O(size^4) additions.
  std::vector<std::vector<double>> ways(half + 1);
  for (std::size_t k = 0; k <= half; ++k) ways[k].assign(k * (size - k) + 1, 0);
  ways[0][0] = 1;
  for (std::size_t rank = 1; rank <= size; ++rank) {
    // Adds `rank` as the largest of k chosen ranks. k descends, so that ways[k - 1] does not contain `rank` yet.
    for (std::size_t k = std::min(rank, half); k >= 1; --k) {
      const std::size_t more = rank - k;  // contribution of the largest chosen rank to the excess
      const std::vector<double>& from = ways[k - 1];
      std::vector<double>& to = ways[k];
      const std::size_t end = std::min(from.size(), to.size() - std::min(more, to.size()));
      for (std::size_t u = 0; u < end; ++u) to[u + more] += from[u];
    }
  }
  tails_.resize(half + 1);
  for (std::size_t k = 1; k <= half; ++k) {
    const std::vector<double>& counts = ways[k];
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    const std::size_t most = counts.size() - 1;
    std::vector<double>& tail = tails_[k];
    tail.assign(most + 1, 0);
    // The mean excess is most / 2, so distances are doubled to make them whole numbers.
    for (std::size_t u = 0; u <= most; ++u) tail[2 * u > most ? 2 * u - most : most - 2 * u] += counts[u] / all;
    for (std::size_t distance = most; distance-- > 0;) tail[distance] += tail[distance + 1];
  }
}

double RankSums::Probability(std::size_t left, std::int64_t doubled_sum) const {
  // The mean of the doubled rank sum of the left side is left * (size + 1). The rank sums of both sides are equally far
  // from their means, so the table has only the probabilities for the smaller side.
  const auto distance = static_cast<std::size_t>(std::abs(doubled_sum - static_cast<std::int64_t>(left * (size_ + 1))));
  const std::vector<double>& tail = tails_[std::min(left, size_ - left)];
  return std::min(1.0, distance < tail.size() ? tail[distance] : 0.0);
}

std::vector<std::int64_t> DoubledRanks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&values](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::int64_t> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    // Equal values at positions `begin` to `end` - 1 share the ranks begin + 1 to end; their doubled mean is begin +
    // end + 1.
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<std::int64_t>(begin + end + 1);
    begin = end;
  }
  return ranks;
}

double RankSumProbability(std::size_t size, std::size_t left, double rank_sum) {
  if (size == 0 || size > RankSums::kMost || left == 0 || left >= size) return 1;
  return RankSums(size).Probability(left, static_cast<std::int64_t>(std::llround(2 * rank_sum)));
}

}  // namespace profdiff

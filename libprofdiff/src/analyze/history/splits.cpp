// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the best split with the best splits of permutations, because an interval has many splits and a series has
// many intervals. A series without a step thus yields a step only with probability alpha.
// Test: tests/unit/analyze/history/history_test.cpp.
#include "analyze/history/splits.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace profdiff {
namespace {

// With 4,000 permutations, probabilities for one interval have a resolution of 1 / 4001. For the level of a whole
// series, 1,000 are used, as each of them requires a search of all intervals.
constexpr std::size_t kPermutations = 4000, kSeriesPermutations = 1000;
constexpr double kShrink = 1.5;  // factor by which the intervals of a layer are longer than those of the next layer

// Returns the place of the split with the smallest rank-sum probability, and this probability.
std::pair<std::size_t, double> LeastOf(const RankSums& sums, std::span<const std::int64_t> doubled_ranks) {
  std::pair<std::size_t, double> least{0, 1};
  std::int64_t sum = 0;
  for (std::size_t left = 1; left + RankSums::kFewest <= doubled_ranks.size(); ++left) {
    sum += doubled_ranks[left - 1];
    if (left < RankSums::kFewest) continue;
    const double probability = sums.Probability(left, sum);
    if (probability < least.second) least = {left, probability};
  }
  return least;
}

// Fisher and Yates' shuffle, implemented here because the result of std::shuffle depends on the C++ library, but
// results must be the same on every machine. The bias of `%` with 64 random bits is negligible.
void Shuffle(std::vector<std::int64_t>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[static_cast<std::size_t>(random() % i)]);
  }
}

std::vector<std::int64_t> InOrder(std::size_t size) {
  std::vector<std::int64_t> ranks(size);
  for (std::size_t i = 0; i < size; ++i) ranks[i] = static_cast<std::int64_t>(2 * (i + 1));
  return ranks;
}

// Calls use(begin, size) for each interval of seeded binary segmentation, layer by layer. The intervals of a layer have
// the same length and overlap by half; each following layer has shorter intervals. The last interval of a layer ends at
// the newest value, so that a recent step has an interval of its own.
template <class Use>
void ForIntervals(std::size_t size, Use use) {
  constexpr std::size_t kShortest = 2 * RankSums::kFewest;
  double length = static_cast<double>(size);
  for (std::size_t last = size + 1; length >= static_cast<double>(kShortest); length /= kShrink) {
    const auto width = static_cast<std::size_t>(length);
    if (width == last) continue;
    last = width;
    const std::size_t step = std::max<std::size_t>(1, width / 2);
    for (std::size_t begin = 0; begin + width < size; begin += step) use(begin, width);
    use(size - width, width);
  }
}

}  // namespace

SplitFinder::Length& SplitFinder::Of(std::size_t size) {
  if (lengths_.size() <= size) lengths_.resize(size + 1);
  if (lengths_[size]) return *lengths_[size];
  lengths_[size] = std::make_unique<Length>(size);
  Length& made = *lengths_[size];
  // The seed is the number of values, so that the table does not depend on the order in which tables are first needed.
  std::mt19937_64 random(size);
  std::vector<std::int64_t> ranks = InOrder(size);
  for (std::size_t i = 0; i < kPermutations; ++i) {
    Shuffle(ranks, random);
    made.best.push_back(LeastOf(made.sums, ranks).second);
  }
  std::ranges::sort(made.best);
  return made;
}

Split SplitFinder::Best(std::span<const double> values, double weight) {
  if (values.size() < 2 * RankSums::kFewest) return {};
  const Length& length = Of(values.size());
  const auto [place, least] = LeastOf(length.sums, DoubledRanks(values));
  if (place == 0) return {};
  // Counts the permutations whose best split is at least as good as the best split of `values`, with a tolerance for
  // rounding. The actual order of the values counts as one more permutation, in numerator and denominator, so the
  // probability is never 0.
  const double weighted = weight == 1 ? least : std::pow(least, weight);
  const auto as_good = std::ranges::upper_bound(length.best, weighted * (1 + 1e-12)) - length.best.begin();
  return {place, static_cast<double>(1 + as_good) / static_cast<double>(1 + length.best.size())};
}

Split SplitFinder::BestOfIntervals(std::span<const double> values, double weight) {
  Split best;
  ForIntervals(values.size(), [&](std::size_t begin, std::size_t size) {
    const Split split = Best(values.subspan(begin, size), weight);
    if (split.place != 0 && split.probability < best.probability) best = {begin + split.place, split.probability};
  });
  return best;
}

double SplitFinder::Level(std::size_t size) {
  if (double known = Of(size).level; known >= 0) return known;
  // The seed differs from the seed in Of(), so that the level and the table come from different permutations.
  std::mt19937_64 random(~static_cast<std::uint64_t>(size));
  std::vector<std::int64_t> ranks = InOrder(size);
  std::vector<double> values(size), least;
  for (std::size_t i = 0; i < kSeriesPermutations; ++i) {
    Shuffle(ranks, random);
    std::ranges::transform(ranks, values.begin(), [](std::int64_t rank) { return static_cast<double>(rank); });
    least.push_back(BestOfIntervals(values, 1).probability);
  }
  std::ranges::sort(least);
  const auto place = static_cast<std::size_t>(alpha_ * static_cast<double>(kSeriesPermutations));
  // Only a split with a probability below this level is significant. A probability equal to the level is too large,
  // because more than the share alpha of all permutations have a split at or below the level.
  Of(size).level = least[std::min(place, least.size() - 1)];
  return Of(size).level;
}

}  // namespace profdiff

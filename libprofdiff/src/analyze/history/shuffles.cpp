// SPDX-License-Identifier: GPL-3.0-or-later
// Residuals in random order, made slightly lasting, are series without steps. Their best splits show how large scores
// get by chance, whatever the distribution of the noise is.
// Test: tests/unit/analyze/history/steps_test.cpp.
#include "analyze/history/shuffles.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace profdiff {
namespace {

// Long series get fewer shuffles, as each takes time in proportion to the length.
std::size_t ShufflesFor(std::size_t size) {
  constexpr std::size_t kMost = 499, kFew = 99, kLong = 1000;
  return size > kLong ? kFew : kMost;
}

// Returns values minus the means of their parts. After an earlier search, the parts are as wide apart as chance allows,
// so residuals are enlarged to have the variance of the noise.
std::vector<double> Residuals(std::span<const double> values, std::span<const Part> parts, bool is_later) {
  std::vector<double> residuals;
  for (const Part& part : parts) {
    const double mean = MeanOf(values.subspan(part.begin, part.size()));
    const auto m = static_cast<double>(part.size());
    const double factor = is_later && part.size() > 1 ? std::sqrt(m / (m - 1)) : 1;
    for (std::size_t i = part.begin; i < part.end; ++i) residuals.push_back(factor * (values[i] - mean));
  }
  return residuals;
}

// Fisher and Yates' shuffle, implemented here because the result of std::shuffle depends on the C++ library, but
// results must be the same on every machine. The bias of `%` with 64 random bits is negligible.
void Shuffle(std::vector<double>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[static_cast<std::size_t>(random() % i)]);
  }
}

void MakeLasting(std::span<const double> shuffled, double deviation, std::vector<double>& lasting) {
  constexpr double kMemory = 0.2, kLargest = 2.5;
  lasting.assign(shuffled.begin(), shuffled.end());
  for (std::size_t i = 1; i < lasting.size(); ++i) {
    lasting[i] += kMemory * std::clamp(lasting[i - 1], -kLargest * deviation, kLargest * deviation);
  }
}

// Returns the value that is exceeded by the share `above` of ascending values.
double Quantile(std::span<const double> sorted, double above) {
  const auto rank = static_cast<std::size_t>(above * static_cast<double>(sorted.size() + 1));
  return sorted[sorted.size() - std::clamp<std::size_t>(rank, 1, sorted.size())];
}

// Returns the probability of a score above all or nearly all scores by chance, whose excesses over the highest tenth
// are taken to be exponentially distributed.
double TailProbability(double best, std::span<const double> sorted) {
  constexpr double kTail = 0.1;
  const double begin = Quantile(sorted, kTail);
  double excess = 0;
  std::size_t count = 0;
  for (std::size_t i = sorted.size(); i-- > 0 && sorted[i] > begin; ++count) excess += sorted[i] - begin;
  if (count == 0 || best <= begin) return 1;
  return kTail * std::exp(-(best - begin) * static_cast<double>(count) / excess);
}

// Compares a score with those of one kind of series without steps.
class Comparison {
 public:
  Comparison(double best, double deviation, std::span<const Part> parts, double alpha, double floor)
      : best_(best), deviation_(deviation), parts_(parts), alpha_(alpha), floor_(floor) {}

  Chance Of(std::vector<double> residuals, bool is_lasting) const {
    SplitScorer scorer(residuals.size(), floor_);
    std::mt19937_64 random(residuals.size());
    std::vector<double> scores, lasting;
    const std::size_t most = ShufflesFor(residuals.size());
    std::size_t as_good = 0;
    while (scores.size() < most && static_cast<double>(as_good) <= alpha_ * static_cast<double>(most + 1)) {
      Shuffle(residuals, random);
      if (is_lasting) MakeLasting(residuals, deviation_, lasting);
      scores.push_back(scorer.Examine(is_lasting ? lasting : residuals, parts_).score);
      if (scores.back() >= best_) ++as_good;
    }
    std::ranges::sort(scores);
    Chance chance{static_cast<double>(1 + as_good) / static_cast<double>(scores.size() + 1), Quantile(scores, alpha_)};
    if (as_good * 50 < most) chance.probability = std::min(chance.probability, TailProbability(best_, scores));
    return chance;
  }

 private:
  const double best_, deviation_;
  const std::span<const Part> parts_;
  const double alpha_, floor_;
};

}  // namespace

Chance ChanceOf(double best, const SplitScorer& scorer, std::span<const double> values, std::span<const Part> parts,
                bool is_later, double alpha, double floor) {
  const Comparison comparison(best, scorer.Deviation(), parts, alpha, floor);
  Chance chance = comparison.Of(Residuals(scorer.moved(), parts, is_later), true);
  if (chance.probability > alpha) return chance;
  // Without outliers, values that change between two groups at random seem to stay in one for longer than they do. As
  // they are, their order decides: all orders are equally likely without a step.
  const std::vector<double> residuals = Residuals(values, parts, is_later);
  if (!AreInTwoGroups(residuals)) return chance;
  const Chance plain = comparison.Of(residuals, false);
  chance.probability = std::max(chance.probability, plain.probability);
  chance.level = std::max(chance.level, plain.level);
  return chance;
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the mean and the standard deviation in one pass (Welford 1962), so that memory does not grow with the number
// of ranks. A sum of squares minus a squared sum would suffer from cancellation if ranks take nearly the same time.
// Test: tests/unit/report/rank_statistics/ranks_test.cpp.
#include "profdiff/ranks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/numbered_names.h"
#include "profdiff/significance.h"
#include "values/evidence.h"
#include "values/rank_numbers.h"

namespace profdiff {
namespace {

// The variances that sampling gives the times of one profile. The number of samples of a function has a Poisson
// distribution, so the variance of its ticks is the sum of the squared weights of its samples.
class SamplingVariance {
 public:
  explicit SamplingVariance(const Profile& profile) : profile_(profile) {
    const auto is_zero = [](const auto& value) { return value == 0; };
    if (!profile.exact) return;
    has_samples_ = !std::ranges::all_of(profile.exact->samples, is_zero);
    has_times_ = !std::ranges::all_of(profile.self_ticks, is_zero);
  }

  bool IsKnown() const { return has_samples_ || !has_times_; }
  // In seconds squared.
  double Of(std::size_t f) const {
    return IsKnown() && profile_.rate > 0 ? SquaredTicks(f) / (profile_.rate * profile_.rate) : 0;
  }

 private:
  double SquaredTicks(std::size_t f) const {
    const double ticks = profile_.self_ticks[f];
    if (!profile_.exact) return ticks;  // a tick of gprof is a sample
    const ExactTimes& exact = *profile_.exact;
    if (!exact.squares.empty()) return exact.squares[f];
    return has_samples_ && exact.samples[f] != 0 ? ticks * ticks / static_cast<double>(exact.samples[f]) : 0;
  }

  const Profile& profile_;
  bool has_samples_ = true, has_times_ = true;
};

// Returns the chance of `times`, whose variances over all ranks have the given sum.
std::optional<double> EvenChanceOf(const RankStatistics& ranks, const Spread& times, double variances) {
  if (!ranks.is_sampled || ranks.ranks < 2 || !CanJudge()) return std::nullopt;
  if (variances <= 0) return 1;
  return ChanceOfDispersion(ranks.ranks, times.Squares() * static_cast<double>(ranks.ranks) / variances);
}

}  // namespace

RankNumbers NumberRanks(const std::vector<std::string>& paths) {
  if (std::optional<std::vector<std::uint32_t>> numbers = NumbersOfNames(paths)) return {std::move(*numbers), true};
  RankNumbers counted{std::vector<std::uint32_t>(paths.size()), false};
  std::iota(counted.ranks.begin(), counted.ranks.end(), 0U);
  return counted;
}

RankInputs InOrderOfRanks(const std::vector<Input>& files) {
  const std::vector<std::uint32_t> numbers = NumberRanks(PathsOf(files)).ranks;
  std::vector<std::size_t> order(files.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&numbers](std::size_t file) { return numbers[file]; });
  RankInputs ordered;
  for (const std::size_t file : order) {
    ordered.files.push_back(files[file]);
    ordered.ranks.push_back(numbers[file]);
  }
  return ordered;
}

void Spread::Add(std::uint32_t rank, double value) {
  ++count_;
  const double step = value - mean_;
  mean_ += step / static_cast<double>(count_);
  squares_ += step * (value - mean_);
  // Strict comparisons ensure that the first of several ranks with equal values is named.
  if (count_ == 1 || value < min_) {
    min_ = value;
    min_rank_ = rank;
  }
  if (count_ == 1 || value > max_) {
    max_ = value;
    max_rank_ = rank;
  }
}

double Spread::Deviation() const { return count_ == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(count_)); }

double RankStatistics::Lost() const {
  double lost = 0;
  for (const Spread& function : seconds) lost += function.Lost();
  return lost;
}

std::optional<double> RankStatistics::EvenChance(FunctionId function) const {
  return EvenChanceOf(*this, seconds[function.value], variances[function.value]);
}

std::optional<double> RankStatistics::EvenChance() const { return EvenChanceOf(*this, total_seconds, total_variance); }

std::string_view RankStatistics::FileOf(std::uint32_t rank) const {
  const auto found = std::ranges::find(files, rank, &RankFile::rank);
  return found == files.end() ? std::string_view() : found->path;
}

void RankStatistics::Add(const Profile& profile, std::uint32_t rank, std::string path) {
  files.push_back({rank, std::move(path)});
  const SamplingVariance variance(profile);
  is_sampled = is_sampled && variance.IsKnown();
  if (ranks++ == 0) {
    dimension = profile.dimension;
    origin = profile.origin;
  }
  calls_known = calls_known && profile.calls_known;
  seconds.resize(profile.calls.size());
  calls.resize(profile.calls.size());
  variances.resize(profile.calls.size());
  double total = 0;
  for (std::size_t f = 0; f < profile.calls.size(); ++f) {
    const double own = profile.rate > 0 ? profile.Seconds(profile.self_ticks[f]) : 0;
    total += own;
    variances[f] += variance.Of(f);
    total_variance += variance.Of(f);
    seconds[f].Add(rank, own);
    calls[f].Add(rank, static_cast<double>(profile.calls[f]));
  }
  total_seconds.Add(rank, total);
}

}  // namespace profdiff

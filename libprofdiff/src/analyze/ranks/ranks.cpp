// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the mean and the standard deviation in one pass (Welford 1962), so that memory does not grow with the number
// of ranks. A sum of squares minus a squared sum would suffer from cancellation if ranks take nearly the same time.
// Test: tests/unit/report/ranks/ranks_test.cpp.
#include "profdiff/ranks.h"

#include <cmath>

namespace profdiff {

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

void RankStatistics::Add(const Profile& profile, std::uint32_t rank) {
  if (ranks++ == 0) {
    dimension = profile.dimension;
    origin = profile.origin;
  }
  calls_known = calls_known && profile.calls_known;
  seconds.resize(profile.calls.size());
  calls.resize(profile.calls.size());
  double total = 0;
  for (std::size_t f = 0; f < profile.calls.size(); ++f) {
    const double own = profile.rate > 0 ? profile.Seconds(profile.self_ticks[f]) : 0;
    total += own;
    seconds[f].Add(rank, own);
    calls[f].Add(rank, static_cast<double>(profile.calls[f]));
  }
  total_seconds.Add(rank, total);
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Samples and times of both sides, self or inclusive, function by function.
//
// The samples of a function are as certain as a count of equal ones. Where samples weigh differently, those of one
// function can weigh more than those of another: each function then has a weight of its own, at which its count is its
// time. Inclusive samples are counted once for each function of a stack, so functions overlap; each one's count alone
// is as certain as if there were no others.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_OBSERVED_TIMES_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_OBSERVED_TIMES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/significance/count_dispersion.h"
#include "analyze/significance/moderated_t.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

enum class TimeKind { kSelf, kInclusive };

// One side. `scale` is what its seconds are multiplied with.
class ObservedTimes {
 public:
  ObservedTimes(const RunTable& table, TimeKind kind, double scale) : table_(table), kind_(kind), scale_(scale) {}

  const RunTable& table() const { return table_; }
  TimeKind kind() const { return kind_; }
  double scale() const { return scale_; }

  // Samples over all runs that one unit of the mean run's time is worth.
  double Weight() const { return table_.samples_per_second / scale_; }

  // 0 for functions that the side lacks.
  double Samples(FunctionId function) const;
  double UnscaledSeconds(FunctionId function, std::size_t run) const;
  std::vector<double> Seconds(FunctionId function) const;  // by run
  // The number of samples if all weighed the same.
  double EvenSamples(FunctionId function) const;

 private:
  const RunTable& table_;
  TimeKind kind_;
  double scale_;
};

// Samples of a function on both sides, with the weights at which they are its times.
struct WeighedCounts {
  double base, base_weight, other, other_weight;
};

struct ObservedSides {
  ObservedTimes base, other;
  const std::vector<Match::Pair>& pairs;

  // For one run a side.
  WeighedCounts Weigh(const Match::Pair& pair) const;

  // For several: how many equal samples a function's samples are worth, each; 1 where all weigh the same.
  double Worth(const Match::Pair& pair) const;
  // Runs without samples saw nothing and are left out. A function's samples are multiplied with its worth.
  CountTable Count() const;

  // Seconds of all functions in all runs.
  TimesTable Times() const;

  // True if functions can have samples in common.
  bool Overlap() const { return base.kind() == TimeKind::kInclusive; }

  // The functions that have any time. Others say nothing, and must not make the correction of these stricter.
  std::vector<std::size_t> Judged() const;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_OBSERVED_TIMES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Samples and times of both sides by function, either self or inclusive.
//
// Tests need counts, so samples of unequal weights are replaced by their effective number, (sum of weights)^2 / sum of
// squared weights: that many samples of equal weight would have the same relative variance. Each function then has a
// weight of its own, which converts its effective number into its time. A sample counts once for each distinct function
// of its stack, so inclusive samples of functions overlap, but the count of a single function is still a plain count.
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

// The times of one side. Its seconds are multiplied by `scale`, which is 1 unless times were normalised.
class ObservedTimes {
 public:
  ObservedTimes(const RunTable& table, TimeKind kind, double scale) : table_(table), kind_(kind), scale_(scale) {}

  const RunTable& table() const { return table_; }
  TimeKind kind() const { return kind_; }
  double scale() const { return scale_; }

  // Returns the sum of the runs' sampling rates, in samples per scaled second. The product of this sum and a function's
  // mean scaled time is the number of its samples in all runs, if all samples have the same weight.
  double Weight() const { return table_.samples_per_second / scale_; }

  // The functions below return 0 for functions that do not exist on this side.
  double Samples(FunctionId function) const;
  double UnscaledSeconds(FunctionId function, std::size_t run) const;
  std::vector<double> Seconds(FunctionId function) const;  // returns the scaled seconds in each run
  // Returns the number of samples that would make up the function's time if all samples had the same weight.
  double EvenSamples(FunctionId function) const;

 private:
  const RunTable& table_;
  TimeKind kind_;
  double scale_;
};

// Samples of a function on both sides; the number of samples divided by the weight gives seconds.
struct WeighedCounts {
  double base, base_weight, other, other_weight;
};

struct ObservedSides {
  ObservedTimes base, other;
  const std::vector<Match::Pair>& pairs;

  // Returns the samples and weights of a function, for one run on each side.
  WeighedCounts Weigh(const Match::Pair& pair) const;

  // Returns, for several runs, a function's effective number of samples divided by EvenSamples(); 1 if all samples have
  // the same weight.
  double Worth(const Match::Pair& pair) const;
  // Returns the samples of all functions. Runs without a sampling rate are left out, as they are not observations.
  // Samples of a function are multiplied by its Worth(), so that they have the variance of counts.
  CountTable Count() const;

  // Returns the seconds of all functions in all runs.
  TimesTable Times() const;

  // True if functions can have samples in common.
  bool Overlap() const { return base.kind() == TimeKind::kInclusive; }

  // Returns the functions that have time on at least one side. The other functions cannot differ and must not make the
  // correction for multiple tests stricter.
  std::vector<std::size_t> Judged() const;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_OBSERVED_TIMES_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Computes samples, weights and exposures of joined functions from the run tables of both sides.
// Test: tests/unit/analyze/significance/judge_test.cpp.
#include "analyze/significance/observed_times.h"

#include <algorithm>
#include <cmath>

namespace profdiff {
namespace {

// Returns the weight of a function according to its own samples: samples per second of its time; 0 if it has no
// samples.
double OwnWeight(const ObservedTimes& side, FunctionId function) {
  const double samples = side.Samples(function);
  if (!side.table().is_weighted) return samples > 0 ? side.Weight() : 0;
  const double seconds = side.EvenSamples(function) / side.Weight();
  return seconds > 0 ? samples / seconds : 0;
}

// Returns the weight, in samples per second, of a function without samples on this side: its weight on the other side,
// scaled by the ratio of the sides' mean weights, but at most the mean weight of this side. With a higher weight, the
// lack of samples would seem to prove that the function took almost no time, although a single missed sample can
// represent a long time.
double WeightBeside(const ObservedTimes& side, const ObservedTimes& beside, double weight_beside) {
  return side.Weight() * (weight_beside > 0 ? std::min(1.0, weight_beside / beside.Weight()) : 1);
}

// Seconds of the other side are multiplied by its `scale`. Each of its samples therefore represents `scale` times as
// many seconds, and a scaled second contains 1 / scale times as many samples.
void AppendExposures(const ObservedTimes& side, std::vector<double>& exposures) {
  for (double rate : side.table().rates) {
    if (rate > 0) exposures.push_back(rate / side.scale());
  }
}

void AppendSamples(const ObservedTimes& side, FunctionId function, double worth, std::vector<double>& samples) {
  const RunTable& table = side.table();
  for (std::size_t run = 0; run < table.runs; ++run) {
    const double rate = table.rates[run];
    if (rate > 0) samples.push_back(side.UnscaledSeconds(function, run) * rate * worth);
  }
}

}  // namespace

double ObservedTimes::Samples(FunctionId function) const {
  if (!function.valid()) return 0;
  return (kind_ == TimeKind::kSelf ? table_.samples : table_.inclusive_samples)[function.value];
}

double ObservedTimes::UnscaledSeconds(FunctionId function, std::size_t run) const {
  if (!function.valid()) return 0;
  return (kind_ == TimeKind::kSelf ? table_.seconds : table_.inclusive_seconds)[function.value * table_.runs + run];
}

std::vector<double> ObservedTimes::Seconds(FunctionId function) const {
  std::vector<double> seconds;
  for (std::size_t run = 0; run < table_.runs; ++run) seconds.push_back(UnscaledSeconds(function, run) * scale_);
  return seconds;
}

double ObservedTimes::EvenSamples(FunctionId function) const {
  double samples = 0;
  for (std::size_t run = 0; run < table_.runs; ++run) samples += UnscaledSeconds(function, run) * table_.rates[run];
  return samples;
}

WeighedCounts ObservedSides::Weigh(const Match::Pair& pair) const {
  WeighedCounts counts{base.Samples(pair.base), OwnWeight(base, pair.base), other.Samples(pair.other),
                       OwnWeight(other, pair.other)};
  const double base_weight = counts.base_weight;
  if (counts.base_weight <= 0) counts.base_weight = WeightBeside(base, other, counts.other_weight);
  if (counts.other_weight <= 0) counts.other_weight = WeightBeside(other, base, base_weight);
  return counts;
}

double ObservedSides::Worth(const Match::Pair& pair) const {
  if (!base.table().is_weighted && !other.table().is_weighted) return 1;
  const double even = base.EvenSamples(pair.base) + other.EvenSamples(pair.other);
  const double samples = base.Samples(pair.base) + other.Samples(pair.other);
  return even > 0 && samples > 0 ? samples / even : 1;
}

CountTable ObservedSides::Count() const {
  CountTable counts;
  AppendExposures(base, counts.exposures);
  counts.base_runs = counts.exposures.size();
  AppendExposures(other, counts.exposures);
  counts.samples.reserve(pairs.size() * counts.exposures.size());
  for (const Match::Pair& pair : pairs) {
    const double worth = Worth(pair);
    AppendSamples(base, pair.base, worth, counts.samples);
    AppendSamples(other, pair.other, worth, counts.samples);
  }
  return counts;
}

TimesTable ObservedSides::Times() const {
  TimesTable times;
  for (const Match::Pair& pair : pairs) {
    times.base.push_back(base.Seconds(pair.base));
    times.other.push_back(other.Seconds(pair.other));
  }
  return times;
}

std::vector<std::size_t> ObservedSides::Judged() const {
  const auto has_time = [](const ObservedTimes& side, FunctionId function) {
    if (side.Samples(function) > 0) return true;
    if (side.table().kind == TimesOf::kSamples) return false;
    const std::vector<double> seconds = side.Seconds(function);
    return std::ranges::any_of(seconds, [](double s) { return s != 0; });
  };
  std::vector<std::size_t> judged;
  for (std::size_t f = 0; f < pairs.size(); ++f) {
    if (has_time(base, pairs[f].base) || has_time(other, pairs[f].other)) judged.push_back(f);
  }
  return judged;
}

}  // namespace profdiff

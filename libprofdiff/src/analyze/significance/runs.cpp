// SPDX-License-Identifier: GPL-3.0-or-later
// Represents several runs of one program as a table of observations and as their mean.
// Test: tests/unit/analyze/significance/runs_test.cpp.
#include <algorithm>
#include <cmath>

#include "profdiff/input.h"
#include "profdiff/profile.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

// Returns the quotient, rounded half up, but at least 1 for any sum above 0: a function called in only one of many runs
// must not appear as never called. Compares the remainder with its distance to `parts`, as 2 * remainder could
// overflow.
std::uint64_t RoundedShare(std::uint64_t sum, std::uint64_t parts) {
  if (sum != 0 && sum < parts) return 1;
  const std::uint64_t rest = sum % parts;
  return sum / parts + (rest >= parts - rest ? 1 : 0);
}

// Added to a number of samples before it is rounded down, since rounding errors in the division can make it slightly
// less than a whole number.
constexpr double kTickRounding = 1e-6;

// Counts the samples of one run: ticks per sample, and samples per function. In a gprof profile, a tick is a sample.
class SampleCounter {
 public:
  explicit SampleCounter(const Profile& profile) : profile_(profile) {
    if (!profile.exact) return;
    double ticks = 0, squares = 0, samples = 0, least = 0;
    for (std::size_t f = 0; f < profile.exact->samples.size(); ++f) {
      ticks += profile.self_ticks[f];
      least = std::min(least, profile.self_ticks[f]);
      squares += profile.exact->squares.empty() ? 0 : profile.exact->squares[f];
      samples += static_cast<double>(profile.exact->samples[f]);
    }
    // A time below 0 shows that the profile is itself a difference, so its samples are not counts.
    has_samples_ = samples > 0 && ticks > 0 && least == 0;
    // With unequal weights w, the effective number of samples is (sum w)^2 / sum w^2, so each effective sample lasts
    // sum w^2 / sum w ticks.
    if (has_samples_) ticks_ = squares > 0 ? squares / ticks : ticks / samples;
  }

  TimesOf Kind() const {
    const bool has_times = std::ranges::any_of(profile_.self_ticks, [](double ticks) { return ticks != 0; });
    if (has_samples_ || !has_times) return TimesOf::kSamples;
    return profile_.calls_known && !AreMeasured() ? TimesOf::kCounts : TimesOf::kSums;
  }
  bool IsWeighted() const { return profile_.exact && !profile_.exact->squares.empty(); }

  // Returns the samples per second; 0 if times were not derived from counted samples.
  double Rate() const { return has_samples_ ? profile_.rate / ticks_ : 0; }
  double UnattributedSamples() const { return has_samples_ ? profile_.unattributed_ticks / ticks_ : 0; }
  double SamplesOf(std::size_t f) const {
    if (!profile_.exact) return profile_.self_ticks[f];
    const ExactTimes& exact = *profile_.exact;
    return Effective(f, profile_.self_ticks, exact.samples, exact.squares);
  }
  double InclusiveSamplesOf(std::size_t f) const {
    const ExactTimes& exact = *profile_.exact;
    return Effective(f, exact.total_ticks, exact.total_samples, exact.total_squares);
  }

 private:
  // True for times that a tool measured at each call, which vary from run to run.
  bool AreMeasured() const {
    if (!profile_.origin) return false;
    const InputFormat* const format = FindInputFormat(profile_.origin->format);
    return format != nullptr && format->Gives(kGivesMeasuredTimes);
  }

  // Returns the effective sample size by Kish's formula, (sum of weights)^2 / sum of squared weights, rounded down: the
  // number of equally weighted samples with the same relative variance.
  double Effective(std::size_t f, const std::vector<double>& ticks, const std::vector<std::uint64_t>& samples,
                   const std::vector<double>& squares) const {
    if (!has_samples_) return 0;
    if (squares.empty()) return static_cast<double>(samples[f]);
    return squares[f] > 0 ? std::floor(ticks[f] * ticks[f] / squares[f] + kTickRounding) : 0;
  }

  const Profile& profile_;
  double ticks_ = 1;  // ticks per effective sample
  bool has_samples_ = true;
};

void AddInclusive(const Profile& profile, const SampleCounter& counter, std::size_t run, RunTable& table) {
  for (std::size_t f = 0; f < table.functions; ++f) {
    const double ticks = profile.exact->total_ticks[f];
    table.inclusive_seconds[f * table.runs + run] = profile.rate > 0 ? profile.Seconds(ticks) : 0;
    table.inclusive_samples[f] += counter.InclusiveSamplesOf(f);
  }
}

void ScaleTimes(ExactTimes& exact, double factor) {
  for (double& ticks : exact.total_ticks) ticks *= factor;
  for (ExactTimes::OfArc& arc : exact.arcs) arc = {arc.self * factor, arc.total * factor};
  // Squares of weights grow with the square of the factor, so effective numbers of samples do not change.
  for (double& square : exact.squares) square *= factor * factor;
  for (double& square : exact.total_squares) square *= factor * factor;
}

}  // namespace

RunTable MakeRunTable(std::span<const Profile> runs) {
  RunTable table;
  table.runs = runs.size();
  table.functions = runs.empty() ? 0 : runs.front().calls.size();
  table.seconds.resize(table.functions * table.runs);
  table.calls.resize(table.functions * table.runs);
  table.samples.resize(table.functions);
  const bool is_exact = std::ranges::all_of(runs, [](const Profile& run) { return run.exact.has_value(); });
  if (is_exact) {
    table.inclusive_seconds.resize(table.functions * table.runs);
    table.inclusive_samples.resize(table.functions);
  }
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const Profile& profile = runs[run];
    const SampleCounter counter(profile);
    table.rates.push_back(counter.Rate());
    table.samples_per_second += counter.Rate();
    // The kinds are declared in order of decreasing certainty: a side is only as certain as its least certain run.
    table.kind = std::max(table.kind, counter.Kind());
    table.is_weighted = table.is_weighted || counter.IsWeighted();
    table.unattributed_seconds.push_back(profile.rate > 0 ? profile.Seconds(profile.unattributed_ticks) : 0);
    table.unattributed_samples += counter.UnattributedSamples();
    for (std::size_t f = 0; f < table.functions; ++f) {
      const double ticks = profile.self_ticks[f];
      table.seconds[f * table.runs + run] = profile.rate > 0 ? profile.Seconds(ticks) : 0;
      table.calls[f * table.runs + run] = profile.calls[f];
      table.samples[f] += counter.SamplesOf(f);
      table.total_samples += counter.SamplesOf(f);
    }
    if (is_exact) AddInclusive(profile, counter, run, table);
  }
  return table;
}

void ScaleTimes(Profile& profile, double factor) {
  for (double& ticks : profile.self_ticks) ticks *= factor;
  if (profile.exact) ScaleTimes(*profile.exact, factor);
  profile.total_ticks *= factor;
  profile.unattributed_ticks *= factor;
  profile.missing_ticks *= factor;
}

void AverageRuns(Profile& sum, std::size_t runs) {
  if (runs < 2) return;
  ScaleTimes(sum, 1 / static_cast<double>(runs));
  for (std::uint64_t& calls : sum.calls) calls = RoundedShare(calls, runs);
  for (std::uint64_t& calls : sum.self_calls) calls = RoundedShare(calls, runs);
  for (Arc& arc : sum.arcs) arc.count = RoundedShare(arc.count, runs);
}

}  // namespace profdiff

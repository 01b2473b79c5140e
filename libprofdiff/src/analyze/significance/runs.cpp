// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/analyze/significance/runs_test.cpp.
#include <algorithm>
#include <cmath>

#include "profdiff/profile.h"

namespace profdiff {
namespace {

// At least 1 of what there is at all: a function that one run in many called was called.
std::uint64_t RoundedShare(std::uint64_t sum, std::uint64_t parts) {
  if (sum != 0 && sum < parts) return 1;
  const std::uint64_t rest = sum % parts;
  return sum / parts + (rest >= parts - rest ? 1 : 0);
}

constexpr double kRounding = 1e-6;  // of quotients that would be whole

// The sampling of one run: ticks per sample, and samples per function.
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
    has_samples_ = samples > 0 && ticks > 0 && least == 0;  // below 0: a difference already
    if (has_samples_) ticks_ = squares > 0 ? squares / ticks : ticks / samples;
  }

  TimesOf Kind() const {
    const bool has_times = std::ranges::any_of(profile_.self_ticks, [](double ticks) { return ticks != 0; });
    if (has_samples_ || !has_times) return TimesOf::kSamples;
    return profile_.calls_known ? TimesOf::kCounts : TimesOf::kSums;
  }
  bool IsWeighted() const { return profile_.exact && !profile_.exact->squares.empty(); }

  // Samples a second; 0 where times are sums without samples.
  double Rate() const { return has_samples_ ? profile_.rate / ticks_ : 0; }
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
  // Samples of unequal weights say as much as fewer of one weight would.
  double Effective(std::size_t f, const std::vector<double>& ticks, const std::vector<std::uint64_t>& samples,
                   const std::vector<double>& squares) const {
    if (!has_samples_) return 0;
    if (squares.empty()) return static_cast<double>(samples[f]);
    return squares[f] > 0 ? std::floor(ticks[f] * ticks[f] / squares[f] + kRounding) : 0;
  }

  const Profile& profile_;
  double ticks_ = 1;  // of a sample
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
    table.kind = std::max(table.kind, counter.Kind());
    table.is_weighted = table.is_weighted || counter.IsWeighted();
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
}

void AverageRuns(Profile& sum, std::size_t runs) {
  if (runs < 2) return;
  ScaleTimes(sum, 1 / static_cast<double>(runs));
  for (std::uint64_t& calls : sum.calls) calls = RoundedShare(calls, runs);
  for (std::uint64_t& calls : sum.self_calls) calls = RoundedShare(calls, runs);
  for (Arc& arc : sum.arcs) arc.count = RoundedShare(arc.count, runs);
}

}  // namespace profdiff

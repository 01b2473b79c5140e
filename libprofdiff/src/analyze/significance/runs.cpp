// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/analyze/significance/runs_test.cpp.
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

// What a run says of chance: how many ticks one of its samples weighs, and how many samples a function has. Samples of
// unequal weights say as much as fewer of one weight would: (sum of weights)^2 / sum of squares.
class SampleCounter {
 public:
  explicit SampleCounter(const Profile& profile) : profile_(profile) {
    if (!profile.exact) return;
    double ticks = 0, squares = 0, samples = 0;
    for (std::size_t f = 0; f < profile.exact->samples.size(); ++f) {
      ticks += std::abs(profile.self_ticks[f]);
      squares += profile.exact->squares.empty() ? 0 : profile.exact->squares[f];
      samples += static_cast<double>(profile.exact->samples[f]);
    }
    if (ticks > 0) ticks_ = squares > 0 ? squares / ticks : ticks / samples;
    has_samples_ = samples > 0;
  }

  // Samples a second; 0 where times are sums without samples.
  double Rate() const { return has_samples_ && ticks_ > 0 ? profile_.rate / ticks_ : 0; }
  double SamplesOf(std::size_t f) const {
    if (!profile_.exact) return profile_.self_ticks[f];
    if (!has_samples_) return 0;
    const ExactTimes& exact = *profile_.exact;
    if (exact.squares.empty()) return static_cast<double>(exact.samples[f]);
    const double ticks = profile_.self_ticks[f];
    return exact.squares[f] > 0 ? std::floor(ticks * ticks / exact.squares[f] + kRounding) : 0;
  }

 private:
  const Profile& profile_;
  double ticks_ = 1;  // of a sample
  bool has_samples_ = true;
};

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
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const Profile& profile = runs[run];
    const SampleCounter counter(profile);
    table.rates.push_back(counter.Rate());
    table.samples_per_second += counter.Rate();
    for (std::size_t f = 0; f < table.functions; ++f) {
      const double ticks = profile.self_ticks[f];
      table.seconds[f * table.runs + run] = profile.rate > 0 ? profile.Seconds(ticks) : 0;
      table.calls[f * table.runs + run] = profile.calls[f];
      table.samples[f] += counter.SamplesOf(f);
      table.total_samples += counter.SamplesOf(f);
    }
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

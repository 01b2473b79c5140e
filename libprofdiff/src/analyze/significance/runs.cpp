// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/analyze/significance/runs_test.cpp.
#include "profdiff/profile.h"

namespace profdiff {
namespace {

// At least 1 of what there is at all: a function that one run in many called was called.
std::uint64_t RoundedShare(std::uint64_t sum, std::uint64_t parts) {
  if (sum != 0 && sum < parts) return 1;
  const std::uint64_t rest = sum % parts;
  return sum / parts + (rest >= parts - rest ? 1 : 0);
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
    table.rates.push_back(profile.rate);
    table.samples_per_second += profile.rate;
    for (std::size_t f = 0; f < table.functions; ++f) {
      const double ticks = profile.self_ticks[f];
      table.seconds[f * table.runs + run] = profile.rate > 0 ? profile.Seconds(ticks) : 0;
      table.calls[f * table.runs + run] = profile.calls[f];
      table.samples[f] += ticks;
      table.total_samples += ticks;
    }
  }
  return table;
}

void ScaleTimes(Profile& profile, double factor) {
  for (double& ticks : profile.self_ticks) ticks *= factor;
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

// SPDX-License-Identifier: GPL-3.0-or-later
// How a run compares with one on fewer processors. Source: POP's efficiencies.
// Tests: tests/unit/load/measurements_test.cpp.
#include <algorithm>

#include "profdiff/error.h"
#include "profdiff/properties.h"

namespace profdiff {
namespace {

double UsefulTime(const Measurements& run) {
  const std::optional<std::size_t> metric = run.FindMetric("useful");
  double sum = 0;
  for (const Context& context : run.contexts) {
    if (metric && context.region == run.phase) sum += context.values[*metric];
  }
  if (sum > 0) return sum;
  const std::string path = run.inputs.empty() ? "" : run.inputs.front();
  throw Error(ErrorCode::kIncompatible,
              path + ": shows no useful time, as traces do: --reference needs it of both runs", path);
}

}  // namespace

void AddScaling(Measurements& run, const Measurements& reference) {
  const double scaling = UsefulTime(reference) / UsefulTime(run);
  const auto parallel = std::ranges::find(run.efficiencies, "parallelEfficiency", &Efficiency::name);
  const double efficiency = parallel == run.efficiencies.end() ? 1 : parallel->value;
  run.efficiencies.push_back({"computationScaling", scaling});
  run.efficiencies.push_back({"globalEfficiency", scaling * efficiency});
}

}  // namespace profdiff

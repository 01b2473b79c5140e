// SPDX-License-Identifier: GPL-3.0-or-later
// Computes those efficiencies of the POP project's model that need only metrics: the load balance of a run, and its
// scaling relative to a reference run on fewer processors.
// Tests: tests/unit/load/measurements_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

// Totals of the phase over all locations; nullopt if the recording lacks the metric, or if the metric's sum is 0.
struct Work {
  std::optional<double> seconds, instructions, cycles;

  std::optional<double> Ipc() const { return Ratio(instructions, cycles); }
  std::optional<double> Frequency() const { return Ratio(cycles, seconds); }

  static std::optional<double> Ratio(std::optional<double> part, std::optional<double> whole) {
    return part && whole ? std::optional(*part / *whole) : std::nullopt;
  }
};

// Returns the total of the first of these metrics that has a positive total. Counters have different names in perf, in
// perf for user code only (suffix _u), and in PAPI.
std::optional<double> TotalOf(const Measurements& run, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const std::optional<std::size_t> metric = run.FindMetric(name);
    if (!metric) continue;
    double sum = 0;
    for (const Context& context : run.contexts) {
      if (context.region == run.phase) sum += context.values[*metric];
    }
    if (sum > 0 && std::isfinite(sum)) return sum;
  }
  return std::nullopt;
}

Work WorkOf(const Measurements& run) {
  return {TotalOf(run, {"useful"}), TotalOf(run, {"instructions", "instructions_u", "PAPI_TOT_INS"}),
          TotalOf(run, {"cycles", "cycles_u", "PAPI_TOT_CYC"})};
}

void RequireWork(const Measurements& run, const Work& work) {
  if (work.seconds || work.instructions) return;
  const std::string path = run.inputs.empty() ? "" : run.inputs.front();
  throw Error(ErrorCode::kIncompatible, "has neither useful time, which traces have, nor instructions", path, {},
              {RemedyKind::kCompareScaling, {}});
}

std::optional<double> EfficiencyOf(const Measurements& run, std::string_view name) {
  const auto found = std::ranges::find(run.efficiencies, name, &Efficiency::name);
  return found == run.efficiencies.end() ? std::nullopt : std::optional(found->value);
}

void Add(Measurements& run, const char* name, std::optional<double> value) {
  if (value) run.efficiencies.push_back({name, *value});
}

}  // namespace

void AddLoadBalance(Measurements& run) {
  const std::optional<std::size_t> metric = run.FindMetric("useful");
  if (!metric || EfficiencyOf(run, "loadBalance")) return;
  double sum = 0, most = 0;
  std::size_t locations = 0;
  for (const Context& context : run.contexts) {
    const double useful = context.values[*metric];
    if (context.region != run.phase || std::isnan(useful)) continue;
    sum += useful;
    most = std::max(most, useful);
    ++locations;
  }
  if (locations < 2 || most <= 0) return;
  run.efficiencies.push_back({"loadBalance", sum / static_cast<double>(locations) / most});
}

// Useful time = instructions / (IPC * frequency), so computation scaling is the product of instruction, IPC and
// frequency scaling. Global efficiency is computation scaling times parallel efficiency. Values below 1 are losses.
void AddScaling(Measurements& run, const Measurements& reference) {
  const Work own = WorkOf(run), other = WorkOf(reference);
  RequireWork(run, own);
  RequireWork(reference, other);
  const std::optional<double> scaling = Work::Ratio(other.seconds, own.seconds);
  const std::optional<double> parallel = EfficiencyOf(run, "parallelEfficiency");
  Add(run, "computationScaling", scaling);
  Add(run, "globalEfficiency", scaling && parallel ? std::optional(*scaling * *parallel) : std::nullopt);
  Add(run, "instructionScaling", Work::Ratio(other.instructions, own.instructions));
  Add(run, "ipcScaling", Work::Ratio(own.Ipc(), other.Ipc()));
  Add(run, "frequencyScaling", Work::Ratio(own.Frequency(), other.Frequency()));
}

}  // namespace profdiff

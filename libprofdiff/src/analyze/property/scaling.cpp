// SPDX-License-Identifier: GPL-3.0-or-later
// Computes those efficiencies of the POP project's model that need only metrics: the load balance of a run, what its
// counters say, and its scaling relative to a reference run on fewer processors.
// Tests: tests/unit/load/measurements_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

// Names of the instructions and of the cycles that one tool counts: perf, perf in user code, PAPI, and likwid for
// processors of Intel and of AMD.
struct CounterNames {
  std::string_view instructions, cycles;
};
constexpr CounterNames kCounters[] = {{"instructions", "cycles"},
                                      {"instructions_u", "cycles_u"},
                                      {"PAPI_TOT_INS", "PAPI_TOT_CYC"},
                                      {"INSTR_RETIRED_ANY", "CPU_CLK_UNHALTED_CORE"},
                                      {"RETIRED_INSTRUCTIONS", "CPU_CLOCKS_UNHALTED"},
                                      {"RETIRED_INSTRUCTIONS", "ACTUAL_CPU_CLOCK"}};

// Totals of the phase over all locations; nullopt if the recording lacks the metric, or if the metric's sum is 0.
struct Work {
  std::optional<double> seconds;  // useful time
  std::optional<double> busy;     // seconds on the processor in which the cycles were counted
  std::optional<double> instructions, cycles;

  std::optional<double> Ipc() const { return Ratio(instructions, cycles); }
  std::optional<double> Frequency() const { return Ratio(cycles, busy); }

  static std::optional<double> Ratio(std::optional<double> part, std::optional<double> whole) {
    return part && whole ? std::optional(*part / *whole) : std::nullopt;
  }
};

// Returns the values of a metric in the phase, by location.
std::vector<double> ValuesOf(const Measurements& run, std::string_view name) {
  std::vector<double> values;
  const std::optional<std::size_t> metric = run.FindMetric(name);
  for (const Context& context : run.contexts) {
    if (metric && context.region == run.phase && !std::isnan(context.values[*metric])) {
      values.push_back(context.values[*metric]);
    }
  }
  return values;
}

// Returns the sum of a metric; nullopt unless it is positive and each location of the phase has a value.
std::optional<double> TotalOf(const Measurements& run, std::string_view name) {
  const std::vector<double> values = ValuesOf(run, name);
  const auto locations = std::ranges::count(run.contexts, run.phase, &Context::region);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (values.size() != static_cast<std::size_t>(locations) || sum <= 0 || !std::isfinite(sum)) return std::nullopt;
  return sum;
}

// Returns the names that the run uses: those of the first tool that counted both, otherwise of one that counted
// instructions.
CounterNames NamesOf(const Measurements& run) {
  CounterNames names = {};
  for (const CounterNames& each : kCounters) {
    const bool has_instructions = TotalOf(run, each.instructions).has_value();
    if (has_instructions && TotalOf(run, each.cycles)) return each;
    if (has_instructions && names.instructions.empty()) names = each;
  }
  return names;
}

// Time that perf counts on the processor includes the kernel, whose cycles are not among those of user code.
Work WorkOf(const Measurements& run) {
  const CounterNames names = NamesOf(run);
  Work work{TotalOf(run, "useful"), {}, TotalOf(run, names.instructions), TotalOf(run, names.cycles)};
  work.busy = work.seconds || names.cycles == "cycles_u" ? work.seconds : TotalOf(run, "busy");
  return work;
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

// Returns the mean of a metric over the locations of the phase, divided by its largest value.
std::optional<double> MeanOverMax(const Measurements& run, std::string_view name) {
  const std::vector<double> values = ValuesOf(run, name);
  const std::optional<double> sum = TotalOf(run, name);
  if (!sum || values.size() < 2) return std::nullopt;
  return *sum / static_cast<double>(values.size()) / std::ranges::max(values);
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

void AddCounterEfficiencies(Measurements& run) {
  std::erase_if(run.efficiencies, [](const Efficiency& efficiency) {
    return efficiency.name == "ipc" || efficiency.name == "frequency" || efficiency.name == "instructionBalance";
  });
  const Work work = WorkOf(run);
  constexpr double kNanoseconds = 1e9;
  Add(run, "ipc", work.Ipc());
  Add(run, "frequency", Work::Ratio(work.Frequency(), kNanoseconds));
  Add(run, "instructionBalance", MeanOverMax(run, NamesOf(run).instructions));
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes observations from a profile. A profile is one run, so it has one value for each time and each number of calls
// of a function.
// Tests: tests/unit/analyze/observe/observe_test.cpp.
#include <algorithm>
#include <array>

#include "analyze/observe/metrics.h"
#include "profdiff/image.h"
#include "profdiff/models.h"
#include "profdiff/profile.h"
#include "values/loading_traces.h"
#include "values/observation_builder.h"

namespace profdiff {
namespace {

// Returns the sampling period in seconds; 0 if times are not sampled.
double PeriodOf(const Profile& profile) {
  const RunTable runs = MakeRunTable({&profile, 1});
  return runs.kind == TimesOf::kSamples && runs.samples_per_second > 0 ? 1 / runs.samples_per_second : 0;
}

std::vector<double> InclusiveTimes(const FunctionTable& functions, const Profile& profile) {
  // An empty selection of the right size selects every function: models must not depend on options for listings.
  Selection all;
  all.bits.resize(functions.size());
  const CallGraph graph = MakeCallGraph(profile, all);
  std::vector<double> times;
  for (const Propagated& function : graph.functions) {
    const double ticks = function.own_ticks + function.child_ticks;
    times.push_back(profile.rate > 0 ? profile.Seconds(ticks) : 0);
  }
  return times;
}

}  // namespace

void RequireKnownMetrics(const std::vector<std::string>& metrics) {
  constexpr std::array<std::string_view, 5> kKnown = {"time", "self", "mpi", "compute", "calls"};
  for (const std::string& metric : metrics) {
    if (std::ranges::find(kKnown, metric) != kKnown.end()) continue;
    throw Error(
        ErrorCode::kBadArgument,
        "'" + metric + "' is not a metric of traces and profiles: they have time, self, mpi, compute and calls");
  }
}

Observations ObserveProfile(const FunctionTable& functions, const Profile& profile, const ParameterValues& at,
                            const ObservationOptions& options) {
  RequireKnownMetrics(options.metrics);
  if (at.empty())
    throw Error(ErrorCode::kBadArgument, "a profile without parameters", {}, {}, {RemedyKind::kGiveParameters, {}});
  if (options.by != ObservationOptions::By::kFunction) {
    throw Error(ErrorCode::kUnsupported, "the callers of functions are told apart only in traces of calls");
  }
  const auto wants = [&](std::string_view metric) {
    return std::ranges::find(options.metrics, metric) != options.metrics.end();
  };
  const double period = PeriodOf(profile);
  const std::string unit = profile.dimension == "seconds" ? "s" : profile.dimension;
  std::vector<double> inclusive;
  if (wants("time") && profile.has_histogram) inclusive = InclusiveTimes(functions, profile);
  ObservationBuilder builder;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const std::string name(functions[FunctionId(f)].name);
    const double calls = static_cast<double>(profile.calls[f] + profile.self_calls[f]);
    const double self = profile.rate > 0 ? profile.Seconds(profile.self_ticks[f]) : 0;
    const double total = inclusive.empty() ? 0 : inclusive[f];
    // Leaves out a function that did not run. LoadObservations adds an observation of 0 if the function ran in another
    // run of the same point.
    if (calls == 0 && self == 0 && total == 0) continue;
    if (!inclusive.empty()) builder.Add(name, "time", at, {&total, 1}, period, unit);
    if (wants("self") && profile.has_histogram) builder.Add(name, "self", at, {&self, 1}, period, unit);
    if (wants("calls") && profile.calls_known) builder.Add(name, "calls", at, {&calls, 1});
  }
  return builder.Take();
}

}  // namespace profdiff

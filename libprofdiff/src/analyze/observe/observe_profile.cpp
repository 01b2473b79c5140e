// SPDX-License-Identifier: GPL-3.0-or-later
// Makes observations from a profile. A profile is one run, so it has one value for each time and each number of calls
// of a function.
// Tests: tests/unit/analyze/observe/observe_test.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "analyze/observe/metrics.h"
#include "profdiff/image.h"
#include "profdiff/models.h"
#include "profdiff/profile.h"
#include "values/loading_traces.h"
#include "values/observation_builder.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

// Returns the sampling period in seconds; 0 if times are not sampled.
double PeriodOf(const Profile& profile) {
  const RunTable runs = MakeRunTable({&profile, 1});
  return runs.kind == TimesOf::kSamples && runs.samples_per_second > 0 ? 1 / runs.samples_per_second : 0;
}

CallGraph GraphOf(const FunctionTable& functions, const Profile& profile) {
  // An empty selection of the right size selects every function: models must not depend on options for listings.
  Selection all;
  all.bits.resize(functions.size());
  return MakeCallGraph(profile, all);
}

// Adds what was measured of functions, or of functions below certain callers.
class ProfileObserver {
 public:
  ProfileObserver(const FunctionTable& functions, const Profile& profile, const ParameterValues& at,
                  const std::vector<std::string>& metrics)
      : functions_(functions),
        profile_(profile),
        at_(at),
        wants_time_(Wants(metrics, "time") && profile.has_histogram),
        wants_self_(Wants(metrics, "self") && profile.has_histogram),
        wants_calls_(Wants(metrics, "calls") && profile.calls_known),
        period_(PeriodOf(profile)),
        unit_(profile.dimension == "seconds" ? "s" : profile.dimension) {}

  void AddFunctions() {
    std::vector<Propagated> graph;
    if (wants_time_) graph = GraphOf(functions_, profile_).functions;
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      const double calls = static_cast<double>(profile_.calls[f] + profile_.self_calls[f]);
      const double total = graph.empty() ? 0 : Value(graph[f].own_ticks + graph[f].child_ticks);
      Add(f, {}, {total, Value(profile_.self_ticks[f]), calls});
    }
  }

  // The graph of a profile without stacks divides the time of a function among its callers. A function without callers
  // keeps its time.
  void AddCallers() {
    if (wants_self_ && profile_.exact && !profile_.exact->arc_self_known) {
      throw Error(ErrorCode::kUnsupported, "the self time of a function is not known by caller in this profile");
    }
    const CallGraph graph = GraphOf(functions_, profile_);
    std::vector<bool> has_caller(functions_.size());
    for (const Arc& arc : profile_.arcs) {
      const ArcTime time = graph.TimeOf(arc);
      const double calls = static_cast<double>(arc.count);
      Add(arc.callee.value, {NameOf(arc.caller.value)}, {Value(time.Total()), Value(time.self), calls});
      if (arc.caller != arc.callee) has_caller[arc.callee.value] = true;
    }
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (has_caller[f]) continue;
      const Propagated& function = graph.functions[f];
      const double calls = static_cast<double>(profile_.calls[f]);
      Add(f, {}, {Value(function.own_ticks + function.child_ticks), Value(profile_.self_ticks[f]), calls});
    }
  }

  // Adds the callers or the paths of stacks.
  void AddStacks(const ScaledContexts& contexts, bool has_paths) {
    const ContextTree& tree = *contexts.tree;
    std::vector<double> sums(tree.size() + 1);  // of the self ticks of the nodes before each node
    for (std::size_t n = 0; n < tree.size(); ++n) sums[n + 1] = sums[n] + static_cast<double>(tree.self[n]);
    const std::vector<std::uint32_t> parents = ParentsOf(tree.end);
    std::map<std::pair<std::size_t, std::vector<std::string>>, Figures> found;
    std::vector<const Figures*> of_node(tree.size());
    for (std::uint32_t n = 0; n < tree.size(); ++n) {
      Figures& figures = found[{tree.function[n].value, CallersOf(tree, parents, n, has_paths)}];
      of_node[n] = &figures;
      // A recursive call is part of the outermost one below the same caller.
      bool is_outermost = true;
      for (std::uint32_t above = parents[n]; above != kNoParent && is_outermost; above = parents[above]) {
        is_outermost = of_node[above] != &figures;
      }
      if (is_outermost) figures.total += (sums[tree.end[n]] - sums[n]) * contexts.scale;
      figures.self += static_cast<double>(tree.self[n]) * contexts.scale;
      if (!tree.calls.empty()) figures.calls += static_cast<double>(tree.calls[n]);
    }
    for (const auto& [key, figures] : found) Add(key.first, key.second, figures);
  }

  Observations Take() { return builder_.Take(); }

 private:
  struct Figures {
    double total = 0, self = 0, calls = 0;
  };

  static bool Wants(const std::vector<std::string>& metrics, std::string_view metric) {
    return std::ranges::find(metrics, metric) != metrics.end();
  }

  double Value(double ticks) const { return profile_.rate > 0 ? profile_.Seconds(ticks) : 0; }
  std::string NameOf(std::size_t function) const { return std::string(functions_[FunctionId(function)].name); }

  // Returns the caller of a node, or all its callers, the outermost first.
  std::vector<std::string> CallersOf(const ContextTree& tree, const std::vector<std::uint32_t>& parents,
                                     std::uint32_t node, bool has_paths) const {
    std::vector<std::string> callers;
    for (std::uint32_t above = parents[node]; above != kNoParent; above = parents[above]) {
      callers.push_back(NameOf(tree.function[above].value));
      if (!has_paths) break;
    }
    std::ranges::reverse(callers);
    return callers;
  }

  // Leaves out what did not run. LoadObservations adds an observation of 0 if it ran in another run of the same point.
  void Add(std::size_t function, const std::vector<std::string>& callers, const Figures& figures) {
    const auto& [total, self, calls] = figures;
    if (calls == 0 && self == 0 && total == 0) return;
    const std::string name = NameOf(function);
    if (wants_time_) builder_.Add(name, "time", at_, {&total, 1}, period_, unit_, callers);
    if (wants_self_) builder_.Add(name, "self", at_, {&self, 1}, period_, unit_, callers);
    if (wants_calls_) builder_.Add(name, "calls", at_, {&calls, 1}, 0, "", callers);
  }

  const FunctionTable& functions_;
  const Profile& profile_;
  const ParameterValues& at_;
  const bool wants_time_, wants_self_, wants_calls_;
  const double period_;
  const std::string unit_;
  ObservationBuilder builder_;
};

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
                            const ObservationOptions& options, const ScaledContexts& contexts) {
  using By = ObservationOptions::By;
  RequireKnownMetrics(options.metrics);
  if (at.empty())
    throw Error(ErrorCode::kBadArgument, "a profile without parameters", {}, {}, {RemedyKind::kGiveParameters, {}});
  ProfileObserver observer(functions, profile, at, options.metrics);
  if (options.by == By::kFunction) {
    observer.AddFunctions();
  } else if (contexts.tree) {
    observer.AddStacks(contexts, options.by == By::kPath);
  } else if (options.by == By::kCaller) {
    observer.AddCallers();
  } else {
    throw Error(ErrorCode::kUnsupported,
                "this profile has no stacks: its functions have callers, but no paths of calls");
  }
  return observer.Take();
}

}  // namespace profdiff

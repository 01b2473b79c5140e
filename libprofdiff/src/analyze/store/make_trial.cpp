// SPDX-License-Identifier: GPL-3.0-or-later
// Makes trials from executions. Seconds are stored for queries and histories. If ticks cannot be computed exactly from
// the seconds and the period, they are stored as well, so that differences between trials equal the differences between
// the original files.
// Test: tests/cli/db/run.py.
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "analyze/store/metrics.h"
#include "base/seeded_hash.h"
#include "base/utf8.h"
#include "profdiff/image.h"
#include "profdiff/store.h"
#include "values/finding_rows.h"
#include "values/index_of.h"
#include "values/loading_stacks.h"
#include "values/loading_trials.h"
#include "values/region_path.h"
#include "values/state_names.h"
#include "values/stored_details.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

// Adds functions and metrics to a trial; metrics are in order of first use.
class TrialMaker {
 public:
  explicit TrialMaker(StoredTrial& trial) : trial_(trial) {
    for (std::size_t i = 0; i < trial.metrics.size(); ++i) metrics_[trial.metrics[i]] = i;
  }

  std::uint32_t AddFunction(StoredFunction function) {
    // Stores contain only UTF-8, but names in files are arbitrary bytes. Functions whose stored strings are all equal
    // are distinguished by a serial number, which is still 0 here.
    function.name = AsUtf8(function.name);
    function.file = AsUtf8(function.file);
    function.image = AsUtf8(function.image);
    function.unit = AsUtf8(function.unit);
    function.number = equal_[function]++;
    trial_.functions.push_back(std::move(function));
    return static_cast<std::uint32_t>(trial_.functions.size() - 1);
  }

  void Add(StoredRun& run, std::uint32_t function, std::string_view metric, double value) {
    if (!std::isfinite(value)) {
      throw Error(ErrorCode::kBadArgument, trial_.functions[function].name + ": " + std::string(metric) +
                                               " is not a finite number, and cannot be stored");
    }
    auto found = metrics_.find(metric);
    if (found == metrics_.end()) {
      found = metrics_.emplace(metric, trial_.metrics.size()).first;
      trial_.metrics.emplace_back(metric);
    }
    run.values.push_back({function, static_cast<std::uint32_t>(found->second), value});
  }
  void AddUnlessZero(StoredRun& run, std::uint32_t function, std::string_view metric, double value) {
    if (value != 0) Add(run, function, metric, value);
  }

 private:
  StoredTrial& trial_;
  std::map<std::string, std::size_t, std::less<>> metrics_;
  std::map<StoredFunction, std::int64_t> equal_;  // number of functions with equal strings so far
};

std::uint32_t KindOf(const Function& function) {
  return (function.is_static ? kStaticKind : 0) + (function.is_function ? 0 : kLabelKind) +
         (function.is_file ? kFileKind : 0) + (function.is_extra ? kExtraKind : 0);
}

void AddTable(TrialMaker& maker, StoredTrial& trial, const FunctionTable& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Function& function = table.functions[i];
    const std::string unit(table.UnitName(function));
    const std::uint32_t f = maker.AddFunction({std::string(function.name), std::string(table.FilePath(FunctionId(i))),
                                               table.units_are_images ? unit : "", table.units_are_images ? "" : unit});
    SetDetails(trial, f, {function.line, KindOf(function)});
  }
}

// Returns a run with the properties of the whole profile and the data needed to restore ticks from seconds.
StoredRun RunOf(const Profile& profile, const FunctionTable& table) {
  StoredRun run;
  run.period = profile.rate > 0 ? 1 / profile.rate : 0;
  run.unit = AsUtf8(profile.dimension);
  run.total = profile.total_ticks;
  run.outside = profile.unattributed_ticks;
  run.scale = profile.scale;
  run.flags = (profile.has_histogram ? StoredRun::kHasTimes : 0) | (profile.has_arcs ? StoredRun::kHasArcs : 0) |
              (profile.calls_known ? StoredRun::kKnowsCalls : 0) | (profile.exact ? StoredRun::kIsExact : 0) |
              (table.units_are_images ? StoredRun::kUnitsAreImages : 0);
  if (profile.origin) {
    run.event = AsUtf8(profile.origin->event);
    run.format = AsUtf8(profile.origin->format);
    run.samples = static_cast<std::int64_t>(profile.origin->samples);
  }
  return run;
}

void AddExact(TrialMaker& maker, StoredRun& run, const ExactTimes& exact, std::uint32_t f) {
  // Stores no zeros, as a missing value is read back as 0.
  maker.AddUnlessZero(run, f, kInclusiveMetric, exact.total_ticks[f] * run.period);
  const auto add = [&](std::string_view metric, const auto& values) {
    if (!values.empty()) maker.AddUnlessZero(run, f, metric, static_cast<double>(values[f]));
  };
  add(kEndingMetric, exact.samples);
  add(kTotalSamplesMetric, exact.total_samples);
  add(kSquaresMetric, exact.squares);
  add(kTotalSquaresMetric, exact.total_squares);
}

void AddRun(TrialMaker& maker, StoredTrial& trial, const Profile& profile, const FunctionTable& table, bool is_first) {
  StoredRun run = RunOf(profile, table);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto f = static_cast<std::uint32_t>(i);
    const double ticks = profile.self_ticks[i], seconds = ticks * run.period;
    // The first run gets a value for every function, as a function without any value would be missing from the store.
    if (is_first || seconds != 0) maker.Add(run, f, kSelfMetric, seconds);
    // Stores ticks only if TicksOf() would restore another value from the seconds.
    if (TicksOf(seconds, run.period) != ticks) maker.Add(run, f, kTicksMetric, ticks);
    maker.AddUnlessZero(run, f, kCallsMetric, static_cast<double>(profile.calls[i]));
    maker.AddUnlessZero(run, f, kSelfCallsMetric, static_cast<double>(profile.self_calls[i]));
    if (profile.exact) AddExact(maker, run, *profile.exact, f);
  }
  for (std::size_t a = 0; a < profile.arcs.size(); ++a) {
    const Arc& arc = profile.arcs[a];
    // Skips FunctionTable::indirect, which is not a row of the table.
    if (arc.caller.value >= table.size() || arc.callee.value >= table.size()) continue;
    const double seconds = profile.exact ? profile.exact->arcs[a].total * run.period : 0;
    run.arcs.push_back({arc.caller.value, arc.callee.value, arc.count, seconds});
  }
  trial.runs.push_back(std::move(run));
}

// Returns the nodes in preorder with their depths, from which the tree can be restored.
StoredStacks StacksOf(const ContextTree& tree) {
  StoredStacks stacks{tree.stackless, tree.stackless_samples, {}};
  std::uint32_t depth = 0;
  const auto enter = [&](std::uint32_t node, std::uint32_t) {
    stacks.nodes.push_back({depth++, tree.function[node].value, tree.self[node],
                            tree.samples.empty() ? 0 : tree.samples[node],
                            tree.squares.empty() ? 0 : tree.squares[node]});
  };
  WalkTree(tree.end, enter, [&](std::uint32_t) { --depth; });
  return stacks;
}

void AddCalls(StoredRun& run, const Trace& trace, const FunctionTable& table) {
  HashMap<std::string_view, std::uint32_t> functions;
  for (std::size_t i = 0; i < table.size(); ++i) {
    functions.emplace(table.functions[i].name, static_cast<std::uint32_t>(i));
  }
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    for (std::size_t c = 0; c < calls.size(); ++c) {
      const auto found = functions.find(trace.names[calls.function[c].value]);
      if (found == functions.end()) continue;
      // Converts nanoseconds to seconds, the unit of all times in stores; the tracer's clock counts nanoseconds.
      run.invocations.push_back(
          {found->second, static_cast<double>(calls.start[c]) * 1e-9, static_cast<double>(calls.duration[c]) * 1e-9});
    }
  }
}

}  // namespace

StoredTrial MakeTrial(const LoadedExecution& execution) {
  StoredTrial trial;
  TrialMaker maker(trial);
  AddTable(maker, trial, *execution.functions);
  // Adds the runs of an execution individually if they are known, otherwise their sum.
  const std::span<const Profile> runs =
      execution.each.empty() ? std::span(&execution.profile, 1) : std::span(execution.each);
  for (const Profile& run : runs) AddRun(maker, trial, run, *execution.functions, trial.runs.empty());
  if (execution.image) trial.metadata.emplace_back("image", AsUtf8(execution.image->path));
  if (execution.contexts) trial.stacks = StacksOf(*execution.contexts);
  return trial;
}

// A trace has no number of samples, so the noise of a single run is unknown. Counts of calls are stored only for
// histories; differences do not use them.
StoredTrial MakeTrial(const Trace& trace, bool calls) {
  const TraceProfile counted = ProfileOfTrace(trace);
  const FunctionTable& table = counted.functions;
  const Profile profile =
      ProfileOfContexts(ContextsOfTrace(trace, table), table.size(), {"time", "seconds", 1e9, false, 0});
  StoredTrial trial;
  TrialMaker maker(trial);
  AddTable(maker, trial, table);
  AddRun(maker, trial, profile, table, true);
  StoredRun& run = trial.runs.front();
  for (std::size_t f = 0; f < table.size(); ++f) {
    const std::uint64_t count = counted.profile.calls[f] + counted.profile.self_calls[f];
    maker.AddUnlessZero(run, static_cast<std::uint32_t>(f), kCallsMetric, static_cast<double>(count));
  }
  if (calls) AddCalls(run, trace, table);
  return trial;
}

namespace {

StoredRegion StoredRegionOf(const Measurements& measurements, RegionId id) {
  const Region& region = measurements.regions[id.value];
  return {std::string(RegionKindName(region.kind)),
          AsUtf8(region.name),
          AsUtf8(region.image),
          AsUtf8(region.file),
          region.line,
          AsUtf8(region.callee),
          AsUtf8(region.data_structure),
          AsUtf8(RegionPath(measurements, id))};
}

StoredFinding StoredFindingOf(const Finding& finding) {
  const Location worst = finding.locations.empty() ? Location() : finding.locations.front().location;
  return {0,          0,           finding.severity, finding.confidence, finding.share, finding.lost, finding.leaf,
          worst.rank, worst.thread};
}

}  // namespace

StoredTrial MakeTrial(const Search& search) {
  StoredTrial trial = MakeTrial(search.findings, search.measurements);
  trial.metadata.emplace_back("stopped", SearchStopName(search.stopped));
  for (const SearchStep& step : search.steps) {
    const auto whole = [](std::size_t number) { return static_cast<std::int64_t>(number); };
    trial.runs.front().steps.push_back({whole(step.step), whole(step.run), step.tool, AsUtf8(step.command), step.kind,
                                        whole(step.hypotheses), whole(step.proved), whole(step.reused)});
  }
  return trial;
}

StoredTrial MakeTrial(const Findings& findings, const Measurements& measurements) {
  StoredTrial trial;
  TrialMaker maker(trial);
  FindingRows rows(trial);
  trial.runs.emplace_back();
  trial.runs.front().unit = "severity";
  std::map<std::uint32_t, std::uint32_t> functions;
  for (const Finding& finding : findings.properties) {
    // Stores regions as functions and properties as metrics, so that histories also work for them.
    const auto known = functions.find(finding.region.value);
    std::uint32_t f = 0;
    if (known != functions.end()) {
      f = known->second;
    } else {
      const Region& region = measurements.regions[finding.region.value];
      f = maker.AddFunction({region.name.empty() ? std::string(RegionKindName(region.kind)) : region.name, region.file,
                             region.image, PartOf(region)});
      functions.emplace(finding.region.value, f);
    }
    maker.Add(trial.runs.front(), f, AsUtf8(finding.name), finding.severity);
    rows.Add(trial.runs.front(), StoredRegionOf(measurements, finding.region),
             {AsUtf8(finding.name), AsUtf8(finding.refines), AsUtf8(finding.unit)}, StoredFindingOf(finding));
  }
  return trial;
}

// Stores the sum of several runs if it differs from the sum of the stored runs: gprof adds bins before it attributes
// them, which rounds differently.
void KeepSum(StoredTrial& trial, const Profile& sum) {
  if (trial.runs.size() < 2 || trial.functions.size() != sum.self_ticks.size() || trial.functions.empty()) return;
  // Restores the profile from the trial, as a reader of the store would, and compares it with the real sum.
  const Profile added = ProfilesOf({trial}).sum;
  TrialMaker maker(trial);
  StoredRun& run = trial.runs.front();
  for (std::size_t f = 0; f < sum.self_ticks.size(); ++f) {
    if (added.self_ticks[f] == sum.self_ticks[f]) continue;
    maker.Add(run, static_cast<std::uint32_t>(f), kSumTicksMetric, sum.self_ticks[f]);
  }
  if (added.total_ticks != sum.total_ticks) maker.Add(run, 0, kSumTotalMetric, sum.total_ticks);
  if (added.unattributed_ticks != sum.unattributed_ticks) {
    maker.Add(run, 0, kSumOutsideMetric, sum.unattributed_ticks);
  }
}

void AddRuns(StoredTrial& trial, const StoredTrial& more) {
  if (!trial.runs.empty() && !more.runs.empty() && trial.runs.front().unit != more.runs.front().unit) {
    throw Error(ErrorCode::kIncompatible,
                "runs in " + trial.runs.front().unit + " and in " + more.runs.front().unit + " cannot be in one trial");
  }
  // Drops the stacks: they are stored only for the sum of all runs, and the stacks of two trials cannot be added up.
  trial.stacks.reset();
  std::map<StoredFunction, std::uint32_t> known = IndicesOf(trial.functions);
  std::vector<std::uint32_t> to;
  for (std::size_t f = 0; f < more.functions.size(); ++f) {
    const std::size_t before = trial.functions.size();
    to.push_back(IndexOf(more.functions[f], known, trial.functions));
    if (to[f] == before && f < more.details.size()) SetDetails(trial, to[f], more.details[f]);
  }
  TrialMaker maker(trial);
  FindingRows rows(trial);
  for (StoredRun run : more.runs) {
    const std::vector<StoredValue> values = std::exchange(run.values, {});
    for (const StoredValue& value : values) {
      maker.Add(run, to[value.function], more.metrics[value.metric], value.value);
    }
    for (StoredArc& arc : run.arcs) arc = {to[arc.caller], to[arc.callee], arc.count, arc.seconds};
    for (StoredInvocation& call : run.invocations) call.function = to[call.function];
    for (const StoredFinding& finding : std::exchange(run.findings, {})) {
      rows.Add(run, more.regions[finding.region], more.properties[finding.property], finding);
    }
    trial.runs.push_back(std::move(run));
  }
}

}  // namespace profdiff

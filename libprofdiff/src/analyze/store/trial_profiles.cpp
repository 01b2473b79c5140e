// SPDX-License-Identifier: GPL-3.0-or-later
// Restores the profiles from which trials were made, so that differences between trials equal the differences between
// the original files. Functions of several trials are the same if all of their stored properties are equal.
// Tests: tests/cli/db/run.py.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "analyze/store/metrics.h"
#include "analyze/store/stored_stacks.h"
#include "base/seeded_hash.h"
#include "base/time_unit.h"
#include "profdiff/store.h"
#include "values/index_of.h"
#include "values/loading_trials.h"
#include "values/profile_sum.h"

namespace profdiff {
namespace {

constexpr double kMostCount = 0x1p63;  // larger numbers in a damaged store cannot be counts of calls

std::uint64_t CountOf(double value) { return value > 0 && value < kMostCount ? static_cast<std::uint64_t>(value) : 0; }

// Builds the function table of one or several trials.
class TableMaker {
 public:
  explicit TableMaker(bool units_are_images) {
    table_.units_are_images = units_are_images;
    table_.has_addresses = false;
  }

  // Adds the functions of a trial and returns their rows in the table.
  std::vector<std::uint32_t> Add(const StoredTrial& trial) {
    std::vector<std::uint32_t> rows;
    for (const StoredFunction& function : trial.functions) {
      const auto place = rows_.emplace(function, static_cast<std::uint32_t>(table_.size()));
      if (place.second) AddRow(function);
      rows.push_back(place.first->second);
    }
    for (std::size_t f = 0; f < std::min(rows.size(), trial.details.size()); ++f) {
      Describe(table_.functions[rows[f]], trial.details[f]);
    }
    return rows;
  }

  std::size_t size() const { return table_.size(); }
  FunctionTable Take() { return std::move(table_); }

 private:
  std::string_view Keep(const std::string& text) {
    table_.storage.push_back(std::make_shared<const std::string>(text));
    return *table_.storage.back();
  }

  static void Describe(Function& function, const StoredDetails& details) {
    function.line = details.line;
    function.is_static = (details.kind & kStaticKind) != 0;
    function.is_function = (details.kind & kLabelKind) == 0;
    function.is_file = (details.kind & kFileKind) != 0;
    function.is_extra = (details.kind & kExtraKind) != 0;
  }

  void AddRow(const StoredFunction& stored) {
    Function function;
    function.name = Keep(stored.name);
    // Sets increasing addresses, which keep the table in the stored order: stores have no addresses.
    function.address = function.end = table_.size() + 1;
    // A gprof profile has file symbols as units; other profiles have images.
    const std::string& unit = table_.units_are_images ? stored.image : stored.unit;
    if (!unit.empty()) {
      const auto place = units_.emplace(unit, table_.units.size());
      if (place.second) table_.units.push_back(Keep(unit));
      function.unit = UnitId(place.first->second);
    }
    if (!stored.file.empty()) function.file = SourceFileId(IndexOf(stored.file, files_, table_.files));
    table_.functions.push_back(function);
  }

  FunctionTable table_;
  std::map<StoredFunction, std::uint32_t> rows_;
  HashMap<std::string, std::size_t> units_, files_;
};

Profile Begin(const StoredRun& run, std::size_t functions) {
  Profile profile;
  profile.self_ticks.resize(functions);
  profile.calls.resize(functions);
  profile.self_calls.resize(functions);
  profile.total_ticks = run.total;
  profile.unattributed_ticks = run.outside;
  profile.rate = RateOf(run.period);
  profile.scale = run.scale;
  profile.dimension = run.unit;
  profile.abbreviation = run.unit.empty() ? ' ' : run.unit[0];
  profile.has_histogram = (run.flags & StoredRun::kHasTimes) != 0;
  profile.has_arcs = (run.flags & StoredRun::kHasArcs) != 0;
  profile.calls_known = (run.flags & StoredRun::kKnowsCalls) != 0;
  if ((run.flags & StoredRun::kIsExact) != 0) {
    profile.exact.emplace();
    profile.exact->total_ticks.resize(functions);
    profile.exact->arc_self_known = false;
  }
  if (!run.format.empty()) {
    profile.origin.emplace();
    profile.origin->format = run.format;
    profile.origin->event = run.event;
    profile.origin->events = {run.event};
    profile.origin->samples = static_cast<std::uint64_t>(std::max<std::int64_t>(run.samples, 0));
  }
  return profile;
}

void SetExact(ExactTimes& exact, std::string_view metric, std::uint32_t row, double value, double period,
              std::size_t functions) {
  const auto set = [&](auto& values, auto number) {
    values.resize(functions);
    values[row] = number;
  };
  if (metric == kInclusiveMetric) exact.total_ticks[row] = TicksOf(value, period);
  if (metric == kEndingMetric) set(exact.samples, CountOf(value));
  if (metric == kTotalSamplesMetric) set(exact.total_samples, CountOf(value));
  if (metric == kSquaresMetric) set(exact.squares, value);
  if (metric == kTotalSquaresMetric) set(exact.total_squares, value);
}

Profile ProfileOf(const StoredRun& run, const std::vector<std::string>& metrics, const std::vector<std::uint32_t>& rows,
                  std::size_t functions) {
  Profile profile = Begin(run, functions);
  for (const StoredValue& value : run.values) {
    const std::string& metric = metrics[value.metric];
    const std::uint32_t row = rows[value.function];
    if (metric == kSelfMetric) profile.self_ticks[row] = TicksOf(value.value, run.period);
    if (metric == kCallsMetric && profile.calls_known) profile.calls[row] = CountOf(value.value);
    if (metric == kSelfCallsMetric && profile.calls_known) profile.self_calls[row] = CountOf(value.value);
    if (profile.exact) SetExact(*profile.exact, metric, row, value.value, run.period, functions);
  }
  for (const StoredValue& value : run.values) {
    // Uses a second pass, because values can come in any order, and exact ticks must replace ticks computed from
    // seconds.
    if (metrics[value.metric] == kTicksMetric) profile.self_ticks[rows[value.function]] = value.value;
  }
  // Benchmarks have one time each, which is not stored twice.
  if (profile.exact && std::ranges::find(metrics, kInclusiveMetric) == metrics.end()) {
    profile.exact->total_ticks = profile.self_ticks;
  }
  // Zeros are not stored, so the vector of one kind of samples may be empty although the other is not. The empty vector
  // is then filled with zeros.
  if (profile.exact && !profile.exact->samples.empty()) profile.exact->total_samples.resize(functions);
  if (profile.exact && !profile.exact->total_samples.empty()) profile.exact->samples.resize(functions);
  for (const StoredArc& arc : run.arcs) {
    profile.arcs.push_back({FunctionId(rows[arc.caller]), FunctionId(rows[arc.callee]), arc.count});
    if (profile.exact) profile.exact->arcs.push_back({0, TicksOf(arc.seconds, run.period)});
  }
  return profile;
}

// Sets the stored sums, which replace the sums of the runs: adding up runs rounds differently.
void SetSum(const StoredTrial& trial, const std::vector<std::uint32_t>& rows, Profile& sum) {
  for (const StoredValue& value : trial.runs.front().values) {
    const std::string& metric = trial.metrics[value.metric];
    if (metric == kSumTicksMetric) sum.self_ticks[rows[value.function]] = value.value;
    if (metric == kSumTotalMetric) sum.total_ticks = value.value;
    if (metric == kSumOutsideMetric) sum.unattributed_ticks = value.value;
  }
}

bool IsOfProfile(const StoredRun& run) { return (run.flags & (StoredRun::kHasTimes | StoredRun::kHasArcs)) != 0; }

// Returns the unit of a metric: its own, which the metadata of an import names, or that of the run. The metrics `self`
// and `time` without a unit are in seconds.
std::string UnitOf(const StoredTrial& trial, const StoredRun& run, const std::string& metric) {
  for (const auto& [name, unit] : trial.metadata) {
    if (name == std::string(kUnitPrefix) + metric) return unit;
  }
  return run.unit.empty() ? "seconds" : run.unit;
}

// Turns the values of one metric into measured self times, which are also the inclusive times unless these are known.
// Times are converted to seconds.
void MakeMeasured(StoredRun& run, std::uint32_t metric, std::uint32_t inclusive, bool has_inclusive) {
  constexpr double kNanosecond = 1e-9;
  const double per_second = UnitsPerSecond(run.unit);
  if (per_second > 0) run.unit = "seconds";
  if (run.period <= 0) run.period = kNanosecond;
  run.flags |= StoredRun::kHasTimes | StoredRun::kIsExact;
  run.total = run.outside;
  const std::vector<StoredValue> values = std::exchange(run.values, {});
  for (StoredValue value : values) {
    const bool is_time = value.metric == metric || (has_inclusive && value.metric == inclusive);
    if (is_time && per_second > 0) value.value /= per_second;
    run.values.push_back(value);
    if (value.metric != metric) continue;
    run.total += TicksOf(value.value, run.period);
    if (!has_inclusive) run.values.push_back({value.function, inclusive, value.value});
  }
}

// Returns imported measurements as the trial of a profile whose times were measured, not sampled: their self times, or
// their times if they have no self times. Returns nullopt if they have neither.
std::optional<StoredTrial> ImportedProfile(const StoredTrial& trial) {
  const bool has_findings = std::ranges::any_of(trial.runs, [](const StoredRun& run) { return !run.findings.empty(); });
  const auto self = std::ranges::find(trial.metrics, kSelfMetric), end = trial.metrics.end();
  const auto time = std::ranges::find(trial.metrics, kInclusiveMetric);
  if (trial.runs.empty() || has_findings || (self == end && time == end)) return std::nullopt;
  StoredTrial made = trial;
  const auto used = static_cast<std::uint32_t>((self == end ? time : self) - trial.metrics.begin());
  const bool has_inclusive = self != end && time != end;
  const auto inclusive = static_cast<std::uint32_t>((has_inclusive ? time : end) - trial.metrics.begin());
  made.metrics[used] = kSelfMetric;
  if (!has_inclusive) made.metrics.emplace_back(kInclusiveMetric);
  const bool has_calls = std::ranges::find(trial.metrics, kCallsMetric) != end;
  for (StoredRun& run : made.runs) {
    run.unit = UnitOf(trial, run, trial.metrics[used]);
    run.format = "imported values";
    run.event = trial.metrics[used];
    if (has_calls) run.flags |= StoredRun::kKnowsCalls;
    MakeMeasured(run, used, inclusive, has_inclusive);
  }
  return made;
}

}  // namespace

Profile SumProfiles(const std::vector<Profile>& runs) {
  ProfileSum sum;
  for (const Profile& run : runs) sum.Add(run);
  return sum.Take();
}

TrialProfiles ProfilesOf(const std::vector<StoredTrial>& trials) {
  TrialProfiles made;
  std::vector<StoredTrial> imported;
  for (const StoredTrial& trial : trials) {
    if (!trial.runs.empty() && std::ranges::all_of(trial.runs, IsOfProfile)) continue;
    // Trials can also hold findings or other measurements, which have neither times nor arcs.
    std::optional<StoredTrial> profile = ImportedProfile(trial);
    if (!profile) {
      throw Error(ErrorCode::kMissingRecords, "not a profile", {}, Place::Named(trial.path.Text()),
                  {RemedyKind::kShowHistory, {}});
    }
    imported.push_back(std::move(*profile));
  }
  if (!imported.empty() && imported.size() == trials.size()) return ProfilesOf(imported);
  if (!imported.empty()) {
    throw Error(ErrorCode::kIncompatible, "imported values and profiles cannot be added up", {},
                Place::Named(imported.front().path.Text()));
  }
  TableMaker tables((trials.front().runs.front().flags & StoredRun::kUnitsAreImages) != 0);
  std::vector<std::vector<std::uint32_t>> rows;
  for (const StoredTrial& trial : trials) rows.push_back(tables.Add(trial));
  for (std::size_t t = 0; t < trials.size(); ++t) {
    std::vector<Profile> runs;
    for (const StoredRun& run : trials[t].runs) {
      runs.push_back(ProfileOf(run, trials[t].metrics, rows[t], tables.size()));
      RequireSame(made.runs.empty() ? runs.front() : made.runs.front(), runs.back());
    }
    if (trials.size() == 1) {
      made.runs = std::move(runs);
    } else {
      // Each of several trials is one observation: the mean of its runs.
      Profile mean = SumProfiles(runs);
      AverageRuns(mean, runs.size());
      made.runs.push_back(std::move(mean));
    }
  }
  made.functions = tables.Take();
  made.sum = SumProfiles(made.runs);
  // Stored sums and stacks are valid only for a single trial.
  if (trials.size() > 1) return made;
  SetSum(trials.front(), rows.front(), made.sum);
  if (const std::optional<StoredStacks>& stacks = trials.front().stacks) {
    made.contexts.tree = std::make_shared<const ContextTree>(RestoreContexts(*stacks, rows.front()));
    made.contexts.scale = trials.front().runs.front().period;
  }
  return made;
}

}  // namespace profdiff

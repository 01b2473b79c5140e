// SPDX-License-Identifier: GPL-3.0-or-later
// Reads metrics over all trials of an experiment. Functions of different trials are the same if their names are equal.
// If a trial has several functions with the same name, the names of their files and images (without directories)
// distinguish them.
// Tests: tests/unit/read/store/store_test.cpp, tests/cli/db/run.py.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/seeded_hash.h"
#include "base/text.h"
#include "profdiff/store.h"
#include "read/store/trials.h"
#include "values/store_file.h"
#include "values/store_metrics.h"

namespace profdiff {
namespace {

class SeriesReader {
 public:
  SeriesReader(Database& database, const std::vector<TrialEntry>& trials, const SeriesChoice& choice)
      : database_(database), trials_(trials), choice_(choice) {}

  std::vector<Series> Read(const TrialPath& experiment) {
    ReadRuns(experiment);
    choice_.functions.empty() ? ReadAll() : ReadChosen();
    NameFunctions();
    return Make();
  }

 private:
  struct Run {
    std::size_t trial;
    std::string unit;
  };

  // Reads the runs of all listed trials, by row id.
  void ReadRuns(const TrialPath& experiment) {
    std::map<std::string, std::size_t> places;
    for (std::size_t t = 0; t < trials_.size(); ++t) places[trials_[t].path.trial] = t;
    Statement runs(database_,
                   "select r.id, t.name, r.unit from application a join experiment e on e.application = a.id "
                   "join trial t on t.experiment = e.id join run r on r.trial = t.id where a.name = ? and e.name = ? "
                   "order by r.id");
    runs.Bind(1, experiment.application).Bind(2, experiment.experiment);
    while (runs.Step()) {
      const auto place = places.find(runs.Text(1));
      if (place != places.end()) runs_[runs.Whole(0)] = {place->second, runs.Text(2)};
    }
  }

  // Reads all functions with one search of the SQL index value_run for each run; the values of a run are adjacent in
  // this index.
  void ReadAll() {
    Statement rows(database_, "select function, metric, value from value where run = ?");
    for (const auto& [id, run] : runs_) {
      rows.Bind(1, id);
      while (rows.Step()) Add(rows.Whole(0), rows.Text(1), run, rows.Real(2));
    }
  }

  // Reads some functions through the SQL index value_function, without reading the values of other functions. Several
  // functions can have the same name.
  void ReadChosen() {
    Statement functions(database_, "select id from function where name = ?");
    Statement rows(database_, "select run, metric, value from value where function = ?");
    for (const std::string& name : choice_.functions) {
      functions.Bind(1, name);
      while (functions.Step()) {
        const std::int64_t function = functions.Whole(0);
        rows.Bind(1, function);
        while (rows.Step()) {
          const auto run = runs_.find(rows.Whole(0));
          if (run != runs_.end()) Add(function, rows.Text(1), run->second, rows.Real(2));
        }
      }
    }
  }

  bool IsWanted(const std::string& metric) const {
    if (choice_.metrics.empty()) return metric != kCallsMetric && !IsForDifferences(metric);
    return std::ranges::find(choice_.metrics, metric) != choice_.metrics.end();
  }

  // Adds a value to the mean over the runs of its trial. A function is present in a trial if it has any metric there;
  // if the requested metric is missing there, its value is 0, not unknown.
  void Add(std::int64_t function, const std::string& metric, const Run& run, double value) {
    std::vector<bool>& presence = presence_[function];
    presence.resize(trials_.size());
    presence[run.trial] = true;
    if (!IsWanted(metric)) return;
    std::vector<double>& values = values_[{function, metric}];
    values.resize(trials_.size());
    values[run.trial] += value / static_cast<double>(trials_[run.trial].runs);
    if (!units_.contains(metric)) units_.emplace(metric, UnitOf(metric, run));
  }

  // Returns the unit of a metric: its own, which the trial's metadata names, or that of all values of the run.
  std::string UnitOf(const std::string& metric, const Run& run) const {
    if (metric == kCallsMetric) return "calls";
    const std::string name = std::string(kUnitPrefix) + metric;
    for (const auto& [key, unit] : trials_[run.trial].metadata) {
      if (key == name) return unit;
    }
    return run.unit;
  }

  // Names are chosen over all trials together: a series must not change its name when a second function with that name
  // appears in a later trial.
  void NameFunctions() {
    Statement find(database_, "select name, file, image, unit, number from function where id = ?");
    std::map<std::int64_t, std::pair<std::string, std::string>> names;  // name, and base name of file or image
    // For each name, the number of functions with this name in each trial.
    std::map<std::string, std::vector<std::size_t>> counts;
    for (const auto& [id, presence] : presence_) {
      find.Bind(1, id);
      if (!find.Step()) database_.FailAsDamaged();
      const std::string name = find.Text(0), file = find.Text(1), image = find.Text(2), symbol_file = find.Text(3);
      const std::string& source = file.empty() ? symbol_file : file;
      std::string where(BaseName(source.empty() ? image : source));
      if (const std::int64_t number = find.Whole(4)) where += " " + std::to_string(number + 1);
      find.Reset();
      std::vector<std::size_t>& count = counts[name];
      count.resize(trials_.size());
      for (std::size_t t = 0; t < trials_.size(); ++t) count[t] += presence[t] ? 1 : 0;
      names.emplace(id, std::pair(name, where));
    }
    for (const auto& [id, name] : names) {
      const bool is_unique = std::ranges::all_of(counts[name.first], [](std::size_t count) { return count < 2; });
      names_[id] = is_unique || name.second.empty() ? name.first : name.first + " (" + name.second + ")";
    }
  }

  // Joins functions with the same name: a function that moved to another file, or was compiled into another image, is
  // one series.
  std::vector<Series> Make() {
    std::map<std::pair<std::string, std::string>, std::vector<double>> joined;  // by name and metric
    std::map<std::string, std::vector<bool>> presence;
    for (const auto& [id, is_there] : presence_) {
      std::vector<bool>& all = presence[names_[id]];
      all.resize(trials_.size());
      for (std::size_t t = 0; t < trials_.size(); ++t) all[t] = all[t] || is_there[t];
    }
    for (const auto& [key, values] : values_) {
      std::vector<double>& sum = joined[{names_[key.first], key.second}];
      sum.resize(trials_.size());
      for (std::size_t t = 0; t < trials_.size(); ++t) sum[t] += values[t];
    }
    std::vector<Series> made;
    for (const auto& [key, sums] : joined) {
      if (std::ranges::all_of(sums, [](double value) { return value == 0; })) continue;
      Series series{key.first, key.second, units_[key.second], {}};
      const std::vector<bool>& is_there = presence[key.first];
      for (std::size_t t = 0; t < trials_.size(); ++t) {
        series.values.push_back(is_there[t] ? std::optional(sums[t]) : std::nullopt);
      }
      made.push_back(std::move(series));
    }
    return made;
  }

  Database& database_;
  const std::vector<TrialEntry>& trials_;
  const SeriesChoice& choice_;
  std::map<std::int64_t, Run> runs_;
  HashMap<std::int64_t, std::vector<bool>> presence_;  // by function
  std::map<std::pair<std::int64_t, std::string>, std::vector<double>> values_;
  std::map<std::string, std::string> units_;  // by metric
  HashMap<std::int64_t, std::string> names_;
};

}  // namespace

StoredSeries ReadSeries(const std::string& file, const TrialPath& experiment, const SeriesChoice& choice) {
  Database database = OpenStore(file, Database::Access::kRead);
  // Everything is read in one transaction, because a writer could otherwise change the store between two statements.
  const Transaction moment(database, Transaction::Kind::kRead);
  PrepareStore(database, /*may_create=*/false);
  StoredSeries read;
  read.trials = TrialsBelow(database, experiment);
  if (read.trials.empty()) throw Error(ErrorCode::kNotFound, "no trials below " + experiment.Text(), file);
  read.series = SeriesReader(database, read.trials, choice).Read(experiment);
  for (const std::string& metric : choice.metrics) {
    const bool is_there = std::ranges::any_of(read.series, [&](const Series& s) { return s.metric == metric; });
    if (!is_there) throw Error(ErrorCode::kNotFound, "no metric '" + metric + "' in " + experiment.Text(), file);
  }
  for (const std::string& name : choice.functions) {
    const bool is_there = std::ranges::any_of(
        read.series, [&](const Series& s) { return s.function == name || s.function.starts_with(name + " ("); });
    if (!is_there) throw Error(ErrorCode::kNotFound, "no function '" + name + "' in " + experiment.Text(), file);
  }
  return read;
}

}  // namespace profdiff

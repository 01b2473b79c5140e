// SPDX-License-Identifier: GPL-3.0-or-later
// Adds and removes trials of a store. Each call is one transaction: readers see either the whole change or none of it,
// even after a power failure.
//
// Tests: tests/unit/read/store/store_test.cpp, tests/cli/db/run.py.
#include "profdiff/store.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "values/store_file.h"

namespace profdiff {
namespace {

// Adds rows with prepared statements. A trial has one row per value, so parsing SQL each time would dominate the cost.
class StoreWriter {
 public:
  explicit StoreWriter(Database& database)
      : database_(database),
        find_trial_(database, "select id from trial where experiment = ? and name = ?"),
        add_trial_(database,
                   "insert into trial(experiment, name, position, revision, recorded) values(?1, ?2, "
                   "(select coalesce(max(position), 0) + 1 from trial where experiment = ?1), ?3, ?4)"),
        metadata_(database, "insert or replace into metadata values(?, ?, ?)"),
        parameter_(database, "insert or replace into parameter values(?, ?, ?)"),
        run_(database,
             "insert into run(trial, number, period, unit, event, format, samples, total, outside, scale, flags) "
             "values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        find_function_(database,
                       "select id from function where name = ? and file = ? and image = ? and unit = ? and number = ?"),
        add_function_(database, "insert into function(name, file, image, unit, number) values(?, ?, ?, ?, ?)"),
        value_(database, "insert into value values(?, ?, ?, ?)"),
        arc_(database, "insert into arc values(?, ?, ?, ?, ?)"),
        invocation_(database, "insert into invocation values(?, ?, ?, ?)"),
        stacks_(database, "insert into stacks values(?, ?, ?)"),
        context_(database, "insert into context values(?, ?, ?, ?, ?, ?, ?)"),
        region_(database, "insert into region values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        find_property_(database, "select id from property where name = ? and refines = ? and unit = ?"),
        add_property_(database, "insert into property(name, refines, unit) values(?, ?, ?)"),
        finding_(database, "insert into finding values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        step_(database, "insert into search_step values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        detail_(database, "insert or replace into detail values(?, ?, ?, ?)") {}

  void Add(const StoredTrial& trial) {
    const std::int64_t experiment =
        IdOf("experiment", "application", IdOf("application", "", 0, trial.path.application), trial.path.experiment);
    // Trials are never replaced, because a second trial with the same name is more likely a mistake than a replacement.
    find_trial_.Bind(1, experiment).Bind(2, trial.path.trial);
    const bool is_there = find_trial_.Step();
    find_trial_.Reset();
    if (is_there) {
      throw Error(ErrorCode::kExists, "trial " + trial.path.Text() + " already exists; choose another name",
                  database_.path(), {}, {RemedyKind::kRemoveTrial, trial.path.Text()});
    }
    add_trial_.Bind(1, experiment).Bind(2, trial.path.trial).Bind(3, trial.revision).Bind(4, trial.recorded).Finish();
    const std::int64_t id = database_.LastId();
    for (const auto& [name, value] : trial.metadata) metadata_.Bind(1, id).Bind(2, name).Bind(3, value).Finish();
    for (const auto& [name, value] : trial.parameters) {
      parameter_.Bind(1, id).Bind(2, name).Bind(3, Finite(value)).Finish();
    }
    // Functions and properties are shared by all trials of a store, so the trial's indices are mapped to ids of the
    // store.
    std::vector<std::int64_t> functions, properties;
    for (const StoredFunction& function : trial.functions) functions.push_back(IdOf(function));
    for (const StoredProperty& property : trial.properties) properties.push_back(IdOf(property));
    AddDetails(id, trial.details, functions);
    AddRegions(id, trial.regions);
    for (std::size_t r = 0; r < trial.runs.size(); ++r) AddRun(id, r, trial, functions, properties);
    if (trial.stacks) AddStacks(id, *trial.stacks, functions);
  }

 private:
  // Returns the id of an application or experiment; adds it first if it does not exist. `above` is the name of the
  // column with the parent's id, or empty for applications.
  std::int64_t IdOf(const std::string& table, const std::string& above, std::int64_t above_id, std::string_view name) {
    Statement find(database_,
                   "select id from " + table + " where name = ?1" + (above.empty() ? "" : " and " + above + " = ?2"));
    Statement add(database_, "insert into " + table +
                                 (above.empty() ? "(name) values(?1)" : "(name, " + above + ") values(?1, ?2)"));
    for (Statement* statement : {&find, &add}) {
      statement->Bind(1, name);
      if (!above.empty()) statement->Bind(2, above_id);
    }
    return FindOrAdd(find, add);
  }

  std::int64_t IdOf(const StoredFunction& function) {
    const auto bind = [&function](Statement& statement) -> Statement& {
      return statement.Bind(1, function.name)
          .Bind(2, function.file)
          .Bind(3, function.image)
          .Bind(4, function.unit)
          .Bind(5, function.number);
    };
    return FindOrAdd(bind(find_function_), bind(add_function_));
  }

  // Returns the id of a row; adds the row first if it does not exist. The values of both statements must already be
  // bound.
  std::int64_t FindOrAdd(Statement& find, Statement& add) {
    const bool is_there = find.Step();
    const std::int64_t id = is_there ? find.Whole(0) : 0;
    find.Reset();
    if (is_there) return id;
    add.Finish();
    return database_.LastId();
  }

  void AddRun(std::int64_t trial_id, std::size_t number, const StoredTrial& trial,
              const std::vector<std::int64_t>& functions, const std::vector<std::int64_t>& properties) {
    const StoredRun& run = trial.runs[number];
    run_.Bind(1, trial_id).Bind(2, static_cast<std::int64_t>(number + 1)).Bind(3, Finite(run.period));
    run_.Bind(4, run.unit).Bind(5, run.event).Bind(6, run.format).Bind(7, run.samples).Bind(8, Finite(run.total));
    run_.Bind(9, Finite(run.outside)).Bind(10, Finite(run.scale)).Bind(11, run.flags).Finish();
    const std::int64_t id = database_.LastId();
    for (const StoredValue& value : run.values) {
      value_.Bind(1, id).Bind(2, functions[value.function]).Bind(3, trial.metrics[value.metric]);
      value_.Bind(4, Finite(value.value)).Finish();
    }
    for (const StoredArc& arc : run.arcs) {
      arc_.Bind(1, id).Bind(2, functions[arc.caller]).Bind(3, functions[arc.callee]);
      arc_.Bind(4, static_cast<std::int64_t>(arc.count)).Bind(5, Finite(arc.seconds)).Finish();
    }
    for (const StoredInvocation& call : run.invocations) {
      invocation_.Bind(1, id).Bind(2, functions[call.function]);
      invocation_.Bind(3, Finite(call.start)).Bind(4, Finite(call.seconds)).Finish();
    }
    AddFindings(id, run, properties);
    AddSteps(id, run.steps);
  }

  void AddDetails(std::int64_t trial, const std::vector<StoredDetails>& details,
                  const std::vector<std::int64_t>& functions) {
    for (std::size_t f = 0; f < details.size(); ++f) {
      if (details[f] == StoredDetails()) continue;
      detail_.Bind(1, trial).Bind(2, functions[f]).Bind(3, std::int64_t{details[f].line});
      detail_.Bind(4, std::int64_t{details[f].kind}).Finish();
    }
  }

  void AddRegions(std::int64_t trial, const std::vector<StoredRegion>& regions) {
    std::int64_t number = 0;
    for (const StoredRegion& region : regions) {
      region_.Bind(1, trial).Bind(2, number++).Bind(3, region.kind).Bind(4, region.name).Bind(5, region.image);
      region_.Bind(6, region.file).Bind(7, region.line).Bind(8, region.callee).Bind(9, region.data_structure);
      region_.Bind(10, region.path).Finish();
    }
  }

  std::int64_t IdOf(const StoredProperty& property) {
    const auto bind = [&property](Statement& statement) -> Statement& {
      return statement.Bind(1, property.name).Bind(2, property.refines).Bind(3, property.unit);
    };
    return FindOrAdd(bind(find_property_), bind(add_property_));
  }

  void AddFindings(std::int64_t run_id, const StoredRun& run, const std::vector<std::int64_t>& properties) {
    std::int64_t number = 0;
    for (const StoredFinding& finding : run.findings) {
      finding_.Bind(1, run_id).Bind(2, number++).Bind(3, properties[finding.property]);
      finding_.Bind(4, std::int64_t{finding.region}).Bind(5, Finite(finding.severity));
      finding_.Bind(6, Finite(finding.confidence)).Bind(7, Finite(finding.share)).Bind(8, Finite(finding.lost));
      finding_.Bind(9, std::int64_t{finding.is_leaf}).Bind(10, Whole(finding.rank)).Bind(11, Whole(finding.thread));
      finding_.Finish();
    }
  }

  void AddSteps(std::int64_t run_id, const std::vector<StoredStep>& steps) {
    std::int64_t number = 0;
    for (const StoredStep& step : steps) {
      step_.Bind(1, run_id).Bind(2, number++).Bind(3, step.step).Bind(4, step.experiment).Bind(5, step.tool);
      step_.Bind(6, step.command).Bind(7, step.kind).Bind(8, step.hypotheses).Bind(9, step.proved);
      step_.Bind(10, step.reused).Finish();
    }
  }

  void AddStacks(std::int64_t trial, const StoredStacks& stacks, const std::vector<std::int64_t>& functions) {
    stacks_.Bind(1, trial).Bind(2, stacks.ticks).Bind(3, static_cast<std::int64_t>(stacks.samples)).Finish();
    std::int64_t number = 0;
    for (const StoredContext& node : stacks.nodes) {
      context_.Bind(1, trial).Bind(2, number++).Bind(3, std::int64_t{node.depth}).Bind(4, functions[node.function]);
      context_.Bind(5, node.ticks).Bind(6, static_cast<std::int64_t>(node.samples));
      context_.Bind(7, Finite(node.squares)).Finish();
    }
  }

  // SQLite stores NaN as NULL, which would be read back as an absent value.
  static double Finite(double value) {
    if (!std::isfinite(value)) throw Error(ErrorCode::kBadArgument, "a number that is not finite cannot be stored");
    return value;
  }
  static std::optional<double> Finite(std::optional<double> value) {
    return value ? std::optional(Finite(*value)) : std::nullopt;
  }
  static std::optional<std::int64_t> Whole(std::optional<std::uint32_t> value) {
    return value ? std::optional<std::int64_t>(*value) : std::nullopt;
  }

  Database& database_;
  Statement find_trial_, add_trial_, metadata_, parameter_, run_, find_function_, add_function_, value_, arc_,
      invocation_, stacks_, context_, region_, find_property_, add_property_, finding_, step_, detail_;
};

// The statements that remove a trial, children before parents. Functions remain, since other trials may use them.
constexpr const char* kRemovals[] = {
    "delete from value where run in (select id from run where trial = ?)",
    "delete from arc where run in (select id from run where trial = ?)",
    "delete from invocation where run in (select id from run where trial = ?)",
    "delete from run where trial = ?",
    "delete from metadata where trial = ?",
    "delete from parameter where trial = ?",
    "delete from trial where id = ?",
};

constexpr const char* kStackRemovals[] = {"delete from context where trial = ?", "delete from stacks where trial = ?"};

// The statements that remove the findings of a trial. Properties remain, since other trials may use them.
constexpr const char* kFindingRemovals[] = {
    "delete from finding where run in (select id from run where trial = ?)",
    "delete from search_step where run in (select id from run where trial = ?)",
    "delete from region where trial = ?",
};

constexpr const char* kDetailRemovals[] = {"delete from detail where trial = ?"};

std::vector<std::int64_t> FindIds(Database& database, const TrialPath& path) {
  Statement rows(database,
                 "select t.id, a.name, e.name, t.name from trial t join experiment e on e.id = t.experiment "
                 "join application a on a.id = e.application");
  std::vector<std::int64_t> ids;
  while (rows.Step()) {
    // The paths are compared here instead of in SQL, because names can contain any character, and a path may end after
    // its application or its experiment.
    if (path.Holds({rows.Text(1), rows.Text(2), rows.Text(3)})) ids.push_back(rows.Whole(0));
  }
  return ids;
}

}  // namespace

std::size_t AddTrials(const std::string& file, const TrialSource& next) {
  Database database = OpenStore(file, Database::Access::kCreate);
  Transaction change(database, Transaction::Kind::kWrite);
  PrepareStore(database, /*may_create=*/true);
  std::size_t count = 0;
  // The statements must be finalised before the transaction commits.
  {
    StoreWriter writer(database);
    for (std::optional<StoredTrial> trial = next(); trial; trial = next()) {
      writer.Add(*trial);
      ++count;
    }
  }
  change.Commit();
  return count;
}

std::size_t RemoveTrials(const std::string& file, const TrialPath& path) {
  Database database = OpenStore(file, Database::Access::kWrite);
  Transaction change(database, Transaction::Kind::kWrite);
  PrepareStore(database, /*may_create=*/false);
  const std::vector<std::int64_t> ids = FindIds(database, path);
  if (ids.empty()) throw Error(ErrorCode::kNotFound, "no trials below " + path.Text() + " to remove", file);
  const auto remove_all = [&](const char* removal) {
    Statement remove(database, removal);
    for (const std::int64_t id : ids) remove.Bind(1, id).Finish();
  };
  // Stores of earlier versions lack some tables.
  if (HasStackTables(database)) std::ranges::for_each(kStackRemovals, remove_all);
  if (HasFindingTables(database)) std::ranges::for_each(kFindingRemovals, remove_all);
  if (HasDetailTable(database)) std::ranges::for_each(kDetailRemovals, remove_all);
  std::ranges::for_each(kRemovals, remove_all);
  database.Run("delete from experiment where id not in (select experiment from trial)");
  database.Run("delete from application where id not in (select application from experiment)");
  change.Commit();
  return ids.size();
}

}  // namespace profdiff

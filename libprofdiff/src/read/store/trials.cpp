// SPDX-License-Identifier: GPL-3.0-or-later
// Reads trials from a store. Row ids are looked up and never used as indices, since a file may contain any ids.
// Tests: tests/unit/read/store/store_test.cpp, tests/cli/db/run.py.
#include "read/store/trials.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/seeded_hash.h"
#include "profdiff/store.h"
#include "values/index_of.h"
#include "values/loading_trials.h"
#include "values/store_file.h"
#include "values/stored_details.h"

namespace profdiff {
namespace {

constexpr std::string_view kTrials =
    "select t.id, a.name, e.name, t.name, t.position, t.revision, t.recorded from trial t "
    "join experiment e on e.id = t.experiment join application a on a.id = e.application "
    "order by a.name, e.name, t.position, t.id";

// A trial and its row id.
struct KnownTrial {
  std::int64_t id = 0;
  TrialEntry entry;
};

// Returns the names and values that a table contains for one trial. `table` is a constant of this file: SQL has no
// parameters for names of tables.
template <class Value, class Get>
std::vector<std::pair<std::string, Value>> PairsOf(Database& database, std::string_view table, std::int64_t trial,
                                                   Get get) {
  Statement rows(database, "select name, value from " + std::string(table) + " where trial = ? order by name");
  rows.Bind(1, trial);
  std::vector<std::pair<std::string, Value>> pairs;
  while (rows.Step()) pairs.emplace_back(rows.Text(0), get(rows));
  return pairs;
}

// Reads all trials and keeps the trials below the path: a store has few trials, and one query is enough for paths of
// any depth.
std::vector<KnownTrial> FindTrials(Database& database, const TrialPath& path) {
  std::vector<KnownTrial> found;
  Statement rows(database, kTrials);
  while (rows.Step()) {
    KnownTrial trial{rows.Whole(0), {}};
    TrialEntry& entry = trial.entry;
    entry.path = {rows.Text(1), rows.Text(2), rows.Text(3)};
    if (!path.Holds(entry.path)) continue;
    entry.position = rows.Whole(4);
    entry.revision = rows.Text(5);
    entry.recorded = rows.Text(6);
    entry.metadata = PairsOf<std::string>(database, "metadata", trial.id, [](Statement& row) { return row.Text(1); });
    entry.parameters = PairsOf<double>(database, "parameter", trial.id, [](Statement& row) { return row.Real(1); });
    found.push_back(std::move(trial));
  }
  return found;
}

// Without an entry that tells where the date is from, the date of a profile may be the time of its file, as in stores
// of earlier versions; only an import adds anything else than profiles with a date.
bool HasGivenDate(const TrialEntry& trial, bool is_profile) {
  if (trial.recorded.empty()) return false;
  for (const auto& [name, value] : trial.metadata) {
    if (name == kDateOriginName) return value == "given";
  }
  return !is_profile;
}

// Reads the runs of one trial. Statements are compiled once for all runs. "order by rowid" gives the order of writing,
// so an export is the same each time, and functions are numbered in the order of their first values.
class TrialReader {
 public:
  TrialReader(Database& database, StoredTrial& trial)
      : database_(database),
        trial_(trial),
        function_(database, "select name, file, image, unit, number from function where id = ?"),
        values_(database, "select function, metric, value from value where run = ? order by rowid"),
        arcs_(database, "select caller, callee, count, seconds from arc where run = ? order by rowid"),
        calls_(database, "select function, start, seconds from invocation where run = ? order by rowid") {}

  // Reads the stacks. Must be called after ReadRuns, since the values of runs define the order of functions. The depths
  // of nodes are checked when the tree is made (analyze/store).
  void ReadStacks(std::int64_t trial) {
    if (!HasStackTables(database_)) return;
    Statement heads(database_, "select ticks, samples from stacks where trial = ?");
    heads.Bind(1, trial);
    if (!heads.Step()) return;
    StoredStacks& stacks = trial_.stacks.emplace();
    stacks.ticks = heads.Whole(0);
    stacks.samples = CountIn(heads, 1);
    Statement nodes(database_,
                    "select depth, function, ticks, samples, squares from context where trial = ? order by node");
    nodes.Bind(1, trial);
    while (nodes.Step()) {
      stacks.nodes.push_back(
          {NumberIn(nodes, 0), FunctionOf(nodes.Whole(1)), nodes.Whole(2), CountIn(nodes, 3), nodes.Real(4)});
    }
  }

  // Reads the details of functions. Must be called after ReadRuns, since functions without values do not matter.
  void ReadDetails(std::int64_t trial) {
    if (!HasDetailTable(database_)) return;
    Statement details(database_, "select function, line, kind from detail where trial = ?");
    details.Bind(1, trial);
    while (details.Step()) {
      const auto function = functions_.find(details.Whole(0));
      if (function == functions_.end()) continue;
      SetDetails(trial_, function->second, {NumberIn(details, 1), NumberIn(details, 2)});
    }
  }

  // Reads the findings and the steps of a search. Must be called after ReadRuns.
  void ReadFindings(std::int64_t trial) {
    if (!HasFindingTables(database_)) return;
    Statement regions(database_,
                      "select number, kind, name, image, file, line, callee, data_structure, path from region "
                      "where trial = ? order by number");
    regions.Bind(1, trial);
    while (regions.Step()) {
      if (regions.Whole(0) != static_cast<std::int64_t>(trial_.regions.size())) database_.FailAsDamaged();
      trial_.regions.push_back({regions.Text(1), regions.Text(2), regions.Text(3), regions.Text(4), regions.Whole(5),
                                regions.Text(6), regions.Text(7), regions.Text(8)});
    }
    Statement findings(database_,
                       "select p.name, p.refines, p.unit, f.region, f.severity, f.confidence, f.share, f.lost, f.leaf, "
                       "f.rank, f.thread from finding f join property p on p.id = f.property where f.run = ? "
                       "order by f.number");
    Statement steps(database_,
                    "select step, experiment, tool, command, kind, hypotheses, proved, reused from search_step "
                    "where run = ? order by number");
    for (std::size_t i = 0; i < run_ids_.size(); ++i) {
      findings.Bind(1, run_ids_[i]);
      ReadFindingsOfRun(findings, trial_.runs[i]);
      steps.Bind(1, run_ids_[i]);
      ReadSteps(steps, trial_.runs[i]);
    }
  }

  void ReadRuns(std::int64_t trial) {
    Statement runs(database_,
                   "select id, period, unit, event, format, samples, total, outside, scale, flags from run "
                   "where trial = ? order by number");
    runs.Bind(1, trial);
    while (runs.Step()) {
      StoredRun run;
      run.period = runs.Real(1);
      run.unit = runs.Text(2);
      run.event = runs.Text(3);
      run.format = runs.Text(4);
      run.samples = runs.Whole(5);
      run.total = runs.Real(6);
      run.outside = runs.Real(7);
      run.scale = runs.Real(8);
      run.flags = runs.Whole(9);
      ReadRows(runs.Whole(0), run);
      run_ids_.push_back(runs.Whole(0));
      trial_.runs.push_back(std::move(run));
    }
  }

 private:
  // SQLite's integers are signed; a negative count occurs only in a damaged store.
  std::uint64_t CountIn(Statement& row, int column) {
    const std::int64_t count = row.Whole(column);
    if (count < 0) database_.FailAsDamaged();
    return static_cast<std::uint64_t>(count);
  }

  void ReadRows(std::int64_t id, StoredRun& run) {
    values_.Bind(1, id);
    while (values_.Step()) {
      const std::uint32_t function = FunctionOf(values_.Whole(0));
      const std::string metric = values_.Text(1);
      if (TakeOldDetail(trial_, function, metric, values_.Real(2))) continue;
      run.values.push_back({function, IndexOf(metric, metrics_, trial_.metrics), values_.Real(2)});
    }
    arcs_.Bind(1, id);
    while (arcs_.Step()) {
      run.arcs.push_back({FunctionOf(arcs_.Whole(0)), FunctionOf(arcs_.Whole(1)), CountIn(arcs_, 2), arcs_.Real(3)});
    }
    calls_.Bind(1, id);
    while (calls_.Step()) run.invocations.push_back({FunctionOf(calls_.Whole(0)), calls_.Real(1), calls_.Real(2)});
  }

  void ReadFindingsOfRun(Statement& rows, StoredRun& run) {
    while (rows.Step()) {
      const std::int64_t region = rows.Whole(3);
      if (region < 0 || region >= static_cast<std::int64_t>(trial_.regions.size())) database_.FailAsDamaged();
      const StoredProperty property{rows.Text(0), rows.Text(1), rows.Text(2)};
      run.findings.push_back({IndexOf(property, properties_, trial_.properties), static_cast<std::uint32_t>(region),
                              rows.Real(4), rows.Real(5), RealIn(rows, 6), RealIn(rows, 7), rows.Whole(8) != 0,
                              NumberIfAny(rows, 9), NumberIfAny(rows, 10)});
    }
  }

  static void ReadSteps(Statement& rows, StoredRun& run) {
    while (rows.Step()) {
      run.steps.push_back({rows.Whole(0), rows.Whole(1), rows.Text(2), rows.Text(3), rows.Text(4), rows.Whole(5),
                           rows.Whole(6), rows.Whole(7)});
    }
  }

  static std::optional<double> RealIn(Statement& row, int column) {
    return row.IsNull(column) ? std::nullopt : std::optional(row.Real(column));
  }
  std::optional<std::uint32_t> NumberIfAny(Statement& row, int column) {
    return row.IsNull(column) ? std::nullopt : std::optional(NumberIn(row, column));
  }
  std::uint32_t NumberIn(Statement& row, int column) {
    const std::int64_t number = row.Whole(column);
    if (number < 0 || number > 0xffffffff) database_.FailAsDamaged();
    return static_cast<std::uint32_t>(number);
  }

  // Returns the index of a function in the trial, by its row id; reads the row at the first occurrence.
  std::uint32_t FunctionOf(std::int64_t id) {
    const auto place = functions_.emplace(id, static_cast<std::uint32_t>(trial_.functions.size()));
    if (!place.second) return place.first->second;
    function_.Bind(1, id);
    if (!function_.Step()) database_.FailAsDamaged();
    trial_.functions.push_back(
        {function_.Text(0), function_.Text(1), function_.Text(2), function_.Text(3), function_.Whole(4)});
    function_.Reset();
    return place.first->second;
  }

  Database& database_;
  StoredTrial& trial_;
  Statement function_, values_, arcs_, calls_;
  HashMap<std::int64_t, std::uint32_t> functions_;
  std::map<std::string, std::uint32_t> metrics_;
  std::map<StoredProperty, std::uint32_t> properties_;
  std::vector<std::int64_t> run_ids_;  // by run
};

StoredTrial ReadOne(Database& database, KnownTrial&& known, StacksOfTrial stacks) {
  StoredTrial trial;
  TrialEntry& entry = known.entry;
  trial.path = std::move(entry.path);
  trial.position = entry.position;
  trial.revision = std::move(entry.revision);
  trial.recorded = std::move(entry.recorded);
  trial.metadata = std::move(entry.metadata);
  trial.parameters = std::move(entry.parameters);
  TrialReader reader(database, trial);
  reader.ReadRuns(known.id);
  reader.ReadDetails(known.id);
  reader.ReadFindings(known.id);
  if (stacks == StacksOfTrial::kRead) reader.ReadStacks(known.id);
  return trial;
}

}  // namespace

std::vector<TrialEntry> TrialsBelow(Database& database, const TrialPath& path) {
  std::vector<TrialEntry> entries;
  // The number of functions is counted in the first run, because counting over all runs would read all values of a
  // trial.
  Statement counts(database,
                   "select count(*), (select count(distinct v.function) from value v where v.run = min(r.id)), "
                   "max(r.flags) "
                   "from run r where r.trial = ?");
  for (KnownTrial& trial : FindTrials(database, path)) {
    counts.Bind(1, trial.id);
    if (counts.Step()) {
      trial.entry.runs = static_cast<std::uint64_t>(counts.Whole(0));
      trial.entry.functions = static_cast<std::uint64_t>(counts.Whole(1));
      trial.entry.has_given_date = HasGivenDate(trial.entry, counts.Whole(2) != 0);
    }
    counts.Reset();
    entries.push_back(std::move(trial.entry));
  }
  return entries;
}

// Reads everything within one transaction, so that a list shows a single state of the store.
std::vector<TrialEntry> ListTrials(const std::string& file, const TrialPath& path) {
  Database database = OpenStore(file, Database::Access::kRead);
  const Transaction moment(database, Transaction::Kind::kRead);
  PrepareStore(database, /*may_create=*/false);
  return TrialsBelow(database, path);
}

// Passes on trials one by one, so an export of a large store needs memory for only one trial.
void ReadTrials(const std::string& file, const TrialPath& path, const std::function<void(StoredTrial trial)>& use,
                StacksOfTrial stacks) {
  Database database = OpenStore(file, Database::Access::kRead);
  const Transaction moment(database, Transaction::Kind::kRead);
  PrepareStore(database, /*may_create=*/false);
  for (KnownTrial& trial : FindTrials(database, path)) {
    use(ReadOne(database, std::move(trial), stacks));
  }
}

StoredTrial ReadTrial(const std::string& file, const TrialPath& path, StacksOfTrial stacks) {
  std::optional<StoredTrial> found;
  ReadTrials(
      file, path, [&found](StoredTrial trial) { found = std::move(trial); }, stacks);
  if (!found) throw Error(ErrorCode::kNotFound, "no trial " + path.Text(), file, {}, {RemedyKind::kListTrials, {}});
  return std::move(*found);
}

}  // namespace profdiff

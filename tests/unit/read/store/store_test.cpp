// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for trials that are written to a store and read back, directly or as lines of an export.
#include "profdiff/store.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sqlite.h"
#include "support/temporary_folder.h"
#include "values/loading_trials.h"

namespace profdiff::store_test {

using tests::TemporaryFolder;

namespace {

StoredTrial Example(const std::string& name) {
  StoredTrial trial;
  trial.path = {"a", "e", name};
  trial.metadata = {{"machine", "m"}};
  trial.parameters = {{"n", 10}};
  trial.functions = {{"main", "x.c", "", "", 0}, {"f", "", "", "", 0}, {"f", "", "", "", 1}};
  trial.details = {{12, 0}, {}, {40, 3}};
  trial.metrics = {"self", "calls"};
  StoredRun run;
  run.period = 0.01;
  run.flags = StoredRun::kHasTimes | StoredRun::kHasArcs | StoredRun::kKnowsCalls;
  run.values = {{0, 0, 0.5}, {1, 0, 0}, {2, 0, 0.25}, {1, 1, 3}};
  run.arcs = {{0, 1, 3, 0}};
  run.invocations = {{1, 0.5, 0.125}};
  trial.regions = {{"function", "main", "", "x.c", 0, "", "", "main"},
                   {"line", "main", "", "x.c", 7, "MPI_Recv", "a;b", "main;x.c:7"}};
  trial.properties = {{"LateSender", "MPIOverhead", "s"}, {"MPIOverhead", "", "s"}};
  run.findings = {{1, 0, 0.5, 0.25, 1, 2.5, false, {}, {}}, {0, 1, 0.125, 1, {}, {}, true, 3, 0}};
  run.steps = {{1, 1, "callgrind", "valgrind --tool=callgrind ./a", "regions", 12, 2, 0},
               {2, 0, "", "", "arrays", 3, 1, 3}};
  trial.runs = {run, run};
  trial.runs[1].findings.pop_back();
  trial.stacks = {-2, 1, {{0, 0, 5, 2, 13}, {1, 1, -1, 1, 1}, {1, 2, 3, 1, 9}, {0, 2, 4, 0, 0}}};
  return trial;
}

std::string Exported(const StoredTrial& trial) {
  std::string text;
  ExportWriter writer;
  writer.Add(text, trial);
  writer.End(text);
  return text;
}

void Add(const std::string& file, StoredTrial trial) {
  bool is_given = false;
  AddTrials(file, [&]() -> std::optional<StoredTrial> {
    if (std::exchange(is_given, true)) return std::nullopt;
    return trial;
  });
}

}  // namespace

TEST_CASE("A trial does not change in a store", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/s.db";
  Add(file, Example("t1"));
  Add(file, Example("t2"));
  CHECK_THROWS_AS(Add(file, Example("t1")), Error);
  CHECK(Exported(ReadTrial(file, {"a", "e", "t2"})) == Exported(Example("t2")));
  const std::vector<TrialEntry> entries = ListTrials(file, {"a", "", ""});
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].runs == 2);
  CHECK(entries[0].functions == 3);
  CHECK(entries[0].position < entries[1].position);
  CHECK(RemoveTrials(file, {"a", "e", "t1"}) == 1);
  CHECK_THROWS_AS(ReadTrial(file, {"a", "e", "t1"}), Error);
}

TEST_CASE("Nothing is added after an error", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/s.db";
  Add(file, Example("t1"));
  int given = 0;
  CHECK_THROWS_AS(AddTrials(file, [&]() -> std::optional<StoredTrial> { return Example(given++ == 0 ? "t2" : "t1"); }),
                  Error);
  CHECK(ListTrials(file, {}).size() == 1);
}

TEST_CASE("Lines of an export are read as the same trial", "[store]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/x.jsonl";
  std::ofstream(file) << Exported(Example("t1")) << Exported(Example("t2"));
  ExportReader reader(file);
  for (const char* name : {"t1", "t2"}) {
    const std::optional<StoredTrial> trial = reader.Next();
    REQUIRE(trial);
    CHECK(Exported(*trial) == Exported(Example(name)));
  }
  CHECK_FALSE(reader.Next());
  CHECK(reader.IsCounted());
}

TEST_CASE("A part of an export is refused, and an export of earlier versions is told", "[store]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/x.jsonl";
  std::string whole;
  ExportWriter writer;
  for (const char* name : {"t1", "t2"}) writer.Add(whole, Example(name));
  writer.End(whole);
  const auto count_trials = [&file](const std::string& text, bool is_counted) {
    std::ofstream(file) << text;
    ExportReader reader(file);
    int trials = 0;
    while (reader.Next()) ++trials;
    CHECK(reader.IsCounted() == is_counted);
    return trials;
  };
  CHECK(count_trials(whole, true) == 2);
  CHECK(count_trials(whole + whole, true) == 4);
  for (std::size_t end = whole.find('\n'); end + 1 < whole.size(); end = whole.find('\n', end + 1)) {
    CHECK_THROWS_AS(count_trials(whole.substr(0, end + 1), true), Error);
    CHECK_THROWS_AS(count_trials(whole.substr(0, end + 1) + whole, true), Error);
    CHECK_THROWS_AS(count_trials(whole.substr(end + 1), true), Error);
  }
  const std::string mark = "\"hasEnd\": true, ";
  const std::string old = whole.substr(0, whole.rfind('{')).erase(whole.find(mark), mark.size());
  CHECK(count_trials(old, false) == 2);
  CHECK(count_trials(old + whole, false) == 4);
}

TEST_CASE("Stacks of a trial are read as a tree, and any other nodes are refused", "[store]") {
  StoredTrial trial = Example("t");
  const ScaledContexts contexts = ProfilesOf({trial}).contexts;
  REQUIRE(contexts.tree);
  CHECK(contexts.scale == 0.01);
  CHECK(contexts.tree->end == std::vector<std::uint32_t>{3, 2, 3, 4});
  CHECK(contexts.tree->self == std::vector<std::int64_t>{5, -1, 3, 4});
  CHECK(contexts.tree->stackless == -2);
  CHECK_FALSE(ProfilesOf({trial, Example("u")}).contexts.tree);
  for (const StoredContext wrong : {StoredContext{2, 1, 0, 0, 0}, StoredContext{0, 0, 0, 0, 0}}) {
    trial.stacks->nodes[3] = wrong;
    if (wrong.depth == 2) trial.stacks->nodes[2].depth = 0;
    CHECK_THROWS_AS(ProfilesOf({trial}), Error);
    trial.stacks = Example("t").stacks;
  }
}

TEST_CASE("Series: the mean of runs, functions by name, and missing functions", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/s.db";
  Add(file, Example("t1"));
  StoredTrial other = Example("t2");
  other.functions[0].file = "/elsewhere/x.c";  // the same function in a build from another folder
  other.runs[1].values[0].value = 1.5;
  Add(file, other);
  const StoredSeries read = ReadSeries(file, {"a", "e", ""}, {{"self"}, {"main"}});
  REQUIRE(read.series.size() == 1);
  CHECK(read.series[0].values == std::vector<std::optional<double>>{0.5, 1.0});
  CHECK_THROWS_AS(ReadSeries(file, {"a", "e", ""}, {{}, {"none"}}), Error);
}

TEST_CASE("Findings of a search are kept with their regions and steps", "[store]") {
  Search search;
  search.measurements.regions = {{.kind = RegionKind::kFunction, .name = "main", .file = "x.c"},
                                 {.kind = RegionKind::kLine, .name = "main", .file = "x.c", .line = 7, .parent = {}}};
  search.measurements.regions[1].parent = RegionId(std::size_t{0});
  Finding finding;
  finding.name = "LC1MissesOverMemRef";
  finding.region = RegionId(std::size_t{1});
  finding.severity = 0.5;
  finding.lost = 12;
  finding.unit = "misses";
  finding.locations = {{{2, 1}, 0.5, 12}, {{0, 0}, 0.25, 6}};
  search.findings.properties = {finding, finding};
  search.findings.properties[1].region = RegionId(std::size_t{0});
  search.steps = {{1, 1, "callgrind", "valgrind ./a", "regions", 2, 2, 0}};
  search.stopped = SearchStop::kBudget;
  const StoredTrial trial = MakeTrial(search);
  REQUIRE(trial.regions.size() == 2);
  CHECK(trial.regions[0].path == "main;x.c:7");
  CHECK(trial.properties.size() == 1);
  const StoredRun& run = trial.runs.front();
  REQUIRE(run.findings.size() == 2);
  CHECK(run.findings[0].lost == 12);
  CHECK(run.findings[0].rank == 2);
  CHECK(run.findings[1].region == 1);
  REQUIRE(run.steps.size() == 1);
  CHECK(run.steps[0].command == "valgrind ./a");
  CHECK(trial.metadata == std::vector<std::pair<std::string, std::string>>{{"stopped", "budget"}});
  // AddRuns does not duplicate regions and properties that the trial already has.
  StoredTrial both = trial;
  AddRuns(both, trial);
  CHECK(both.regions.size() == 2);
  CHECK(both.properties.size() == 1);
  CHECK(both.runs[1].findings.size() == 2);
}

TEST_CASE("The next writer adds the tables of findings to a store of an older version", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/s.db";
  StoredTrial old = Example("t1");
  for (StoredRun& run : old.runs) run.findings.clear(), run.steps.clear();
  old.details.clear();
  old.regions.clear();
  old.properties.clear();
  Add(file, old);
  {
    Database database(file, Database::Access::kWrite);
    for (const char* table : {"detail", "search_step", "finding", "property", "region"}) {
      database.Run(("drop table " + std::string(table)).c_str());
    }
  }
  CHECK(Exported(ReadTrial(file, {"a", "e", "t1"})) == Exported(old));
  Add(file, Example("t2"));
  CHECK(Exported(ReadTrial(file, {"a", "e", "t2"})) == Exported(Example("t2")));
  CHECK(RemoveTrials(file, {"a", "e", "t2"}) == 1);
  Database database(file, Database::Access::kWrite);
  CHECK(database.Number("select count(*) from finding") == 0);
  CHECK(database.Number("select count(*) from region") == 0);
  CHECK(database.Number("select count(*) from search_step") == 0);
  CHECK(database.Number("select count(*) from detail") == 0);
  // Only one table of a group of tables is missing.
  database.Run("drop table property");
  CHECK_THROWS_AS(ReadTrial(file, {"a", "e", "t1"}), Error);
}

TEST_CASE("Lines and kinds that an earlier version stored as metrics are details", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  StoredTrial old = Example("t1");
  old.details.clear();
  old.metrics.insert(old.metrics.end(), {"line", "kind"});
  old.runs[0].values.insert(old.runs[0].values.end(), {{0, 2, 12}, {2, 2, 40}, {2, 3, 3}});
  const std::string wanted = Exported(Example("t1")), store = folder.path() + "/s.db",
                    lines = folder.path() + "/x.jsonl";
  Add(store, old);
  CHECK(Exported(ReadTrial(store, {"a", "e", "t1"})) == wanted);
  std::ofstream(lines) << Exported(old);
  CHECK(Exported(*ExportReader(lines).Next()) == wanted);
}

TEST_CASE("Functions that other runs add keep their details", "[store]") {
  StoredTrial trial = Example("t1"), more = Example("t2");
  more.functions[1].name = "g";
  more.details[1] = {99, 1};
  AddRuns(trial, more);
  CHECK(trial.details == std::vector<StoredDetails>{{12, 0}, {}, {40, 3}, {99, 1}});
}

TEST_CASE("Findings that refer to nothing are damage", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  for (const char* change :
       {"update finding set region = 2", "update finding set region = -1", "update finding set rank = -1",
        "update finding set severity = null", "update region set number = 5 where number = 1"}) {
    CAPTURE(change);
    const std::string file = folder.path() + "/s.db";
    std::filesystem::remove(file);
    Add(file, Example("t1"));
    {
      Database database(file, Database::Access::kWrite);
      try {
        database.Run(change);
      } catch (const Error&) {
        continue;  // SQLite refuses the change
      }
    }
    CHECK_THROWS_AS(ReadTrial(file, {"a", "e", "t1"}), Error);
  }
}

}  // namespace profdiff::store_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Trials through a store, and through lines of an export.
#include "profdiff/store.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "support/temporary_folder.h"

using namespace profdiff;
using tests::TemporaryFolder;

namespace {

StoredTrial Example(const std::string& name) {
  StoredTrial trial;
  trial.path = {"a", "e", name};
  trial.metadata = {{"machine", "m"}};
  trial.parameters = {{"n", 10}};
  trial.functions = {{"main", "x.c", "", "", 0}, {"f", "", "", "", 0}, {"f", "", "", "", 1}};
  trial.metrics = {"self", "calls"};
  StoredRun run;
  run.period = 0.01;
  run.flags = StoredRun::kHasTimes | StoredRun::kHasArcs | StoredRun::kKnowsCalls;
  run.values = {{0, 0, 0.5}, {1, 0, 0}, {2, 0, 0.25}, {1, 1, 3}};
  run.arcs = {{0, 1, 3, 0}};
  run.invocations = {{1, 0.5, 0.125}};
  trial.runs = {run, run};
  trial.stacks = {-2, 1, {{0, 0, 5, 2, 13}, {1, 1, -1, 1, 1}, {1, 2, 3, 1, 9}, {0, 2, 4, 0, 0}}};
  return trial;
}

std::string Exported(const StoredTrial& trial) {
  std::string text;
  WriteExport(text, trial);
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

TEST_CASE("A trial comes back from a store as it was", "[store]") {
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
}

TEST_CASE("Stacks of a trial are a tree again, and any other nodes are refused", "[store]") {
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

TEST_CASE("Series: the mean of runs, functions by name, and what is not there", "[store]") {
  if (!CanStore()) return;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/s.db";
  Add(file, Example("t1"));
  StoredTrial other = Example("t2");
  other.functions[0].file = "/elsewhere/x.c";  // the same function, built in another folder
  other.runs[1].values[0].value = 1.5;
  Add(file, other);
  const StoredSeries read = ReadSeries(file, {"a", "e", ""}, {{"self"}, {"main"}});
  REQUIRE(read.series.size() == 1);
  CHECK(read.series[0].values == std::vector<std::optional<double>>{0.5, 1.0});
  CHECK_THROWS_AS(ReadSeries(file, {"a", "e", ""}, {{}, {"none"}}), Error);
}

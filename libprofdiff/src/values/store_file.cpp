// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of tables are compared as text. A file with other tables, or with a trigger or a view, is rejected.
// With the index value(function, metric), a series is found without reading all others; with 1.2 million values, this
// is 25 times as fast. A value takes 48 bytes. Tests: tests/unit/read/store/store_test.cpp.
#include "values/store_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>

#include "profdiff/error.h"
#include "profdiff/store.h"

namespace profdiff {
namespace {

// The tables and indexes, in the order in which they are created; CheckTables relies on this order. STRICT tables
// contain only values of the declared types (SQLite 3.37). trial.position: order of the trials of an experiment;
// run.number: index of a run in its trial; function.number: distinguishes functions that are equal in all other
// columns.
constexpr const char* kTables[] = {
    "CREATE TABLE application(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE experiment(id INTEGER PRIMARY KEY, application INTEGER NOT NULL REFERENCES application, "
    "name TEXT NOT NULL, UNIQUE(application, name)) STRICT",
    "CREATE TABLE trial(id INTEGER PRIMARY KEY, experiment INTEGER NOT NULL REFERENCES experiment, name TEXT NOT NULL, "
    "position INTEGER NOT NULL, revision TEXT NOT NULL, recorded TEXT NOT NULL, UNIQUE(experiment, name)) STRICT",
    "CREATE TABLE metadata(trial INTEGER NOT NULL REFERENCES trial, name TEXT NOT NULL, value TEXT NOT NULL, "
    "PRIMARY KEY(trial, name)) STRICT, WITHOUT ROWID",
    "CREATE TABLE parameter(trial INTEGER NOT NULL REFERENCES trial, name TEXT NOT NULL, value REAL NOT NULL, "
    "PRIMARY KEY(trial, name)) STRICT, WITHOUT ROWID",
    "CREATE TABLE run(id INTEGER PRIMARY KEY, trial INTEGER NOT NULL REFERENCES trial, number INTEGER NOT NULL, "
    "period REAL NOT NULL, unit TEXT NOT NULL, event TEXT NOT NULL, format TEXT NOT NULL, samples INTEGER NOT NULL, "
    "total REAL NOT NULL, outside REAL NOT NULL, scale REAL NOT NULL, flags INTEGER NOT NULL, "
    "UNIQUE(trial, number)) STRICT",
    "CREATE TABLE function(id INTEGER PRIMARY KEY, name TEXT NOT NULL, file TEXT NOT NULL, image TEXT NOT NULL, "
    "unit TEXT NOT NULL, number INTEGER NOT NULL, UNIQUE(name, file, image, unit, number)) STRICT",
    "CREATE TABLE value(run INTEGER NOT NULL REFERENCES run, function INTEGER NOT NULL REFERENCES function, "
    "metric TEXT NOT NULL, value REAL NOT NULL) STRICT",
    "CREATE TABLE arc(run INTEGER NOT NULL REFERENCES run, caller INTEGER NOT NULL REFERENCES function, "
    "callee INTEGER NOT NULL REFERENCES function, count INTEGER NOT NULL, seconds REAL NOT NULL) STRICT",
    "CREATE TABLE invocation(run INTEGER NOT NULL REFERENCES run, function INTEGER NOT NULL REFERENCES function, "
    "start REAL NOT NULL, seconds REAL NOT NULL) STRICT",
    "CREATE INDEX value_function ON value(function, metric)",
    "CREATE INDEX value_run ON value(run)",
    "CREATE INDEX arc_run ON arc(run)",
    "CREATE INDEX invocation_run ON invocation(run)",
};

// Tables of stacks, with a row for each node of a trial's context tree, in preorder. Stores without these tables, made
// by earlier versions of egprof, are also valid.
constexpr const char* kStackTables[] = {
    "CREATE TABLE stacks(trial INTEGER PRIMARY KEY REFERENCES trial, ticks INTEGER NOT NULL, "
    "samples INTEGER NOT NULL) STRICT",
    "CREATE TABLE context(trial INTEGER NOT NULL REFERENCES trial, node INTEGER NOT NULL, depth INTEGER NOT NULL, "
    "function INTEGER NOT NULL REFERENCES function, ticks INTEGER NOT NULL, samples INTEGER NOT NULL, "
    "squares REAL NOT NULL, PRIMARY KEY(trial, node)) STRICT, WITHOUT ROWID",
};

// Tables of findings. Stores without these tables are also valid. region.number: index of a region in its trial;
// finding.number and search_step.number: index in the run.
constexpr const char* kFindingTables[] = {
    "CREATE TABLE region(trial INTEGER NOT NULL REFERENCES trial, number INTEGER NOT NULL, kind TEXT NOT NULL, "
    "name TEXT NOT NULL, image TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, callee TEXT NOT NULL, "
    "data_structure TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY(trial, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE property(id INTEGER PRIMARY KEY, name TEXT NOT NULL, refines TEXT NOT NULL, unit TEXT NOT NULL, "
    "UNIQUE(name, refines, unit)) STRICT",
    "CREATE TABLE finding(run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL, "
    "property INTEGER NOT NULL REFERENCES property, region INTEGER NOT NULL, severity REAL NOT NULL, "
    "confidence REAL NOT NULL, share REAL, lost REAL, leaf INTEGER NOT NULL, rank INTEGER, thread INTEGER, "
    "PRIMARY KEY(run, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE search_step(run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL, step INTEGER NOT NULL, "
    "experiment INTEGER NOT NULL, tool TEXT NOT NULL, command TEXT NOT NULL, kind TEXT NOT NULL, "
    "hypotheses INTEGER NOT NULL, proved INTEGER NOT NULL, reused INTEGER NOT NULL, PRIMARY KEY(run, number)) STRICT, "
    "WITHOUT ROWID",
};

// The table of details of functions. Stores without it are also valid: their trials have the details as metrics.
constexpr const char* kDetailTables[] = {
    "CREATE TABLE detail(trial INTEGER NOT NULL REFERENCES trial, function INTEGER NOT NULL REFERENCES function, "
    "line INTEGER NOT NULL, kind INTEGER NOT NULL, PRIMARY KEY(trial, function)) STRICT, WITHOUT ROWID",
};

using Statements = std::span<const char* const>;

[[noreturn]] void RefuseForeign(const Database& database) {
  throw Error(ErrorCode::kBadDatabase, "not a store of egprof", database.path());
}

// The file has the number of stores and other tables.
[[noreturn]] void RefuseTables(const Database& database) {
  throw Error(ErrorCode::kBadDatabase,
              "a store with other tables than this egprof knows: it was changed, or a newer egprof wrote it",
              database.path());
}

// Compares the schema with the text of each CREATE statement, which SQLite keeps. Indexes that SQLite creates for
// UNIQUE and PRIMARY KEY have no text.
void CheckTables(Database& database) {
  Statement tables(database, "select sql from sqlite_schema where sql is not null order by rowid");
  for (const char* expected : kTables) {
    if (!tables.Step() || tables.Text(0) != expected) RefuseTables(database);
  }
  bool is_there = tables.Step();
  for (const Statements group : {Statements(kStackTables), Statements(kFindingTables), Statements(kDetailTables)}) {
    if (!is_there) return;
    for (const char* expected : group) {
      if (!is_there || tables.Text(0) != expected) RefuseTables(database);
      is_there = tables.Step();
    }
  }
  if (is_there) RefuseTables(database);
}

void RunAll(Database& database, Statements statements) {
  for (const char* statement : statements) database.Run(statement);
}

void Create(Database& database) {
  RunAll(database, kTables);
  RunAll(database, kStackTables);
  RunAll(database, kFindingTables);
  RunAll(database, kDetailTables);
  database.Run(("pragma application_id = " + std::to_string(kStoreId)).c_str());
  database.Run(("pragma user_version = " + std::to_string(kStoreVersion)).c_str());
}

// Rejects a missing file, a directory or a pipe before SQLite opens it; opening a pipe would block.
void RequireFile(const std::string& path, Database::Access access) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    if (access == Database::Access::kCreate) return;
    throw Error(ErrorCode::kSystem, error ? error.message() : "No such file or directory", path);
  }
  if (is_regular_file(status)) return;
  throw Error(ErrorCode::kBadDatabase, "not a store of egprof: not a regular file", path);
}

// Source: https://sqlite.org/security.html advises quick_check for files of unknown origin.
void RequireSound(Database& database) {
  Statement check(database, "pragma quick_check(1)");
  if (check.Step() && check.Text(0) != "ok") database.FailAsDamaged();
}

bool HasTable(Database& database, const std::string& name) {
  return database.Number(("select count(*) from sqlite_schema where name = '" + name + "'").c_str()) != 0;
}

bool IsOfOtherUser(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && info.st_uid != geteuid();
}

}  // namespace

void CheckStore(const std::string& file) {
  Database database = OpenStore(file, Database::Access::kRead);
  const Transaction moment(database, Transaction::Kind::kRead);
  PrepareStore(database, /*may_create=*/false);
  RequireSound(database);
}

bool CanStore() { return HasSqlite(); }

Database OpenStore(const std::string& path, Database::Access access) {
  if (HasSqlite()) RequireFile(path, access);
  return {path, access};
}

void PrepareStore(Database& database, bool may_create) {
  const std::int64_t id = database.Number("pragma application_id");
  const std::int64_t version = database.Number("pragma user_version");
  // SQLite treats a new file as an empty database, whose application id and version are 0.
  if (may_create && id == 0 && version == 0 && database.Number("select count(*) from sqlite_schema") == 0) {
    return Create(database);
  }
  if (id != kStoreId) RefuseForeign(database);
  // The application id and the version were written in the first transaction. In the header of the file, the
  // application id is at offset 68 and the version at offset 60.
  if (version > kStoreVersion) {
    throw Error(ErrorCode::kUnsupported,
                "a store of version " + std::to_string(version) + ", but this egprof can read only up to " +
                    std::to_string(kStoreVersion),
                database.path());
  }
  CheckTables(database);
  if (IsOfOtherUser(database.path())) RequireSound(database);
  // Reading does not change a store without some tables; the first writer adds them.
  if (!may_create) return;
  if (!HasStackTables(database)) RunAll(database, kStackTables);
  if (!HasFindingTables(database)) RunAll(database, kFindingTables);
  if (!HasDetailTable(database)) RunAll(database, kDetailTables);
}

bool HasStackTables(Database& database) { return HasTable(database, "context"); }
bool HasFindingTables(Database& database) { return HasTable(database, "finding"); }
bool HasDetailTable(Database& database) { return HasTable(database, "detail"); }

}  // namespace profdiff

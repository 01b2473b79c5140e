// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite with its defences enabled. Source: https://sqlite.org/security.html, "Untrusted SQLite Database Files".
// Test: tests/cli/db/run.py.
#include "base/sqlite.h"

#include <utility>

#include "base/utf8.h"
#include "profdiff/error.h"

#ifdef PROFDIFF_HAS_SQLITE
#include <sqlite3.h>
#endif

namespace profdiff {

#ifdef PROFDIFF_HAS_SQLITE

namespace {

// Run-time limits, from the section "Untrusted SQL Inputs" of the page named above. They can be low because egprof's
// statements are small. A crafted schema or value can therefore cost only a little time and memory. A string has at
// most 16 MiB.
struct Limit {
  int what, most;
};
constexpr Limit kLimits[] = {
    {SQLITE_LIMIT_LENGTH, 1 << 24},   {SQLITE_LIMIT_SQL_LENGTH, 1 << 16}, {SQLITE_LIMIT_COLUMN, 64},
    {SQLITE_LIMIT_EXPR_DEPTH, 20},    {SQLITE_LIMIT_COMPOUND_SELECT, 4},  {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 0},  {SQLITE_LIMIT_VDBE_OP, 25'000},     {SQLITE_LIMIT_VARIABLE_NUMBER, 64},
    {SQLITE_LIMIT_WORKER_THREADS, 0}, {SQLITE_LIMIT_FUNCTION_ARG, 8},     {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
};

// Disables the features that let a schema run code while egprof executes a statement: triggers, views, functions that
// they call, and extensions. DEFENSIVE disables SQL statements that can corrupt the file itself.
void Defend(sqlite3* database) {
  sqlite3_extended_result_codes(database, 1);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_exec(database, "pragma cell_size_check = on", nullptr, nullptr, nullptr);
  for (const Limit& limit : kLimits) sqlite3_limit(database, limit.what, limit.most);
}

int FlagsOf(Database::Access access) {
  if (access == Database::Access::kRead) return SQLITE_OPEN_READONLY;
  return SQLITE_OPEN_READWRITE | (access == Database::Access::kCreate ? SQLITE_OPEN_CREATE : 0);
}

// True if a killed writer left a journal, which must be rolled back before reading. This is the only case in which a
// reader opens the file for writing.
bool HasJournalOfStopped(sqlite3* database) {
  const int code = sqlite3_exec(database, "select count(*) from sqlite_schema", nullptr, nullptr, nullptr);
  return code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY || code == SQLITE_READONLY_CANTINIT;
}

}  // namespace

bool HasSqlite() { return true; }

Database::Database(std::string path, Access access, int wait_milliseconds) : path_(std::move(path)) {
  const auto open = [&](Access how) {
    // "./" keeps SQLite from giving names a special meaning: "file:" starts a URI, and ":memory:" is not a file.
    const std::string file = path_.starts_with('/') ? path_ : "./" + path_;
    // Uses NOMUTEX, as each connection is used by one thread at a time.
    const int code = sqlite3_open_v2(file.c_str(), &database_, FlagsOf(how) | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) {
      // A failed open nevertheless returns a handle, unless memory is exhausted. The handle contains the cause and must
      // be closed.
      try {
        Fail(database_ == nullptr ? code : sqlite3_extended_errcode(database_));
      } catch (...) {
        sqlite3_close_v2(database_);
        throw;
      }
    }
    Defend(database_);
    sqlite3_busy_timeout(database_, wait_milliseconds);
  };
  open(access);
  if (access != Access::kRead || !HasJournalOfStopped(database_)) return;
  sqlite3_close_v2(std::exchange(database_, nullptr));
  open(Access::kWrite);
}

Database::~Database() { sqlite3_close_v2(database_); }

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)), database_(std::exchange(other.database_, nullptr)) {}

void Database::Fail(int code) const {
  switch (code & 0xff) {  // the low byte of an extended error code is the primary error code
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorCode::kSystem, "locked: another program is writing to it; try again", path_);
    case SQLITE_NOTADB:
      throw Error(ErrorCode::kBadDatabase, "not a store of egprof", path_);
    // The statements are valid for the tables of a store. Therefore, if a statement cannot be compiled or a value has
    // another type, the file contradicts its own schema.
    case SQLITE_CORRUPT:
    case SQLITE_MISMATCH:
    case SQLITE_ERROR:
      FailAsDamaged();
    // A text, or all texts of a row together.
    case SQLITE_TOOBIG:
      throw Error(ErrorCode::kUnsupported, "a name of more than 16 MiB cannot be stored", path_);
    case SQLITE_FULL:
      throw Error(ErrorCode::kSystem,
                  "No space left on device; if there is a file " + path_ +
                      "-journal, it belongs to the store: the next command that opens the store restores it from there",
                  path_);
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_READONLY:
      throw Error(ErrorCode::kSystem, "cannot be written: the file is read-only", path_);
    default:
      throw Error(ErrorCode::kSystem, sqlite3_errstr(code), path_);
  }
}

void Database::FailAsDamaged() const {
  throw Error(ErrorCode::kBadDatabase, "damaged: the contents of this store are inconsistent", path_);
}

void Database::Run(const char* sql) {
  const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) Fail(code);
}

std::int64_t Database::LastId() const { return sqlite3_last_insert_rowid(database_); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  const int code = sqlite3_prepare_v3(database.database_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
  if (code != SQLITE_OK) database_.Fail(code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::Bind(int place, std::int64_t value) {
  Require(sqlite3_bind_int64(statement_, place, value));
  return *this;
}

Statement& Statement::Bind(int place, double value) {
  Require(sqlite3_bind_double(statement_, place, value));
  return *this;
}

Statement& Statement::Bind(int place, std::string_view text) {
  // A null pointer would bind SQL's NULL, not an empty string. TRANSIENT makes SQLite copy the string, as callers pass
  // temporaries.
  Require(sqlite3_bind_text64(statement_, place, text.data() == nullptr ? "" : text.data(), text.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::BindNull(int place) {
  Require(sqlite3_bind_null(statement_, place));
  return *this;
}

// Throws the error for a failed binding. Binding fails if a string is too long for SQLite, or if memory is exhausted.
void Statement::Require(int code) const {
  if (code != SQLITE_OK) database_.Fail(code);
}

bool Statement::Step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.Fail(code);
  Reset();
  return false;
}

void Statement::Reset() { sqlite3_reset(statement_); }

// The type is checked before each value is read, as the sqlite3_column functions convert silently, and tables of a
// crafted file can contain any type.
std::int64_t Statement::Whole(int column) {
  if (sqlite3_column_type(statement_, column) != SQLITE_INTEGER) database_.FailAsDamaged();
  return sqlite3_column_int64(statement_, column);
}

double Statement::Real(int column) {
  if (sqlite3_column_type(statement_, column) != SQLITE_FLOAT) database_.FailAsDamaged();
  return sqlite3_column_double(statement_, column);
}

std::string Statement::Text(int column) {
  if (sqlite3_column_type(statement_, column) != SQLITE_TEXT) database_.FailAsDamaged();
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Statement::IsNull(int column) { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

#else

bool HasSqlite() { return false; }

Database::Database(std::string path, Access, int) : path_(std::move(path)) {
  throw Error(ErrorCode::kUnsupported,
              "this build cannot use stores: it was compiled without SQLite (Debian: libsqlite3-dev)", path_);
}
Database::~Database() = default;
Database::Database(Database&& other) noexcept : path_(std::move(other.path_)) {}
void Database::FailAsDamaged() const { throw Error(ErrorCode::kBadDatabase, "damaged", path_); }
void Database::Run(const char*) {}
std::int64_t Database::LastId() const { return 0; }
Statement::Statement(Database& database, std::string_view) : database_(database) {}
Statement::~Statement() = default;
Statement& Statement::Bind(int, std::int64_t) { return *this; }
Statement& Statement::Bind(int, double) { return *this; }
Statement& Statement::Bind(int, std::string_view) { return *this; }
Statement& Statement::BindNull(int) { return *this; }
bool Statement::IsNull(int) { return true; }
bool Statement::Step() { return false; }
void Statement::Reset() {}
std::int64_t Statement::Whole(int) { return 0; }
double Statement::Real(int) { return 0; }
std::string Statement::Text(int) { return ""; }

#endif

void Statement::Finish() {
  while (Step()) {
  }
}

std::int64_t Database::Number(const char* sql) {
  Statement statement(*this, sql);
  return statement.Step() ? statement.Whole(0) : 0;
}

// "immediate" acquires the write lock at the start. Otherwise, a transaction that reads first and writes later would
// fail half-way, and could not wait, if another program had written in between.
Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.Run(kind == Kind::kWrite ? "begin immediate" : "begin");
}

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.Run("rollback");
  } catch (...) {  // closing the database also rolls back
  }
}

void Transaction::Commit() {
  database_.Run("commit");
  is_open_ = false;
}

}  // namespace profdiff

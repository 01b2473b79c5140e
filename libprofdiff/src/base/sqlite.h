// SPDX-License-Identifier: GPL-3.0-or-later
// Access to SQLite databases. Only sqlite.cpp includes SQLite. Files are untrusted: triggers, views, extensions and
// access to other databases are disabled, and a value of an unexpected type is reported as damage of the file.
// Tests: tests/cli/db/run.py.
#ifndef PROFDIFF_BASE_SQLITE_H_
#define PROFDIFF_BASE_SQLITE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace profdiff {

// True if this build includes SQLite.
bool HasSqlite();

// An open database.
// Errors: kSystem for a file that cannot be opened or written, and for a database that another program locks for longer
// than kWaitMilliseconds; kBadDatabase for a damaged database; kUnsupported in a build without SQLite.
class Database {
 public:
  enum class Access { kRead, kWrite, kCreate };
  static constexpr int kWaitMilliseconds = 10'000;

  Database(std::string path, Access access, int wait_milliseconds = kWaitMilliseconds);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;

  const std::string& path() const { return path_; }
  void Run(const char* sql);
  // Returns the integer result of a query; 0 if there is no row.
  std::int64_t Number(const char* sql);
  std::int64_t LastId() const;

  // Throws the error for an SQLite code.
  [[noreturn]] void Fail(int code) const;
  // Throws kBadDatabase, for inconsistent contents.
  [[noreturn]] void FailAsDamaged() const;

 private:
  friend class Statement;

  std::string path_;
  sqlite3* database_ = nullptr;
};

// A compiled statement. Parameters are numbered from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& Bind(int place, std::int64_t value);
  Statement& Bind(int place, double value);
  Statement& Bind(int place, std::string_view text);
  // Binds an optional value; nullopt is stored as NULL.
  template <class Value>
  Statement& Bind(int place, const std::optional<Value>& value) {
    return value ? Bind(place, *value) : BindNull(place);
  }
  // Moves to the next row. Returns false if there is none; the statement is then ready for other parameters.
  bool Step();
  void Finish();  // executes the statement to its end, ignoring rows
  // Makes the statement ready for other parameters, even if some rows have not been read.
  void Reset();

  // Return values of the current row. Errors: kBadDatabase for a value of another type, and for text that is not UTF-8.
  std::int64_t Whole(int column);
  double Real(int column);
  std::string Text(int column);
  bool IsNull(int column);

 private:
  Statement& BindNull(int place);
  void Require(int code) const;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

// A transaction. Without Commit(), all changes are rolled back. Writers wait for each other.
class Transaction {
 public:
  enum class Kind { kRead, kWrite };

  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void Commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SQLITE_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Opens store files for reading and writing, and defines their tables.
// Tests: tests/unit/read/store/store_test.cpp, tests/cli/db/run.py.
#ifndef PROFDIFF_VALUES_STORE_FILE_H_
#define PROFDIFF_VALUES_STORE_FILE_H_

#include <string>

#include "base/sqlite.h"

namespace profdiff {

inline constexpr std::int64_t kStoreId = 0x65677066;  // "egpf"
inline constexpr std::int64_t kStoreVersion = 1;

// Opens a file and checks that it is a store.
// Errors: kSystem; kBadDatabase; kBadVersion; kUnsupported.
Database OpenStore(const std::string& path, Database::Access access);

// Creates the tables of a new file, or checks existing tables. Must be called within a transaction.
// With `may_create`, also adds the tables of stacks, findings and details to a store that lacks them.
// Errors: kBadDatabase; kBadVersion.
void PrepareStore(Database& database, bool may_create);

// Return false for a store without these tables, which was made by an earlier version of egprof.
bool HasStackTables(Database& database);
bool HasFindingTables(Database& database);
bool HasDetailTable(Database& database);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STORE_FILE_H_

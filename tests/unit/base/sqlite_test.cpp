// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for a database to which another program is writing.
#include "base/sqlite.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"
#include "support/temporary_folder.h"

namespace profdiff::sqlite_test {

TEST_CASE("a locked database leads to a wait, and then to an error with a remedy", "[sqlite]") {
  if (!HasSqlite()) return;
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() + "/store";
  Database first(path, Database::Access::kCreate);
  first.Run("create table t (a integer)");
  first.Run("begin exclusive");
  Database second(path, Database::Access::kWrite, 1);
  CHECK_THROWS_WITH(second.Run("insert into t values (1)"), Catch::Contains("locked: another program"));
  first.Run("commit");
  second.Run("insert into t values (1)");
  CHECK(first.Number("select count(*) from t") == 1);
}

}  // namespace profdiff::sqlite_test

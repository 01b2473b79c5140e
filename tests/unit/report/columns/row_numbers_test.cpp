// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/columns/row_numbers.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "read/file/json_document.h"
#include "read/file/json_parser.h"

namespace profdiff::row_numbers_test {
namespace {

// Returns the properties of a definition in the schema of documents.
const DocumentValue& PropertiesOf(const DocumentValue& schema, const char* definition) {
  return *schema.Find("$defs")->Find(definition)->Find("properties");
}

TEST_CASE("each number has a description, and a reader of its value", "[columns]") {
  std::set<std::string_view> keys, names;
  for (const RowNumber& number : RowNumbers()) {
    INFO(number.key);
    CHECK(keys.insert(number.key).second);
    CHECK((number.name.empty() || names.insert(number.name).second));
    CHECK_FALSE(number.description.empty());
    CHECK((number.count != nullptr) == (number.kind == NumberKind::kCount));
    CHECK((number.value != nullptr) == (number.kind != NumberKind::kCount));
    CHECK((number.name.empty() || !number.heading.empty()));
    CHECK((number.in.documents || !number.in.tables));
    CHECK((number.in.documents || !number.in.pages));
  }
}

TEST_CASE("the schema has each number of documents", "[columns]") {
  if (!CanParseJson()) return;
  const DocumentValue schema = ReadJsonDocument(PROFDIFF_TESTDATA "/../libprofdiff/schema/egprof-1.schema.json");
  for (const RowNumber& number : RowNumbers()) {
    INFO(number.key);
    const std::string key(number.key);
    CHECK((PropertiesOf(schema, "numbers").Find(key) != nullptr) == number.in.documents);
    CHECK((PropertiesOf(schema, "changes").Find(key) != nullptr) == number.in.documents);
  }
}

}  // namespace
}  // namespace profdiff::row_numbers_test

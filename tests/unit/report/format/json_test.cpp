// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for documents as JSON, byte for byte.
#include "report/format/json.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace profdiff::json_test {
namespace {

// Returns a document with one table.
std::string TableOf(std::string_view columns, const std::vector<std::vector<Cell>>& rows,
                    const JsonLayout& layout = kJsonLines) {
  std::string out;
  JsonWriter json(out, layout);
  json.StartTable("rows", ListColumns(columns));
  for (const std::vector<Cell>& row : rows) {
    for (const Cell& cell : row) json.AddCell(cell);
    json.EndRow();
  }
  json.EndTable();
  json.Finish();
  return out;
}

}  // namespace

TEST_CASE("keys and rows are lines") {
  CHECK(TableOf("a b", {}) == "{\n\"rows\": []\n}\n");
  CHECK(TableOf("a b", {{1, "x"}, {true, Cell()}}) ==
        "{\n\"rows\": [\n  {\"a\":1,\"b\":\"x\"},\n  {\"a\":true,\"b\":null}\n]\n}\n");
}

TEST_CASE("members of one object are together, and an object without values is null") {
  CHECK(TableOf("n a.x a.y b.x m", {{1, 2, 3, 4, 5}, {1, Cell(), Cell(), 4, 5}, {1, Cell(), 3, Cell(), 5}}) ==
        "{\n\"rows\": [\n"
        "  {\"n\":1,\"a\":{\"x\":2,\"y\":3},\"b\":{\"x\":4},\"m\":5},\n"
        "  {\"n\":1,\"a\":null,\"b\":{\"x\":4},\"m\":5},\n"
        "  {\"n\":1,\"a\":{\"x\":null,\"y\":3},\"b\":null,\"m\":5}\n]\n}\n");
}

TEST_CASE("rows alone are lines, and text that could end a script is escaped") {
  CHECK(TableOf("a o.b", {{"</a>", 1}, {"&", 2}}, kJsonRows) ==
        "{\"rows\": [\n{\"a\": \"\\u003c/a\\u003e\", \"o\": {\"b\": 1}},\n"
        "{\"a\": \"\\u0026\", \"o\": {\"b\": 2}}\n]}\n");
}

TEST_CASE("values of a document") {
  std::string out;
  JsonWriter json(out);
  json.AddValue("text", "a\"\\\b\f\n\r\t\x01\x1f\x7f<\xc3\xa9");
  json.AddValue("list", Cell::List{1, -2, Cell::List{}, "x"});
  json.AddValue("record", Cell::Record{{"a", false}, {"b", Cell::Record{}}, {"c", std::uint64_t{1} << 63}});
  json.Finish();
  CHECK(out ==
        "{\n\"text\": \"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\x7f<\xc3\xa9\",\n\"list\": [1,-2,[],\"x\"],\n"
        "\"record\": {\"a\":false,\"b\":{},\"c\":9223372036854775808}\n}\n");
}

TEST_CASE("real numbers have a point or an exponent, and those that are not finite are null") {
  CHECK(TableOf("a", {{1.0},
                      {-0.0},
                      {0.1},
                      {1e-4},
                      {1e-7},
                      {123456789012345.0},
                      {1e15},
                      {1e300},
                      {5e-324},
                      {std::nan("")},
                      {HUGE_VAL}}) ==
        "{\n\"rows\": [\n  {\"a\":1.0},\n  {\"a\":-0.0},\n  {\"a\":0.1},\n  {\"a\":0.0001},\n  {\"a\":1e-07},\n"
        "  {\"a\":123456789012345.0},\n  {\"a\":1e+15},\n  {\"a\":1e+300},\n  {\"a\":5e-324},\n"
        "  {\"a\":null},\n  {\"a\":null}\n]\n}\n");
}

}  // namespace profdiff::json_test

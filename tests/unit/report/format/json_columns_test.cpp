// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-for-byte tests for JSON that has an array for each column of a table instead of an object for each row.
#include "report/format/json_columns.h"

#include <catch2/catch.hpp>

#include "report/format/json.h"

namespace profdiff::json_columns_test {

TEST_CASE("a table is an object of columns, and a value that all rows have is written once", "[page]") {
  JsonColumnsWriter writer;
  writer.AddValue("kind", Cell("x<y\xe2\x80\xa8"));
  writer.AddValue("list", Cell(Cell::List{1, 2.5}));
  const std::vector<TableColumn> columns = ListColumns("id base.self same late again none");
  writer.StartTable("rows", columns);
  for (int row = 1; row <= 6; ++row) {
    writer.AddCell(row);
    writer.AddCell(row * 0.5);
    writer.AddCell("a");
    writer.AddCell(row == 3 ? "changed" : "unchanged");
    writer.AddCell(row == 3 ? "changed" : "unchanged");
    writer.AddCell(Cell());
    writer.EndRow();
  }
  writer.EndTable();
  writer.StartTable("empty", columns);
  writer.EndTable();
  const std::vector<JsonBlock> blocks = writer.TakeBlocks();
  REQUIRE(blocks.size() == 3);
  CHECK(blocks[0].name == "document");
  CHECK(blocks[0].text == R"({"kind":"x\u003cy\u2028","list":[1,2.5]})");
  CHECK(blocks[1].name == "rows");
  CHECK(blocks[1].text ==
        R"({"rows":6,"columns":{"id":[1,2,3,4,5,6],"base.self":[0.5,1,1.5,2,2.5,3],"same":"a",)"
        R"("late":{"words":["unchanged","changed"],"rows":[0,0,1,0,0,0]},"again":{"as":"late"},"none":null}})");
  CHECK(blocks[2].text ==
        R"({"rows":0,"columns":{"id":null,"base.self":null,"same":null,"late":null,"again":null,"none":null}})");
}

}  // namespace profdiff::json_columns_test

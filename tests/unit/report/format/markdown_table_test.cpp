// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables and comments in Markdown.
#include "report/format/markdown_table.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profdiff::markdown_table_test {
namespace {

struct Sale {
  std::string what;
  double price = 0;
};

Fields<Sale> SaleFields() {
  Fields<Sale> fields;
  fields.Add("what", [](const Sale& sale) { return Cell(sale.what); });
  fields.Add("price", [](const Sale& sale) { return Cell(sale.price); });
  return fields;
}

const std::vector<TableColumn> kColumns = {{.heading = "price", .unit = "EUR", .width = 6, .digits = 1},
                                           {.heading = "sold", .key = "what", .width = 4, .left = true},
                                           {.heading = "name", .key = "what"}};

TEST_CASE("Columns without width contain code, others words", "[markdown]") {
  std::string out;
  CHECK(AppendCommentTable(out, kColumns, SaleFields(), std::vector<Sale>{{"tea", 1.75}, {"a|b", -0.04}, {"", 2}}) ==
        0);
  CHECK(out ==
        "| price EUR | sold | name |\n|--:|:--|:--|\n| 1.8 | tea | `tea` |\n| 0.0 | `a\\|b` | `a\\|b` |\n"
        "| 2.0 | | |\n\n");
}

TEST_CASE("A comment has ten rows and counts the others", "[markdown]") {
  std::string out;
  CHECK(AppendCommentTable(out, kColumns, SaleFields(), std::vector<Sale>(23, Sale{"tea", 1})) == 13);
  CHECK(std::count(out.begin(), out.end(), '\n') == 2 + 10 + 1);
  out.clear();
  CHECK(AppendCommentTable(out, kColumns, SaleFields(), std::vector<Sale>()) == 0);
  CHECK(out.empty());
}

TEST_CASE("A table in a comment has no empty columns", "[markdown]") {
  std::string out;
  AppendCommentTable(out, kColumns, SaleFields(), std::vector<Sale>(2));
  CHECK(out == "| price EUR |\n|--:|\n| 0.0 |\n| 0.0 |\n\n");
}

TEST_CASE("The first line of a comment is the answer", "[markdown]") {
  std::string out;
  AppendCommentHead(out, "differs: #1\n  lost: f\n  new: g\n\nnoise: unknown\n");
  CHECK(out == "**differs: `#1`**\n\n- lost: f\n- new: g\n\nnoise: unknown\n\n");
  out.clear();
  AppendCommentHead(out, "a\n  b");
  CHECK(out == "**a**\n\n- b\n\n");
  out.clear();
  std::string many;
  for (int i = 0; i < 30; ++i) many += "line\n";
  AppendCommentHead(out, many);
  CHECK(out.ends_with("and 14 more lines\n\n"));
}

}  // namespace
}  // namespace profdiff::markdown_table_test

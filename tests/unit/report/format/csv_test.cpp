// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for tables as CSV, byte for byte.
#include "report/format/csv.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace profdiff::csv_test {
namespace {

std::string RowOf(const std::vector<Cell>& cells) {
  std::string out;
  CsvWriter csv(out);
  for (const Cell& cell : cells) csv.AddCell(cell);
  csv.EndRow();
  return out;
}

std::string RealCell(double value) {
  const std::string row = RowOf({value});
  return row.substr(0, row.size() - 2);
}

}  // namespace

TEST_CASE("cells are quoted where RFC 4180 requires it, and nowhere else") {
  CHECK(RowOf({"plain", "f(int, char)", "say \"so\"", "a\nb", "", " x "}) ==
        "plain,\"f(int, char)\",\"say \"\"so\"\"\",\"a\nb\",, x \r\n");
}

TEST_CASE("texts that a spreadsheet would treat as formulas have an apostrophe, numbers have none") {
  CHECK(RowOf({"=1+1", "+[Class of]", "-[Class of]", "@a", "'a", "a=b"}) ==
        "'=1+1,'+[Class of],'-[Class of],'@a,''a,a=b\r\n");
  CHECK(RowOf({"=a,\"b\"", "\ta", "\ra", "'", -0.5, -1}) == "\"'=a,\"\"b\"\"\",'\ta,\"'\ra\",'',-0.5,-1\r\n");
}

TEST_CASE("readers get control characters as they are, and those that end a line within quotes") {
  CHECK(RowOf({"\x1b[31m", "\u202e", "a\rb", "\vc"}) == "\x1b[31m,\u202e,\"a\rb\",\vc\r\n");
}

TEST_CASE("numbers, flags, lists and empty cells") {
  CHECK(RowOf({std::uint64_t{18446744073709551615U}, std::int64_t{-3}, UnlessZero(0), UnlessZero(7)}) ==
        "18446744073709551615,-3,,7\r\n");
  CHECK(RowOf({true, false, Cell(), Cell(), 0.5}) == "true,false,,,0.5\r\n");
  CHECK(RowOf({Cell::List{1, "a,b", 0.5}, Cell::Record{{"a", 1}, {"b", "x"}}}) == "\"1 a,b 0.5\",a=1 b=x\r\n");
}

TEST_CASE("an empty line separates tables") {
  std::string out;
  CsvWriter csv(out);
  for (int table = 0; table < 2; ++table)
    csv.StartTable("t", std::vector<TableColumn>{{.heading = "a"}, {.heading = "=b"}});
  CHECK(out == "a,'=b\r\n\r\na,'=b\r\n");
}

TEST_CASE("real numbers are the shortest that are read back unchanged") {
  CHECK(RealCell(5.51) == "5.51");
  CHECK(RealCell(-0.0) == "0");
  CHECK(RealCell(0.1 + 0.2) == "0.30000000000000004");
  CHECK(RealCell(std::numeric_limits<double>::quiet_NaN()).empty());
  CHECK(RealCell(-std::numeric_limits<double>::infinity()).empty());
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    double value = static_cast<double>(random()) / static_cast<double>(random() | 1);
    CHECK(std::strtod(RealCell(value).c_str(), nullptr) == value);
  }
}

}  // namespace profdiff::csv_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of CSV, byte for byte.
#include "report/format/csv.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

using namespace profdiff;

namespace {

std::string RealCell(double value) {
  std::string out;
  CsvWriter(out).Real(value);
  return out;
}

}  // namespace

TEST_CASE("cells are quoted where RFC 4180 asks for it, and nowhere else") {
  std::string out;
  CsvWriter csv(out);
  csv.Text("plain").Text("f(int, char)").Text("say \"so\"").Text("a\nb").Text("").Text(" x ").EndRow();
  CHECK(out == "plain,\"f(int, char)\",\"say \"\"so\"\"\",\"a\nb\",, x \r\n");
}

TEST_CASE("texts that a spreadsheet would take for formulas have an apostrophe, numbers have none") {
  std::string out;
  CsvWriter csv(out);
  csv.Text("=1+1").Text("+[Class of]").Text("-[Class of]").Text("@a").Text("'a").Text("a=b").EndRow();
  csv.Text("=a,\"b\"").Text("\ta").Text("\ra").Text("'").Real(-0.5).Count(std::int64_t{-1}).EndRow();
  CHECK(out == "'=1+1,'+[Class of],'-[Class of],'@a,''a,a=b\r\n\"'=a,\"\"b\"\"\",'\ta,\"'\ra\",'',-0.5,-1\r\n");
}

TEST_CASE("numbers, flags and empty cells") {
  std::string out;
  CsvWriter csv(out);
  csv.Count(std::uint64_t{18446744073709551615U}).Count(std::int64_t{-3}).Number(0).Number(7);
  csv.Flag(true).Flag(false).Empty(2).Real(0.5).EndRow();
  CHECK(out == "18446744073709551615,-3,,7,true,false,,,0.5\r\n");
}

TEST_CASE("an empty line stands between tables") {
  std::string out;
  for (int table = 0; table < 2; ++table) {
    CsvWriter csv(out);
    csv.StartTable();
    csv.Text("a").EndRow();
  }
  CHECK(out == "a\r\n\r\na\r\n");
}

TEST_CASE("real numbers are the shortest that read back the same") {
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

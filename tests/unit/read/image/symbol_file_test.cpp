// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for symbol files: which lines are used, and what they may contain.
#include "read/image/symbol_file.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"

namespace profdiff::symbol_file_test {

TEST_CASE("lines of functions are used, others are skipped", "[symbol_file]") {
  std::string text =
      "0000000000001000 T main\n"
      "0x1010 t helper extra text\n"
      "\t1020  T   spaced\n"
      "1030 Tglued\n"
      "1040 D data\n"
      "                 U printf\n"
      "zzz T nowhere\n"
      "1050 T\n"
      "\n"
      "1060 T last";
  std::vector<Function> functions = ParseSymbolFile(text);
  REQUIRE(functions.size() == 5);
  CHECK(functions[0].name == "main");
  CHECK(functions[0].address == 0x1000);
  CHECK_FALSE(functions[0].is_static);
  CHECK(functions[1].name == "helper");
  CHECK(functions[1].is_static);
  CHECK(functions[1].is_function);
  CHECK(functions[2].name == "spaced");
  CHECK(functions[3].name == "glued");
  CHECK(functions[4].address == 0x1060);
}

TEST_CASE("a missing symbol file is named", "[symbol_file]") {
  try {
    ReadSymbolFile("no such file");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(TextOf(error.message()) == "no such file: could not open");
  }
}

}  // namespace profdiff::symbol_file_test

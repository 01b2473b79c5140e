// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for writing link orders as text.
#include "values/ordering.h"

#include <catch2/catch.hpp>

#include "support/tables.h"

namespace profdiff::ordering_test {

TEST_CASE("an order of functions is their raw names, one on a line", "[ordering]") {
  FunctionTable table = tests::TableOf({{"_Z4leafv", 1}, {"main", 2}}, 3);
  std::string text = "before\n";
  WriteFunctionOrder(text, table, {FunctionId(std::size_t{1}), FunctionId(std::size_t{0}), FunctionId(std::size_t{1})});
  CHECK(text == "before\nmain\n_Z4leafv\nmain\n");
}

TEST_CASE("an order of files is their names, one on a line", "[ordering]") {
  std::string text;
  WriteFileOrder(text, {"b.o", "lib/a.o"});
  CHECK(text == "b.o\nlib/a.o\n");
  std::string none;
  WriteFileOrder(none, {});
  CHECK(none.empty());
}

}  // namespace profdiff::ordering_test

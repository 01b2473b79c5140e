// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/format/fitted_numbers.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::fitted_numbers_test {

TEST_CASE("columns are as wide as their widest cells", "[fitted_numbers]") {
  FittedNumbers numbers({{"base s", {"1.25", "-"}}, {"±", {"0.5", "12345"}}});
  std::string out;
  numbers.AppendHeadings(out);
  CHECK(out == "base s      ±  ");
  CHECK(numbers.width() == 15);
  std::string row;
  numbers.AppendRow(row, 1, {});
  CHECK(row == "     -  12345  ");
  numbers.DropLast();
  CHECK(numbers.width() == 8);
  CHECK(numbers.columns().size() == 1);
}

TEST_CASE("only differences have a hue, which takes no room", "[fitted_numbers]") {
  const FittedNumbers numbers({{"A", {"2", "1", "1"}}, {"A - B", {"1", "-1", "0"}, true}});
  const TextStyles styles{"<v>", "<more>", "<less>", "<noise>", "<>"};
  const char* const rows[] = {"2      <less>1<>  ", "1     <more>-1<>  ", "1      0  "};
  for (std::size_t i = 0; i < 3; ++i) {
    std::string out;
    numbers.AppendRow(out, i, styles);
    CHECK(out == rows[i]);
  }
}

}  // namespace profdiff::fitted_numbers_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "profdiff/significance.h"
#include "support/example_runs.h"

namespace profdiff::columns_test {
namespace {

std::string Table(const ColumnChoice& choice) {
  ListingOptions options;
  options.brief = true;
  options.limit = 1;
  std::string text;
  WriteFlatSideBySide(text, SubtractTests(PaperBase(), PaperOther()), {}, options, choice);
  return text;
}

TEST_CASE("columns have names and descriptions", "[columns]") {
  std::string names;
  for (const Column& column : DifferenceColumns()) {
    names.append(column.name).append(" ");
    CHECK_FALSE(column.description.empty());
    CHECK(column.needs_significance == (column.name == "interval" || column.name == "deviation"));
  }
  CHECK(names == "self total calls share per-call impact ratio interval deviation ");
  CHECK_THROWS_WITH(Table({{"self", "none"}, nullptr}), "there is no column none");
}

TEST_CASE("columns are in the chosen order", "[columns]") {
  CHECK(Table({{"calls", "share", "ratio"}, nullptr}) ==
        "      +self     -self      diff   +share   -share     diff    ratio  sym\n"
        "      calls     calls     calls   % of +   % of -   points    -/+    +-  name\n"
        "         31        22         9    50.37    23.37    27.00     0.37  XX  f_d\n"
        "3 more rows left out\n");
}

TEST_CASE("inclusive time and time per call", "[columns]") {
  CHECK(Table({{"total", "per-call"}, nullptr}) ==
        "   +total   -total     diff    +self    -self     diff  sym\n"
        "  seconds  seconds  seconds  ms/call  ms/call  ms/call  +-  name\n"
        "     5.51     2.04     3.47   177.74    92.73    85.01  XX  f_d\n"
        "3 more rows left out\n");
}

TEST_CASE("headings have the unit of the profiles", "[columns]") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  auto heading = [&](const char* unit) {
    difference.base.dimension = unit;
    std::string text;
    ListingOptions options;
    options.brief = true;
    WriteFlatSideBySide(text, difference, {}, options, {{"total", "per-call"}, nullptr});
    return text.substr(text.find('\n') + 1, 54);
  };
  CHECK(heading("us") == "       us       us       us  ns/call  ns/call  ns/call");
  CHECK(heading("ms") == "       ms       ms       ms  us/call  us/call  us/call");
  CHECK(heading("branch\nmisses") == "  branch?  branch?  branch? 1e3/call 1e3/call 1e3/call");
}

TEST_CASE("an interval, and a mark if noise explains the difference", "[columns]") {
  Significance significance;
  significance.functions.resize(4);
  for (Verdict& verdict : significance.functions) {
    verdict.low = -0.5;
    verdict.high = 1.5;
    verdict.p = 0.4;
    verdict.base_deviation = 0.25;
    verdict.base_calls_low = 30;
    verdict.base_calls_high = 32;
  }
  const ColumnChoice choice{{"interval", "deviation", "calls"}, &significance};
  const std::string heading =
      "      95 % interval    +stdev   -stdev      +self     -self      diff  sym\n"
      "      low     high    seconds  seconds      calls     calls     calls  +-  name\n";
  CHECK(Table(choice) == heading +
                             "    -0.50     1.50 ~     0.25     0.00     30..32        22         9  XX  f_d\n"
                             "3 more rows left out\n");
  for (Verdict& verdict : significance.functions) verdict.significant = true;
  CHECK(Table(choice).find("     1.50       0.25") != std::string::npos);
}

TEST_CASE("an interval after inclusive times is theirs, if they have one", "[columns]") {
  Significance significance;
  significance.functions.resize(4);
  for (Verdict& verdict : significance.functions) verdict.high = 1.5;
  const ColumnChoice choice{{"interval", "total", "interval", "self", "interval"}, &significance};
  const auto count = [&](const std::string& cell) {
    const std::string table = Table(choice);
    std::size_t found = 0;
    for (std::size_t at = 0; (at = table.find(cell, at)) != std::string::npos; at += cell.size()) ++found;
    return found;
  };
  CHECK(count("     0.00     1.50 ~") == 3);
  significance.totals.resize(4);
  for (Verdict& verdict : significance.totals) verdict = {.low = 2, .high = 2.5, .significant = true};
  CHECK(count("     0.00     1.50 ~") == 2);
  CHECK(count("     2.00     2.50  ") == 1);
  significance.evidence = Evidence::kCounted;
  CHECK(count(" 1.50") == 0);
  CHECK(count("~") == 0);
}

}  // namespace
}  // namespace profdiff::columns_test

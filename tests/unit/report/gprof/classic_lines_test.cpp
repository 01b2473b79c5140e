// SPDX-License-Identifier: GPL-3.0-or-later
// Compares lines of gprof's layouts with text recorded from gprof 2.40.
#include "report/gprof/classic_lines.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace profdiff::classic_lines_test {
namespace {

// Returns the number of lines and the number, counted from 1, of the line that is a single form feed.
std::pair<std::ptrdiff_t, std::ptrdiff_t> LinesAndFormFeed(const std::string& text) {
  std::size_t feed = text.find("\n\f\n");
  REQUIRE(feed != std::string::npos);
  auto at = text.begin() + static_cast<std::ptrdiff_t>(feed);
  return {std::count(text.begin(), text.end(), '\n'), std::count(text.begin(), at, '\n') + 2};
}

}  // namespace

TEST_CASE("explanations have gprof's number of lines", "[explanations]") {
  std::string flat, graph, bsd;
  AppendFlatExplanation(flat);
  AppendGraphExplanation(graph, false);
  AppendGraphExplanation(bsd, true);
  CHECK(LinesAndFormFeed(flat) == std::pair<std::ptrdiff_t, std::ptrdiff_t>(33, 28));
  CHECK(LinesAndFormFeed(graph) == std::pair<std::ptrdiff_t, std::ptrdiff_t>(88, 83));
  CHECK(LinesAndFormFeed(bsd) == std::pair<std::ptrdiff_t, std::ptrdiff_t>(113, 108));
}

TEST_CASE("explanations have the phrases that programs search for", "[explanations]") {
  std::string flat, graph;
  AppendFlatExplanation(flat);
  AppendGraphExplanation(graph, false);
  CHECK(flat.starts_with("\n %         the percentage of the total running time "));
  CHECK(flat.find("\n           the gprof listing if it were to be printed.\n\f\nCopyright (C) ") != std::string::npos);
  CHECK(graph.starts_with("\n This table describes the call tree of the program, and was sorted by\n"));
  CHECK(graph.find("\n the cycle.\n\f\nCopyright (C) ") != std::string::npos);
  CHECK(graph.find("granularity") == std::string::npos);
  CHECK(graph.find("]\n") == std::string::npos);
}

TEST_CASE("flat profile: heading and rows", "[classic_lines]") {
  std::string out;
  AppendFlatHeading(out, {false, true, 100, 1, 15, "seconds", 's', {'u', 1e6}});
  FlatRows(false).Append(out, {86.81, 0.13, 0.13, 4501, 28.93, 28.93});
  out += "leaf\n";
  FlatRows(false).Append(out, {13.35, 0.15, 0.02, {}, {}, {}});
  out += "main\n";
  CHECK(out ==
        "Flat profile:\n\n"
        "Each sample counts as 0.01 seconds.\n"
        "  %   cumulative   self              self     total           \n"
        " time   seconds   seconds    calls  us/call  us/call  name    \n"
        " 86.81      0.13     0.13     4501    28.93    28.93  leaf\n"
        " 13.35      0.15     0.02                             main\n");
}

TEST_CASE("a row of a flat profile does not depend on the rows above it", "[classic_lines]") {
  std::mt19937 random(1);
  const std::vector<double> numbers = {0,   0.004, 0.005,  0.01, 99.99,        1234.5,
                                       1e9, 1e15,  -0.001, -3.5, std::nan(""), HUGE_VAL};
  const auto number = [&] { return numbers[random() % numbers.size()]; };
  const auto cell = [&] { return random() % 3 == 0 ? std::nullopt : std::optional(number()); };
  const std::vector<Count> counts = {1, 2, 99999999, ~std::uint64_t{0}, -1, std::int64_t{-99999999}};
  FlatRows rows(false);
  for (int i = 0; i < 20000; ++i) {
    FlatRow row{number(), number(), number(), {}, cell(), cell()};
    if (random() % 3 != 0) row.calls = counts[random() % counts.size()];
    std::string alone, below;
    FlatRows(false).Append(alone, row);
    rows.Append(below, row);
    REQUIRE(below == alone);
  }
}

TEST_CASE("without bins there is no number of bytes per sample", "[classic_lines]") {
  for (double scale : {HUGE_VAL, std::nan(""), 0x1p63}) {
    std::string out;
    AppendFlatHeading(out, {true, true, 100, scale, 0, "seconds", 's', {'u', 1e6}});
    CHECK(out.find("granularity: each sample hit covers 0 byte(s) no time accumulated") != std::string::npos);
  }
}

TEST_CASE("the unit of per-call times", "[classic_lines]") {
  CHECK(ChoosePerCallUnit(0).prefix == 'T');
  CHECK(ChoosePerCallUnit(8.52).prefix == ' ');
  CHECK(ChoosePerCallUnit(0.999).prefix == 'm');
  CHECK(ChoosePerCallUnit(1000).prefix == 'K');
  CHECK(ChoosePerCallUnit(2e-17).prefix == 'a');
}

TEST_CASE("call graph: lines of an entry", "[classic_lines]") {
  std::string out;
  AppendSpontaneous(out, false);
  AppendPrimaryLine(out, false, {1, 100.0, 0.0, 0.15, {}, {}});
  out += "main [1]\n";
  AppendArcLine(out, false, {true, 0.0, 0.05, 300, 300});
  out += "fact [4]\n";
  AppendArcLine(out, false, {false, 0, 0, 1500, 0});
  out += "fact [4]\n";
  AppendPrimaryLine(out, false, {4, 34.7, 0.0, 0.05, 300, 1500});
  out += "fact [4]\n";
  AppendEntryEnd(out, false);
  CHECK(out ==
        "                                                 <spontaneous>\n"
        "[1]    100.0    0.00    0.15                 main [1]\n"
        "                0.00    0.05     300/300         fact [4]\n"
        "                                1500             fact [4]\n"
        "[4]     34.7    0.00    0.05     300+1500    fact [4]\n"
        "-----------------------------------------------\n");
}

TEST_CASE("call graph: a cycle and its members", "[classic_lines]") {
  std::string out;
  AppendCycleLine(out, false, {3, 46.2, 0.0, 0.07, 300, 2100}, 1);
  AppendMemberLine(out, false, {0, 0, 0.0, 0.03, 1200, {}});
  out += "odd <cycle 1> [6]\n";
  CHECK(out ==
        "[3]     46.2    0.00    0.07     300+2100    <cycle 1 as a whole> [3]\n"
        "                0.00    0.03    1200             odd <cycle 1> [6]\n");
}

TEST_CASE("numbers of five digits lose their bracket, as in gprof, but not in a difference", "[classic_lines]") {
  PrimaryLine line;
  line.number = 10000;
  std::string cut, whole;
  AppendPrimaryLine(cut, false, line);
  line.cut_number = false;
  AppendPrimaryLine(whole, false, line);
  CHECK(cut.substr(0, 7) == "[10000 ");
  CHECK(whole.substr(0, 8) == "[10000] ");
}

TEST_CASE("counts have all 64 bits, and a sign in a difference", "[classic_lines]") {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::string out;
  AppendArcLine(out, false, {true, 0, 0, most, 7});
  AppendArcLine(out, false, {true, 0, 0, -1, 7});
  AppendPrimaryLine(out, false, {1, 0, 0, 0, most, most - 1});
  FlatRows(false).Append(out, {0, 0, 0, most, {}, {}});
  CHECK(out ==
        "                0.00    0.00 18446744073709551615/7           "
        "                0.00    0.00      -1/7           "
        "[1]      0.0    0.00    0.00 18446744073709551615+18446744073709551614 "
        "  0.00      0.00     0.00 18446744073709551615                    ");
}

TEST_CASE("index: three columns, filled downwards", "[classic_lines]") {
  std::string out;
  AppendIndex(out, false, 80,
              {{5, true, "even"},
               {4, true, "fact"},
               {2, true, "leaf"},
               {6, true, "odd"},
               {7, true, "st (t.c)"},
               {3, true, "<cycle 1>"}});
  CHECK(out ==
        "\f\nIndex by function name\n\n"
        "   [5] even                    [2] leaf                    [7] st (t.c)\n"
        "   [4] fact                    [6] odd                     [3] <cycle 1>\n");
}

TEST_CASE("lines of callers and callees equal those of printf, however wide their numbers are", "[classic_lines]") {
  std::mt19937_64 random(1);
  auto any_count = [&random] { return random() >> random() % 64; };
  auto any_time = [&random] { return std::ldexp(static_cast<double>(random() % 100000), 20 - int(random() % 50)); };
  for (int i = 0; i < 20000; ++i) {
    ArcLine line;
    line.timed = random() % 4 != 0;
    line.self = random() % 3 == 0 ? 0 : any_time();
    line.child = random() % 3 == 0 ? 0 : any_time();
    const unsigned long long count = any_count(), of_calls = any_count();
    line.count = count;
    line.of_calls = of_calls;
    char expected[200];
    if (line.timed) {
      std::snprintf(expected, sizeof expected, "%12s %7.2f %7.2f %7llu/%-7llu     ", "", line.self, line.child, count,
                    of_calls);
    } else {
      std::snprintf(expected, sizeof expected, "%12s %7s %7s %7llu %7s     ", "", "", "", count, "");
    }
    std::string out;
    AppendArcLine(out, /*traditional=*/false, line);
    if (out != expected) FAIL(out << "| is not |" << expected);
  }
}

}  // namespace profdiff::classic_lines_test

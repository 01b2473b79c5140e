// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for listings that show both sides and their difference next to each other.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "profdiff/listing.h"
#include "support/example_runs.h"

namespace profdiff::side_by_side_test {
namespace {

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

std::string Flat(const Difference& difference, const ListingOptions& options = Brief()) {
  std::string out;
  WriteFlatSideBySide(out, difference, {"a.out, base.out", "b.out, other.out"}, options);
  return out;
}

std::string Graph(const Difference& difference, const ListingOptions& options = Brief()) {
  std::string out;
  WriteGraphSideBySide(out, difference, {"a.out, base.out", "b.out, other.out"}, options);
  return out;
}

// Returns the table without the two lines of its heading.
std::string Body(const std::string& table) {
  std::size_t heading = table.find("+-  name\n");
  return heading == std::string::npos ? table : table.substr(heading + 9);
}

TEST_CASE("the paper's example side by side") {
  CHECK(Flat(SubtractTests(PaperBase(), PaperOther())) ==
        "  %       +self    -self     diff      +self     -self      diff  sym\n"
        "impact  seconds  seconds  seconds      calls     calls     calls  +-  name\n"
        " 47.60     5.51     2.04     3.47         31        22         9  XX  f_d\n"
        "-26.47     1.15     3.08    -1.93          -         -         0  XX  main\n"
        " 17.56     3.19     1.91     1.28          1         1         0  XX  f_c\n"
        " -8.37     1.09     1.70    -0.61          1         1         0  XX  f_b\n");
}

TEST_CASE("the paper's example as a call graph side by side") {
  CHECK(Graph(SubtractTests(PaperBase(), PaperOther())) ==
        "index     +total   -total     diff     +calls    -calls      diff  sym\n"
        "         seconds  seconds  seconds      calls     calls     calls  +-  name\n"
        "            0.18     0.19    -0.01          1         2        -1  XX      f_b [4]\n"
        "            5.33     1.85     3.48         30        20        10  XX      f_c [3]\n"
        "[1]         5.51     2.04     3.47         31        22         9  XX  f_d [1]\n"
        "-----------------------------------------------\n"
        "                                                                           <spontaneous>\n"
        "[2]        10.94     8.73     2.21          -         -         0  XX  main [2]\n"
        "            8.52     3.76     4.76          1         1         0  XX      f_c [3]\n"
        "            1.27     1.89    -0.62          1         1         0  XX      f_b [4]\n"
        "-----------------------------------------------\n"
        "            8.52     3.76     4.76          1         1         0  XX      main [2]\n"
        "[3]         8.52     3.76     4.76          1         1         0  XX  f_c [3]\n"
        "            5.33     1.85     3.48         30        20        10  XX      f_d [1]\n"
        "-----------------------------------------------\n"
        "            1.27     1.89    -0.62          1         1         0  XX      main [2]\n"
        "[4]         1.27     1.89    -0.62          1         1         0  XX  f_b [4]\n"
        "            0.18     0.19    -0.01          1         2        -1  XX      f_d [1]\n"
        "-----------------------------------------------\n");
}

TEST_CASE("side by side: a cycle with recursion, and a function on one side only") {
  Difference difference = SubtractTests(CycleBase(), CycleOther());
  CHECK(Body(Flat(difference)) ==
        " 53.33     4.00     2.00     2.00          3         3         0  XX  b\n"
        " 26.67     2.00     1.00     1.00          3         3         0  XX  a\n"
        " 13.33     1.00     0.50     0.50          4         2         2  XX  leaf\n"
        " -6.67              0.25    -0.25          -         1        -1  -X  fresh\n"
        "  0.00     1.00     1.00     0.00          -         -         0  XX  main\n");
  CHECK(Body(Graph(difference)) ==
        "[1]         7.00     3.50     3.50        2+4       1+5       1-1  XX  <cycle 1 as a whole> [1]\n"
        "            5.00     2.50     2.50          3         3         0  XX      b <cycle 1> [2]\n"
        "            2.00     1.00     1.00        3+5       3+2       0+3  XX      a <cycle 1> [3]\n"
        "-----------------------------------------------\n"
        "                                            3         3         0  XX      a <cycle 1> [3]\n"
        "[2]         5.00     2.50     2.50          3         3         0  XX  b <cycle 1> [2]\n"
        "            1.00     0.50     0.50          4         2         2  XX      leaf [4]\n"
        "                                            1         2        -1  XX      a <cycle 1> [3]\n"
        "-----------------------------------------------\n"
        "                                            5         2         3  XX      a <cycle 1> [3]\n"
        "                                            1         2        -1  XX      b <cycle 1> [2]\n"
        "            7.00     3.50     3.50          2         1         1  XX      main [6]\n"
        "[3]         2.00     1.00     1.00        3+5       3+2       0+3  XX  a <cycle 1> [3]\n"
        "                                            3         3         0  XX      b <cycle 1> [2]\n"
        "                                            5         2         3  XX      a <cycle 1> [3]\n"
        "-----------------------------------------------\n"
        "            1.00     0.50     0.50          4         2         2  XX      b <cycle 1> [2]\n"
        "[4]         1.00     0.50     0.50          4         2         2  XX  leaf [4]\n"
        "-----------------------------------------------\n"
        "                     0.25    -0.25          -         1        -1  -X      main [6]\n"
        "[5]                  0.25    -0.25          -         1        -1  -X  fresh [5]\n"
        "-----------------------------------------------\n"
        "                                                                           <spontaneous>\n"
        "[6]         8.00     4.75     3.25          -         -         0  XX  main [6]\n"
        "            7.00     3.50     3.50          2         1         1  XX      a <cycle 1> [3]\n"
        "                     0.25    -0.25          -         1        -1  -X      fresh [5]\n"
        "-----------------------------------------------\n");
}

TEST_CASE("the lines above the heading describe the sides") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  std::string labels = "+ base: a.out, base.out\n- other: b.out, other.out (positive: other takes less)\n";
  CHECK(Flat(difference, {}) == labels + Flat(difference));
  CHECK(Graph(difference, {}) == labels + Graph(difference));
  std::string out = Flat(difference);
  WriteGraphSideBySide(out, difference, {"a", "b"}, Brief());
  CHECK(out == Flat(difference) + "\f\n" + Graph(difference));
}

TEST_CASE("a side that has the function but did not use it has an empty cell; one that spent no time in it has 0.00") {
  TestExecution base = ProfileBuilder().Function("f", 1).Function("g").Call("x", "g", 2).Build();
  TestExecution other = ProfileBuilder().Function("f").Function("g", 1).Build();
  CHECK(Body(Flat(SubtractTests(base, other))) ==
        "-50.00     0.00     1.00    -1.00          2         -         2  XX  g\n"
        " 50.00     1.00              1.00          -         -         0  XX  f\n");
}

TEST_CASE("calls are separate from recursion in the flat table") {
  TestExecution base = ProfileBuilder().Function("f", 1).Call("f", "f", 9).Build();
  TestExecution other = ProfileBuilder().Function("f", 1).Call("x", "f", 4).Build();
  CHECK(Body(Flat(SubtractTests(base, other))) ==
        "  0.00     1.00     1.00     0.00          0         4        -4  XX  f\n");
}

TEST_CASE("wide numbers move the columns, and no digit is lost") {
  TestExecution base = ProfileBuilder().Function("f", 123456789).Call("x", "f", 12345678901).Build();
  TestExecution other = ProfileBuilder().Function("f", 23456789).Call("x", "f", 22345678901).Build();
  CHECK(Body(Flat(SubtractTests(base, other))) ==
        "100.00 123456789.00 23456789.00 100000000.00 12345678901 22345678901 -10000000000  XX  f\n");
}

TEST_CASE("the last line reports option --limit") {
  ListingOptions options = Brief();
  options.limit = 1;
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  CHECK(Body(Flat(difference, options)) ==
        " 47.60     5.51     2.04     3.47         31        22         9  XX  f_d\n"
        "3 more rows left out\n");
  CHECK(Body(Graph(difference, options)) ==
        "            0.18     0.19    -0.01          1         2        -1  XX      f_b [4]\n"
        "            5.33     1.85     3.48         30        20        10  XX      f_c [3]\n"
        "[1]         5.51     2.04     3.47         31        22         9  XX  f_d [1]\n"
        "-----------------------------------------------\n"
        "3 more entries left out\n");
  std::string out;
  CHECK(WriteFlatSideBySide(out, difference, {}, options) == 3);
  CHECK(WriteGraphSideBySide(out, difference, {}, options) == 3);
}

TEST_CASE("C++ names are readable") {
  TestExecution run = ProfileBuilder().Function("_ZN1a1bEi", 1).Call("main", "_ZN1a1bEi", 1).Build();
  CHECK(Body(Flat(SubtractTests(run, run))) ==
        "  0.00     1.00     1.00     0.00          1         1         0  XX  a::b(int)\n");
  ListingOptions options = Brief();
  options.names.demangle = DemangleStyle::kNone;
  CHECK(Body(Flat(SubtractTests(run, run), options)) ==
        "  0.00     1.00     1.00     0.00          1         1         0  XX  _ZN1a1bEi\n");
}

// ---- A-B mirrors B-A, as printed ----

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Returns a cell with the opposite sign of its number, in the same width.
std::string Negated(const std::string& cell) {
  std::size_t start = cell.find_first_not_of(' ');
  std::string text = start == std::string::npos ? "" : cell.substr(start);
  std::string digits = "123456789";
  if (text.find_first_of(digits) != std::string::npos) {
    // In "1-1" and "0+3", each number has its own sign.
    std::size_t second = text.find_first_of("+-", 1);
    std::string tail = second == std::string::npos ? "" : text.substr(second);
    text = text.substr(0, second);
    if (text.find_first_of(digits) != std::string::npos) text = text[0] == '-' ? text.substr(1) : "-" + text;
    if (tail.find_first_of(digits) != std::string::npos) tail[0] = tail[0] == '-' ? '+' : '-';
    text += tail;
  }
  return std::string(cell.size() > text.size() ? cell.size() - text.size() : 0, ' ') + text;
}

// Returns the same line with the sides exchanged. The columns are at fixed places, because all numbers in these tests
// fit into their columns.
std::string Mirrored(const std::string& line, std::size_t first_width) {
  if (line.size() < first_width + 64) return line;
  auto cell = [&](std::size_t from, std::size_t width) { return line.substr(first_width + 1 + from, width); };
  std::string first = line.substr(0, first_width);
  std::string calls_base = cell(27, 10), calls_other = cell(38, 9);
  std::string sides = cell(59, 2);
  return (first_width == 6 ? Negated(first) : first) + " " + cell(9, 8) + " " + cell(0, 8) + " " +
         Negated(cell(18, 8)) + "  " + calls_other + " " + calls_base.substr(1) + " " + Negated(cell(48, 9)) + "  " +
         sides[1] + sides[0] + line.substr(first_width + 62);
}

void RequireMirrored(const std::string& table, const std::string& turned, std::size_t first_width) {
  std::vector<std::string> lines = Lines(Body(table));
  std::vector<std::string> turned_lines = Lines(Body(turned));
  REQUIRE(lines.size() == turned_lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) REQUIRE(Mirrored(lines[i], first_width) == turned_lines[i]);
}

TEST_CASE("A-B mirrors B-A, line by line") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    Difference difference = SubtractTests(runs.base, runs.other);
    Difference turned = SubtractTests(runs.other, runs.base);
    RequireMirrored(Flat(difference), Flat(turned), 6);
    RequireMirrored(Graph(difference), Graph(turned), 7);
  }
}

}  // namespace
}  // namespace profdiff::side_by_side_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for numbers and columns, compared with snprintf.
#include "base/text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <string>

namespace profdiff::text_test {
namespace {

std::string Printed(const char* format, int width, int precision, double value) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, format, width, precision, value);
  return buffer;
}

std::string Fixed(double value, int width, int precision) {
  std::string out;
  AppendFixed(out, value, width, precision);
  return out;
}

}  // namespace

TEST_CASE("AppendFixed rounds like printf", "[text]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    double value =
        std::ldexp(static_cast<double>(random() % 2000001) / 8 - 100000, static_cast<int>(random() % 40) - 20);
    int precision = static_cast<int>(random() % 4);
    std::string expected = Printed("%*.*f", 8, precision, value);
    // Numbers that round to zero have no sign, unlike in printf; another test case tests them.
    if (expected.find_first_not_of(" -0.") == std::string::npos) continue;
    CHECK(Fixed(value, 8, precision) == expected);
  }
}

TEST_CASE("AppendFixed rounds ties to even, like printf", "[text]") {
  for (double value : {0.125, 0.375, 2.5, 0.005, 1.005, 1e15 + 0.5, 0.045}) {
    for (int precision : {0, 1, 2}) CHECK(Fixed(value, 0, precision) == Printed("%*.*f", 0, precision, value));
  }
}

TEST_CASE("a number that rounds to zero has no sign", "[text]") {
  CHECK(Fixed(-0.0, 0, 2) == "0.00");
  CHECK(Fixed(-0.004, 6, 2) == "  0.00");
  CHECK(Fixed(-0.006, 6, 2) == " -0.01");
  CHECK(Fixed(-0.4, 0, 0) == "0");
}

TEST_CASE("infinities and NaN are printed like printf prints them", "[text]") {
  double infinity = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(Fixed(infinity, 6, 2) == "   inf");
  CHECK(Fixed(-infinity, 6, 2) == "  -inf");
  CHECK(Fixed(std::copysign(nan, -1.0), 7, 2) == "   -nan");
  CHECK(Fixed(std::copysign(nan, 1.0), 0, 2) == "nan");
}

TEST_CASE("the largest number fits", "[text]") {
  double value = std::numeric_limits<double>::max();
  CHECK(Fixed(-value, 0, 2) == Printed("%*.*f", 0, 2, -value));
}

TEST_CASE("AppendGeneral is %g", "[text]") {
  for (double value : {0.01, 0.001, 1.0, 1.0 / 3, 1e-9, 123456789.0, 0.0}) {
    std::string out;
    AppendGeneral(out, value);
    char expected[64];
    std::snprintf(expected, sizeof expected, "%g", value);
    CHECK(out == expected);
  }
}

TEST_CASE("columns are padded, and cut only if the function's name says so", "[text]") {
  std::string out;
  AppendRight(out, "ab", 4);
  AppendLeft(out, "cd", 4);
  AppendRight(out, "toolong", 4);
  CHECK(out == "  abcd  toolong");
  out.clear();
  AppendRightCut(out, "toolong", 4);
  AppendLeftCut(out, "x", 3);
  CHECK(out == "toolx  ");
}

TEST_CASE("counts of both signs, and widths on both sides", "[text]") {
  std::string out;
  AppendCount(out, std::int64_t{-12}, 5);
  AppendCount(out, std::numeric_limits<std::uint64_t>::max());
  AppendCount(out, std::int64_t{7}, -3);
  CHECK(out == "  -12184467440737095516157  ");
}

TEST_CASE("a form feed is between sections, not before the first", "[text]") {
  std::string out;
  StartSection(out);
  CHECK(out.empty());
  out = "x\n";
  StartSection(out);
  CHECK(out == "x\n\f\n");
}

TEST_CASE("base names", "[text]") {
  CHECK(BaseName("a/b/c.c") == "c.c");
  CHECK(BaseName("c.c") == "c.c");
  CHECK(BaseName("dir/") == "");
}

TEST_CASE("columns contain text that is appended part by part", "[text]") {
  const double value = GENERATE(0.0, -0.0, 0.004, -0.004, 0.005, -0.005, 1.125, -1.135, 9999.99, -999.99);
  const std::int64_t count = GENERATE(0, 7, -7, 1234567, -123456);
  std::string wanted;
  AppendFixed(wanted, value, 7, 2);
  wanted += ' ';
  AppendCount(wanted, count, 7);
  wanted += '/';
  AppendCount(wanted, count, -7);
  Columns columns;
  columns.Fixed(7, 7, value, 2);
  columns.Count(15, 7, count);
  columns.Set(15, '/');
  columns.CountLeft(16, 7, count);
  REQUIRE(columns.fits());
  CHECK(columns.Line(23) == wanted);
}

TEST_CASE("columns do not contain text that is too wide", "[text]") {
  auto fits = [](auto put) {
    Columns columns;
    put(columns);
    return columns.fits();
  };
  CHECK_FALSE(fits([](Columns& c) { c.Fixed(7, 7, 10000.0, 2); }));
  CHECK_FALSE(fits([](Columns& c) { c.Fixed(7, 7, -1000.0, 2); }));
  CHECK_FALSE(fits([](Columns& c) { c.Fixed(7, 7, 1e300, 2); }));
  CHECK_FALSE(fits([](Columns& c) { c.Count(7, 7, std::int64_t{-1234567}); }));
  CHECK_FALSE(fits([](Columns& c) { c.Count(7, 7, ~std::uint64_t{0}); }));
  CHECK_FALSE(fits([](Columns& c) { c.CountLeft(0, 7, std::uint64_t{1} << 63); }));
}

TEST_CASE("control characters become question marks, bytes of other characters stay") {
  CHECK(WithoutControls("a\tb\x1b[1m\x7f\n") == "a?b?[1m??");
  CHECK(WithoutControls("größer <b>") == "größer <b>");
  CHECK(WithoutControls("a\u0080\u009b\u009fz\u00a0") == "a???z\u00a0");
  CHECK(WithoutControls("a\x80\x9b\x9fz\xa0\xc2") == "a???z\xa0\xc2");
  // These characters contain the byte 9b.
  CHECK(WithoutControls("\u011b\u20db\U0001f49b \xe2\x9b") == "\u011b\u20db\U0001f49b \xe2?");
  CHECK(WithoutControls("a\u202eb\u2066c\u2069\u202a\u202f\u2065\u206a\xe2") == "a?b?c??\u202f\u2065\u206a\xe2");
  CHECK(WithoutControls("\u061b\u061c\u061d\u200d\u200e\u200f\u2010") == "\u061b?\u061d\u200d??\u2010");
  CHECK(WithoutControls("a\u2028b\u2029c\u0085d\x85\u2027\u2030") == "a?b?c?d?\u2027\u2030");
}

TEST_CASE("invisible characters become their numbers, and bytes become UTF-8") {
  CHECK(WithNumberedControls("a\tb\x1b[1m\x7f\n") == "aU+0009bU+001B[1mU+007FU+000A");
  CHECK(WithNumberedControls("gr\xf6\xdf größer\u202e\u202f") == "größ größerU+202E\u202f");
  CHECK(WithNumberedControls("a\u2028b\u2029c\u0085d\x9b\u00a0") == "aU+2028bU+2029cU+0085dU+009B\u00a0");
}

TEST_CASE("a long text is appended in parts that can be drained one by one") {
  std::string text(std::size_t{5} << 20, 'a');
  for (std::size_t i = 0; i < text.size(); i += 1000) text[i] = static_cast<char>('b' + i % 7);
  std::string out = "before ", drained;
  std::size_t longest = 0;
  const std::function<void(std::string&)> drain = [&](std::string& full) {
    longest = std::max(longest, full.size());
    drained.append(full, 0, full.size() - 1);
    full.erase(0, full.size() - 1);
  };
  AppendInParts(out, text, drain);
  CHECK(drained + out == "before " + text);
  CHECK(longest <= (std::size_t{1} << 20) + 10);
  std::string whole = "before ";
  AppendInParts(whole, text, std::function<void(std::string&)>());
  CHECK(whole == "before " + text);
}

TEST_CASE("Plurals of nouns in messages", "[text]") {
  CHECK(Plural(1, "series") == "1 series");
  CHECK(Plural(2, "series") == "2 series");
  CHECK(Plural(2, "efficiency") == "2 efficiencies");
  CHECK(Plural(3, "process") == "3 processes");
  CHECK(Plural(0, "thread") == "0 threads");
}

}  // namespace profdiff::text_test

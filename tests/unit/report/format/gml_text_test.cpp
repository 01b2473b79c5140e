// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for strings and numbers in GML, character by character.
#include "report/format/gml_text.h"

#include <catch2/catch.hpp>
#include <limits>

namespace profdiff::gml_text_test {
namespace {

std::string Encoded(std::string_view text) {
  std::string out;
  AppendGmlText(out, text);
  return out;
}

std::string RealLine(double value) {
  std::string out;
  GmlWriter(out).Real("x", value);
  return out;
}

}  // namespace

TEST_CASE("strings of GML are printable ASCII") {
  CHECK(Encoded("operator<<(int) > 0") == "operator<<(int) > 0");
  CHECK(Encoded("a\"b&c") == "a&quot;b&amp;c");
  CHECK(Encoded("&quot;") == "&amp;quot;");
  CHECK(Encoded("a\\b\n\t\x7f\x01") == "a&#92;b&#10;&#9;&#127;&#1;");
  CHECK(Encoded("gr\xc3\xbc\xc3\x9f"
                "e") == "gr&#252;&#223;e");
  CHECK(Encoded("\xe2\x82\xac \xf0\x9d\x84\x9e") == "&#8364; &#119070;");
}

TEST_CASE("bytes that are not UTF-8 are encoded individually") {
  CHECK(Encoded("\xfc") == "&#252;");
  CHECK(Encoded("\xe2\x82") == "&#226;&#130;");  // a character of three bytes without its last byte
  CHECK(Encoded("\xc0\x80") == "&#192;&#128;");  // overlong encoding
  CHECK(Encoded("\xe0\x80\xaf") == "&#224;&#128;&#175;");
  CHECK(Encoded("\xed\xa0\x80") == "&#237;&#160;&#128;");  // half of a surrogate pair
  CHECK(Encoded("\xf4\x90\x80\x80") == "&#244;&#144;&#128;&#128;");
  CHECK(Encoded("\xc3(") == "&#195;(");
}

TEST_CASE("numbers are in fixed notation, with digits on both sides of the point") {
  CHECK(RealLine(0) == "x 0.0\n");
  CHECK(RealLine(-0.0) == "x 0.0\n");
  CHECK(RealLine(5) == "x 5.0\n");
  CHECK(RealLine(100) == "x 100.0\n");
  CHECK(RealLine(-0.61) == "x -0.61\n");
  CHECK(RealLine(1e-9) == "x 0.000000001\n");
  CHECK(RealLine(-1e-12) == "x 0.0\n");
  CHECK(RealLine(3 * 0.01) == "x 0.03\n");
  CHECK(RealLine(1e21) == "x 1000000000000000000000.0\n");
  CHECK(RealLine(std::numeric_limits<double>::quiet_NaN()) == "x 0.0\n");
  CHECK(RealLine(-std::numeric_limits<double>::infinity()) == "x 0.0\n");
}

TEST_CASE("counts written as reals keep every digit") {
  std::string out;
  GmlWriter writer(out);
  writer.Count("a", std::uint64_t{31}, false);
  writer.Count("b", std::numeric_limits<std::uint64_t>::max(), true);
  writer.Count("c", std::int64_t{-9007199254740993}, true);
  CHECK(out == "a 31\nb 18446744073709551615.0\nc -9007199254740993.0\n");
}

TEST_CASE("long texts lose their middle") {
  CHECK(CutToCharacters("abcdefghij", 10) == "abcdefghij");
  CHECK(CutToCharacters("abcdefghijk", 10) == "abcd...ijk");
  CHECK(CutToCharacters("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\xc3\xa9", 5) == "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\xc3\xa9");
  CHECK(CutToCharacters("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\xc3\xa9x", 5) == "\xc3\xa4...x");
  CHECK(CountCharacters("\xc3\xa4\xe2\x82\xac\xff") == 3);
}

TEST_CASE("a cut text exactly fits its line of 254 bytes") {
  for (const char* character : {"a", "&", "\xc3\xbc", "\\", "\xf0\x9d\x84\x9e"}) {
    std::string name;
    for (int i = 0; i < 300; ++i) name += character;
    std::string out;
    GmlWriter writer(out);
    writer.Open("graph");
    std::size_t before = out.size();
    writer.Text("label", name, " [4711]");
    std::string line = out.substr(before);
    INFO(line);
    CHECK(line.size() - 1 <= 254);
    CHECK(line.size() - 1 > 254 - 2 * Encoded(character).size());
    CHECK(line.find("...") != std::string::npos);
    CHECK(line.find(" [4711]\"\n") != std::string::npos);
    CHECK(line.rfind("  label \"" + Encoded(character), 0) == 0);
  }
}

TEST_CASE("lists are indented and their brackets end lines") {
  std::string out;
  GmlWriter writer(out);
  writer.Open("graph");
  writer.Open("node");
  writer.Integer("id", 1);
  writer.LongText("name", std::string(300, 'n'));
  writer.Close();
  writer.Close();
  CHECK(out == "graph [\n  node [\n    id 1\n    name \"" + std::string(300, 'n') + "\"\n  ]\n]\n");
}

}  // namespace profdiff::gml_text_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the strict reader rejects files that break a rule, once for each rule.
#include "support/gml_reader.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::gml_reader_test {
namespace {

const std::string kGood = R"(Creator "x"
Version 1
graph [
  directed 1
  node [
    id 1
    label "a [1]"
    name "a"
    time 1.5
    graphics [
      x 1.0
      y 1.0
      w 1.0
      h 1.0
      type "rectangle"
      fill "#FFFFFF"
      outline "#000000"
      outlineWidth 1
    ]
    LabelGraphics [
      text "a"
      fontSize 12
      fontName "Dialog"
    ]
  ]
  edge [
    source 1
    target 1
    label "7"
    graphics [
      width 2.0
      fill "#A0A0A0"
      targetArrow "standard"
    ]
  ]
]
)";

// Returns the valid file with the string `piece` replaced by `by`.
std::string With(const std::string& piece, const std::string& by) {
  std::string text = kGood;
  std::size_t place = text.find(piece);
  REQUIRE(place != std::string::npos);
  return text.replace(place, piece.size(), by);
}

void CheckRefused(const std::string& text, const std::string& rule) {
  INFO(text);
  CHECK_THROWS_WITH(ReadGmlStrictly(text), Catch::Contains("rule " + rule));
}

}  // namespace

TEST_CASE("the strict reader accepts a good file and decodes it") {
  GmlFile file = ReadGmlStrictly(With("name \"a\"", "name \"&quot;&amp;&#252;&#8364;\""));
  REQUIRE(file.nodes.size() == 1);
  CHECK(file.nodes[0]["name"].text == "\"&\xc3\xbc\xe2\x82\xac");
  CHECK(file.nodes[0]["time"].Number() == 1.5);
  CHECK(file.edges.at(0)["label"].text == "7");
}

TEST_CASE("the strict reader refuses breaches of every rule") {
  CheckRefused(With("name \"a\"", "name \"\xc3\xbc\""), "1");
  CheckRefused(With("  directed 1\n", "  directed 1\r\n"), "1");
  CheckRefused(With("label \"7\"", "label \"" + std::string(243, '7') + "\""), "1");
  CheckRefused(kGood.substr(0, kGood.size() - 1), "1");
  CheckRefused(With("name \"a\"", "name \"a\\\""), "2");
  CheckRefused(With("name \"a\"", "name \"a&b\""), "2");
  CheckRefused(With("name \"a\"", "name \"a&lt;b\""), "2");
  CheckRefused(With("name \"a\"", "name \"a"), "2");
  for (const char* number : {"1e3", ".5", "5.", "+1.0", "nan", "inf", "-0.0", "1,5", "--1"}) {
    CheckRefused(With("time 1.5", std::string("time ") + number), "3");
  }
  CheckRefused(With("Version 1", "Version 2147483648"), "4");
  CheckRefused(With("label \"7\"", "label \"7\"\n    time 1"), "4");
  CheckRefused(With("time 1.5", "self 1.5"), "5");
  CheckRefused(With("time 1.5", "my_time 1.5"), "5");
  CheckRefused(With("time 1.5", "point 1.5"), "5");
  CheckRefused(With("time 1.5", "time 1.5\n    time 1.5"), "5");
  CheckRefused(With("time 1.5", "weight -1.5"), "5");
  CheckRefused(With("label \"a [1]\"", "label \"a\""), "6");
  CheckRefused(With("Creator \"x\"\n", ""), "7");
  CheckRefused(With("target 1", "target 2"), "7");
  CheckRefused(With("directed 1", "directed 0"), "7");
  CheckRefused(With("Version 1\n", "Version 1\n# comment\n"), "5");
  CheckRefused(With("graphics [", "graphics\n["), "8");
  CheckRefused(With("      text \"a\"\n      fontSize 12\n      fontName \"Dialog\"\n", ""), "8");
  CheckRefused(With("fill \"#A0A0A0\"", "fill \"grey\""), "9");
  CheckRefused(With("x 1.0", "xx 1.0"), "9");
  CheckRefused(With("text \"a\"", "text \"<HTML>a\""), "9");
  CheckRefused(With("width 2.0", "style \"dotted\"\n      width 2.0"), "9");
}

TEST_CASE("the strict reader refuses double nodes and parallel edges") {
  std::size_t begin = kGood.find("  node ["), end = kGood.find("  edge [");
  std::string node = kGood.substr(begin, end - begin), edge = kGood.substr(end, kGood.size() - 2 - end);
  CheckRefused(With("  edge [", node + "  edge ["), "6");
  CheckRefused(With("  edge [", edge + "  edge ["), "7");
  std::string second = node;
  second.replace(second.find("id 1"), 4, "id 2").replace(second.find("a [1]"), 5, "a [2]");
  CHECK(ReadGmlStrictly(With("  edge [", second + "  edge [")).nodes.size() == 2);
  CheckRefused(kGood.substr(0, begin) + edge + node + "]\n", "7");
}

}  // namespace profdiff::gml_reader_test

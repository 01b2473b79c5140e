// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/regex.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"

namespace profdiff::regex_test {

TEST_CASE("An expression matches anywhere in a name", "[regex]") {
  CHECK(Regex("b+").Find("abbc"));
  CHECK_FALSE(Regex("^b").Find("abbc"));
  CHECK_FALSE(Regex("B").Find("abbc"));
  CHECK(Regex("B", true).Find("abbc"));
  CHECK(Regex("\\d\\w\\b").Find("x1y z"));
  CHECK(Regex("\xc3\xa9").Find("caf\xc3\xa9"));
  CHECK(Regex("x.y").Find(std::string_view("x\xffy")));
  CHECK_FALSE(Regex().Find(""));
  CHECK(Regex("").Find(""));
}

TEST_CASE("POSIX expressions differ from those of users", "[regex]") {
  constexpr auto kPosix = Regex::Syntax::kPosix;
  CHECK(Regex("[[:upper:]]", false, kPosix).Find("aB"));
  CHECK(Regex("a.b", false, kPosix).Find("a\nb"));
  CHECK_FALSE(Regex("a.b").Find("a\nb"));
  CHECK_THROWS_AS(Regex("\\d", false, kPosix), Error);
}

TEST_CASE("Matches are replaced", "[regex]") {
  CHECK(Regex("a").Replace("banana", "o") == "bonono");
  CHECK(Regex("a").Replace("banana", "o", false) == "bonana");
  CHECK(Regex("(a)(n)").Replace("banana", "[$2$1]") == "b[na][na]a");
  CHECK(Regex("an").Replace("banana", "<$&>$$1") == "b<an>$1<an>$1a");
  CHECK(Regex("x").Replace("banana", "o") == "banana");
  CHECK(Regex("(a)").Replace("a", "$10 $2 $") == "a0 $2 $");
  CHECK(Regex("()(a)").Replace("a", "$02") == "a");
  CHECK(Regex("x*").Replace("ab", "-") == "-a-b-");
  CHECK(Regex("$").Replace("ab", "!") == "ab!");
  CHECK(Regex("^a").Replace("aaa", "b") == "baa");
  CHECK(Regex("(x)?a").Replace("a", "[$1]") == "[]");
  CHECK(Regex().Replace("a", "b") == "a");
  CHECK(Regex("a").Replace("", "b").empty());
}

TEST_CASE("What is no expression is refused", "[regex]") {
  for (const char* text : {"(", "a{2,1}", "[", "(a)\\1", "a(?=b)"}) {
    CHECK_THROWS_WITH(Regex(text), Catch::StartsWith("not a regular expression: "));
  }
}

}  // namespace profdiff::regex_test

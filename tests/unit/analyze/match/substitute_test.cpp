// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the user's substitutions in names.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff::substitute_test {
namespace {

std::string Apply(const std::vector<std::string>& texts, const std::string& name) {
  return Substitutions(texts).Apply(name);
}

}  // namespace

TEST_CASE("A substitution is written as in sed", "[substitute]") {
  CHECK(Apply({"s/a/b/"}, "aa") == "ba");
  CHECK(Apply({"s/a/b/g"}, "aa") == "bb");
  CHECK(Apply({"s/A/b/gi"}, "aa") == "bb");
  CHECK(Apply({"s/A/b/"}, "aa") == "aa");
  CHECK(Apply({"s|/usr/|/|"}, "/usr/lib") == "/lib");
  CHECK(Apply({"s,a\\,b,c,"}, "a,b") == "c");
  CHECK(Apply({"s/a\\/b/c/"}, "a/b") == "c");
  CHECK(Apply({"s/x//"}, "axb") == "ab");
  CHECK(Apply({"s/a/b/", "s/b$/c/"}, "a") == "c");
}

TEST_CASE("Groups and special characters of the replacement", "[substitute]") {
  CHECK(Apply({"s/(a+)(b+)/\\2\\1/"}, "aabb") == "bbaa");
  CHECK(Apply({"s/(a)/\\10/"}, "a") == "a0");
  CHECK(Apply({"s/a/[&]/"}, "a") == "[a]");
  CHECK(Apply({"s/a/\\&/"}, "a") == "&");
  CHECK(Apply({"s/a/$1$/"}, "a") == "$1$");
  CHECK(Apply({"s/a/\\\\/"}, "a") == "\\");
  CHECK(Apply({"s/\\$_\\d+/$_/"}, "main::$_12::f") == "main::$_::f");
}

TEST_CASE("Linkage names come first, then demangled names", "[substitute]") {
  CHECK(Apply({"s/v1/v2/"}, "_ZN2v11fEv") == "_ZN2v21fEv");
  CHECK(Apply({"s/^v1::/v2::/"}, "_ZN2v11fEv") == "v2::f()");
  CHECK(Apply({"s/^v3::/v2::/"}, "_ZN2v11fEv") == "_ZN2v11fEv");
}

TEST_CASE("What is no substitution is refused, and quoted", "[substitute]") {
  for (const char* text : {"", "s", "s/", "s/a", "s/a/b", "y/a/b/", "s//b/", "s/a/b/x", "s/(/b/", "a=b", "s\\a\\b\\"}) {
    INFO(text);
    CHECK_THROWS_WITH(Substitutions({text}), Catch::Contains(std::string("'") + text + "'"));
  }
}

TEST_CASE("Names of tables change, long names do not", "[substitute]") {
  ProfileBuilder builder;
  builder.Function("f_1").Function("g");
  FunctionTable table = builder.Build().functions;
  CHECK_FALSE(SubstituteNames(table, Substitutions()));
  CHECK_FALSE(SubstituteNames(table, Substitutions({"s/h/i/"})));
  CHECK(SubstituteNames(table, Substitutions({"s/_\\d+//"})));
  CHECK(table.functions[0].name == "f");
  CHECK(table.functions[1].name == "g");
  const std::string longest(Renames::kLongestName + 1, 'a');
  CHECK(Apply({"s/a/b/"}, longest) == longest);
}

}  // namespace profdiff::substitute_test

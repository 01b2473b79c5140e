// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/match.h"

namespace profdiff::rename_test {
namespace {

TEST_CASE("a rule replaces what it finds", "[rename]") {
  Renames renames({{"^old_(.*)$=new_$1", false}});
  CHECK(renames.Linkage("old_sort") == "new_sort");
  CHECK_FALSE(renames.Linkage("older_sort"));
  CHECK_FALSE(renames.Demangled("old_sort"));
}

TEST_CASE("rules work one after the other", "[rename]") {
  Renames renames({{"a=b", false}, {"b$=c", false}});
  CHECK(renames.Linkage("a") == "c");
  CHECK(renames.Linkage("ab") == "bc");
}

TEST_CASE("demangled names have rules of their own", "[rename]") {
  Renames renames({{"v1::=v2::", true}});
  CHECK(renames.HasDemangled());
  CHECK(renames.Demangled("v1::Sort(int)") == "v2::Sort(int)");
  CHECK_FALSE(renames.Linkage("v1::Sort(int)"));
}

TEST_CASE("an equals sign in the expression is protected", "[rename]") {
  Renames renames({{"operator\\=\\==Equal", true}});
  CHECK(renames.Demangled("T::operator==(T)") == "T::Equal(T)");
}

TEST_CASE("a rule that undoes itself changes nothing", "[rename]") {
  CHECK_FALSE(Renames({{"a=b", false}, {"b=a", false}}).Linkage("a"));
  CHECK_FALSE(Renames().Linkage("a"));
}

std::string Trouble(const std::string& rule) {
  try {
    Renames renames({{rule, false}});
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kBadArgument);
    return TextOf(error.message());
  }
  return "";
}

TEST_CASE("invalid rules are named", "[rename]") {
  CHECK(Trouble("abc") == "rename rule 'abc': there is no '=' between expression and replacement");
  CHECK(Trouble("=x") == "rename rule '=x': the expression is empty");
  CHECK(Trouble("(=x").find("rename rule '(=x': not a regular expression: ") == 0);
}

TEST_CASE("what RE2 cannot match in linear time is refused", "[rename]") {
  for (const char* rule : {"(a)\\1=x", "a(?=b)=x", "(?!a)b=x", "a{9999999}=x"}) {
    CHECK(Trouble(rule).find("rename rule '" + std::string(rule) + "': not a regular expression: ") == 0);
  }
  CHECK(Trouble(std::string(50000, '(') + "a=x").find("...': not a regular expression: ") != std::string::npos);
  CHECK(Trouble("((a{100}){100}){100}=x").find("not a regular expression") != std::string::npos);
  std::string large;
  for (int i = 0; i < 1000; ++i) large += "a{1000}";
  CHECK(Trouble(large + "=x").find("...': the expression is too large") != std::string::npos);
}

TEST_CASE("names that take others exponential time are matched", "[rename]") {
  const std::string name(4000, 'a');
  CHECK(Renames({{"^(a*)*$=x", false}}).Linkage(name) == "x");
  CHECK(Renames({{"(a|aa)*b=x", false}, {".*.*.*.*.*b=x", false}}).Linkage(name + "!") == std::nullopt);
  const std::string deep = std::string(500, '(') + "a" + std::string(500, ')') + "+=x";
  CHECK(Renames({{deep, false}}).Linkage(name) == "x");
}

TEST_CASE("names that are too long do not change", "[rename]") {
  CHECK_FALSE(Renames({{"a=b", false}}).Linkage(std::string(Renames::kLongestName + 1, 'a')));
  CHECK(Renames({{"a=b", false}}).Linkage(std::string(Renames::kLongestName, 'a')));
  CHECK_FALSE(Renames({{"a=bb", false}}).Linkage(std::string(Renames::kLongestName, 'a')));
}

}  // namespace
}  // namespace profdiff::rename_test

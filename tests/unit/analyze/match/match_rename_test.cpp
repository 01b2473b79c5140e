// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for functions that are matched by the user's rules, and for suggested rules.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff::match_rename_test {
namespace {

std::string Explain(const ProfileBuilder& base_builder, const ProfileBuilder& other_builder,
                    const std::vector<RenameRule>& rules) {
  FunctionTable base = base_builder.Build().functions;
  FunctionTable other = other_builder.Build().functions;
  const Renames renames(rules);
  std::string text;
  WriteMatches(text, MatchFunctions(base, other, false, &renames), base, other);
  return text;
}

TEST_CASE("a rule finds the function under its new name", "[rename]") {
  CHECK(Explain(ProfileBuilder().Function("old_sort").Function("main"),
                ProfileBuilder().Function("main").Function("new_sort"), {{"old=new", false}}) ==
        "rule         name\n"
        "name         main\n"
        "rename       old_sort -> new_sort\n");
}

TEST_CASE("rules apply only to functions without a match", "[rename]") {
  CHECK(Explain(ProfileBuilder().Function("a").Function("b"), ProfileBuilder().Function("a").Function("b"),
                {{"^a$=b", false}}) ==
        "rule         name\n"
        "name         a\n"
        "name         b\n");
}

TEST_CASE("a rule that would join two functions into one joins none", "[rename]") {
  CHECK(Explain(ProfileBuilder().Function("x1").Function("x2"), ProfileBuilder().Function("x"), {{"[0-9]=", false}}) ==
        "rule         name\n"
        "only other   x\n"
        "only base    x1\n"
        "only base    x2\n");
}

TEST_CASE("demangled names are compared with demangled names", "[rename]") {
  CHECK(Explain(ProfileBuilder().Function("_ZN2v14SortEi"), ProfileBuilder().Function("_ZN2v24SortEi"),
                {{"v1::=v2::", true}}) ==
        "rule         name\n"
        "rename       v1::Sort(int) -> v2::Sort(int)\n");
}

struct Suggested {
  std::vector<RenameSuggestion> suggestions;
  std::string text;
};

Suggested Suggest(const ProfileBuilder& base_builder, const ProfileBuilder& other_builder) {
  TestExecution base = base_builder.Build(), other = other_builder.Build();
  Difference difference = SubtractTests(base, other);
  Suggested result;
  result.suggestions = SuggestRenames(difference, base.functions, other.functions);
  WriteSuggestions(result.text, difference.match, result.suggestions);
  return result;
}

ProfileBuilder Sorting(const std::string& name) {
  return ProfileBuilder()
      .Function("main")
      .Function(name, 1.0)
      .At("sort.c", 10)
      .Function("compare")
      .Call("main", name, 3)
      .Call(name, "compare", 30);
}

TEST_CASE("a function with the same callers and callees is suggested", "[rename]") {
  Suggested result = Suggest(Sorting("sort_items"), Sorting("order_entries"));
  REQUIRE(result.suggestions.size() == 1);
  CHECK(result.suggestions[0].score > 0.65);
  CHECK(result.text.find(
            "sort_items -> order_entries: 2.00 s, name 0 % alike, callers in common 1 of 1 and 1, callees 1") !=
        std::string::npos);
  CHECK(result.text.find("same source file\n--rename='^sort_items$=order_entries'\n") != std::string::npos);
}

TEST_CASE("functions that have nothing in common are not suggested", "[rename]") {
  CHECK(Suggest(ProfileBuilder().Function("alpha", 1), ProfileBuilder().Function("omega", 1)).suggestions.empty());
}

TEST_CASE("each function is suggested once, for its likeliest match", "[rename]") {
  ProfileBuilder base = Sorting("sort_items"), other = Sorting("sort_item");
  other.Function("sort_thing").Call("main", "sort_thing", 1);
  Suggested result = Suggest(base, other);
  REQUIRE(result.suggestions.size() == 1);
  CHECK(result.text.find("--rename='^sort_items$=sort_item'\n") != std::string::npos);
}

TEST_CASE("suggested rules match the suggested functions", "[rename]") {
  Suggested result = Suggest(Sorting("sort$1.a"), Sorting("sort$2.b"));
  REQUIRE(result.suggestions.size() == 1);
  const std::string rule = result.text.substr(result.text.rfind("='^") + 2);
  CHECK(rule == "^sort\\$1\\.a$=sort$$2.b'\n");
  CHECK(Renames({{rule.substr(0, rule.size() - 2), false}}).Linkage("sort$1.a") == "sort$2.b");
}

TEST_CASE("calls that are unknown on one side count neither for a pair nor against it", "[rename]") {
  TestExecution stacks = Sorting("sort_items").Build();
  std::ranges::fill(stacks.profile.calls, 0);
  stacks.profile.calls_known = false;
  const auto score = [&stacks](std::uint64_t calls) {
    const TestExecution other = Sorting("order_entries").Call("main", "order_entries", calls).Build();
    return SuggestRenames(SubtractTests(stacks, other), stacks.functions, other.functions).at(0).score;
  };
  CHECK(score(1) == score(1000000));
}

}  // namespace
}  // namespace profdiff::match_rename_test

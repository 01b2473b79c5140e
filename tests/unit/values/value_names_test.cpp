// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/value_names.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "values/join_ranks.h"

namespace profdiff::value_names_test {

using Names = std::vector<std::string>;

namespace {

constexpr std::uint32_t kFirst = CallValue::kFirstNamed;

// Returns a rank with one call, whose first argument is a number, and a text.
Trace RankWith(std::uint32_t rank, const std::string& text) {
  Trace trace;
  trace.names = {"f"};
  trace.value_names = {"arg2\x1f" + text};
  ThreadTrace& thread = trace.threads.emplace_back();
  thread.rank = rank;
  thread.values = {{CallId(std::size_t{0}), 1, std::int64_t{5}}, {CallId(std::size_t{0}), kFirst, std::int64_t{1}}};
  return trace;
}

}  // namespace

TEST_CASE("names of arguments are numbered in order of their first use", "[values]") {
  ValueNames names;
  CHECK(names.NumberOf("n") == kFirst);
  CHECK(names.NumberOf("mode", "fast") == kFirst + 1);
  CHECK(names.NumberOf("mode", "slow") == kFirst + 2);
  CHECK(names.NumberOf("mode", "fast") == kFirst + 1);
  CHECK(names.NumberOf("n") == kFirst);
  CHECK(names.Take() == Names{"n",
                              "mode\x1f"
                              "fast",
                              "mode\x1fslow"});
}

TEST_CASE("texts that are no values of a parameter count as empty", "[values]") {
  ValueNames names;
  const std::string longest(kLongestText, 'x');
  CHECK(names.NumberOf("mode", longest) == kFirst);
  CHECK(names.NumberOf("mode", longest + 'x') == kFirst + 1);
  CHECK(names.NumberOf("mode", "") == kFirst + 1);
  CHECK(names.NumberOf("mode", std::string(1 << 20, 'x')) == kFirst + 1);
  for (std::size_t i = 2; i < kMostValueNames; ++i) names.NumberOf("id", std::to_string(i));
  CHECK(names.NumberOf("id", "another") == kFirst + kMostValueNames);  // the empty text
  CHECK(names.NumberOf("mode", "another") == kFirst + 1);
  CHECK(names.NumberOf("mode", longest) == kFirst);
  CHECK(names.Take().size() == kMostValueNames + 1);
}

TEST_CASE("arguments without a name keep their numbers when ranks are joined", "[values]") {
  RankJoiner joiner;
  joiner.Add(RankWith(0, "left"));
  joiner.Add(RankWith(1, "right"));
  joiner.Add(RankWith(2, "left"));
  const Trace whole = joiner.Take();
  CHECK(whole.value_names == Names{"arg2\x1fleft", "arg2\x1fright"});
  REQUIRE(whole.threads.size() == 3);
  for (const ThreadTrace& thread : whole.threads) {
    REQUIRE(thread.values.size() == 2);
    CHECK(thread.values[0].argument == 1);
    CHECK(thread.values[1].argument == kFirst + (thread.rank == 1 ? 1 : 0));
  }
}

}  // namespace profdiff::value_names_test

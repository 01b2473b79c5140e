// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for folding: which calls become loops. No calls may be lost.
#include "analyze/loops/fold.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "profdiff/ranking.h"
#include "support/folded_text.h"

namespace profdiff::fold_test {
namespace {

FoldedTraces Fold(const std::vector<std::string>& threads, std::uint32_t longest_body = 10) {
  const Trace trace = TraceOfLetters(threads);
  const std::vector<const Trace*> runs = {&trace};
  return FoldTraces(runs, FilterOf(longest_body));
}

std::string Folded(const std::string& letters, std::uint32_t longest_body = 10) {
  const FoldedTraces folded = Fold({letters}, longest_body);
  return TextOf(folded, folded.runs[0][0].entries);
}

std::string Times(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string Unfolded(const FoldedTraces& folded, const FoldedThread& thread) {
  std::string text;
  for (const NameId name : Unfold(folded, thread.entries)) text += folded.names[name.value];
  return text;
}

// Returns random letters, some of them in (nested) loops.
std::string RandomLetters(std::mt19937& random, int depth) {
  auto below = [&](unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random); };
  std::string text;
  for (unsigned parts = 1 + below(4); parts > 0; --parts) {
    if (depth > 0 && below(3) != 0) {
      text += Times(RandomLetters(random, depth - 1), static_cast<int>(1 + below(6)));
    } else {
      text += static_cast<char>('a' + below(4));
    }
  }
  return text;
}

bool operator==(const FoldedThread& x, const FoldedThread& y) {
  return x.id == y.id && x.calls == y.calls && x.entries == y.entries;
}

}  // namespace

TEST_CASE("loops are folded, including nested ones", "[rank][fold]") {
  CHECK(Folded(Times("ab", 7)) == "[a b]^7");
  CHECK(Folded(Times("a" + Times("bc", 3) + "d", 4)) == "[a [b c]^3 d]^4");
  CHECK(Folded("cdddcddddcddddd") == "c [d]^3 c [d]^4 c [d]^5");
  CHECK(Folded("") == "");
  CHECK(Folded("ab") == "a b");
  CHECK(Folded("aaa") == "[a]^3");
}

TEST_CASE("a body of more than K entries does not become a loop", "[rank][fold]") {
  CHECK(Fold({Times("abcdefghijk", 5)}).runs[0][0].entries.size() == 55);
  CHECK(Fold({Times("abcdefghijk", 5)}, 11).runs[0][0].entries.size() == 1);
}

TEST_CASE("two rounds are enough for a body that another thread ran three times", "[rank][fold]") {
  CHECK(Folded("abab") == "a b a b");
  const FoldedTraces folded = Fold({"abab", "ababab", "xyxy"});
  CHECK(TextOf(folded, folded.runs[0][0].entries) == "[a b]^2");
  CHECK(TextOf(folded, folded.runs[0][1].entries) == "[a b]^3");
  CHECK(TextOf(folded, folded.runs[0][2].entries) == "x y x y");
}

TEST_CASE("rotations of a body are different loops", "[rank][fold]") {
  const FoldedTraces folded = Fold({Times("rs", 16), Times("rs", 7) + Times("sr", 9)});
  CHECK(TextOf(folded, folded.runs[0][0].entries) == "[r s]^16");
  CHECK(TextOf(folded, folded.runs[0][1].entries) == "[r s]^7 [s r]^9");
  CHECK(folded.loops.size() == 2);
}

TEST_CASE("loops are numbered by run, thread and first occurrence, inner ones first", "[rank][fold]") {
  const FoldedTraces folded = Fold({Times("a" + Times("bc", 3), 3) + "xxx", "yyyxxx"});
  REQUIRE(folded.loops.size() == 4);
  CHECK(TextOf(folded, folded.loops[0]) == "b c");
  CHECK(TextOf(folded, folded.loops[1]) == "a [b c]^3");
  CHECK(TextOf(folded, folded.loops[2]) == "x");
  CHECK(TextOf(folded, folded.loops[3]) == "y");
  CHECK(LoopLengths(folded) == std::vector<std::uint64_t>{2, 7, 1, 1});
}

TEST_CASE("returns are folded if the filter keeps them, except for calls that were not left", "[rank][fold]") {
  Trace trace = TraceBuilder().Thread("m(a,a(b),c)").Build();
  const std::vector<const Trace*> runs = {&trace};
  const RankFilter filter = ParseRankFilter("01.1K10");
  FoldedTraces folded = FoldTraces(runs, filter);
  CHECK(TextOf(folded, folded.runs[0][0].entries) == "m a return a b return return c return return");
  CHECK(folded.runs[0][0].calls == 5);
  trace.threads[0].calls.open = {CallId(0u), CallId(4u)};
  folded = FoldTraces(runs, filter);
  CHECK(TextOf(folded, folded.runs[0][0].entries) == "m a return a b return return c");
  folded = FoldTraces(runs, ParseRankFilter("01.cust.0K10", {"^[mb]$"}));
  CHECK(TextOf(folded, folded.runs[0][0].entries) == "m b return");
}

TEST_CASE("names and loops are the same for runs whose names have other ids", "[rank][fold]") {
  const Trace a = TraceOfLetters({"xyxyxy"});
  Trace b = TraceBuilder().Names({"z", "y", "x"}).Thread("x,y,x,y,z").Build();
  const std::vector<const Trace*> runs = {&a, &b};
  const FoldedTraces folded = FoldTraces(runs, FilterOf(10));
  CHECK(folded.names == std::vector<std::string>{"x", "y", "z"});
  CHECK(TextOf(folded, folded.runs[1][0].entries) == "[x y]^2 z");
  CHECK(folded.Find(1, {0, 0}) == &folded.runs[1][0]);
  CHECK(folded.Find(1, {0, 1}) == nullptr);
}

TEST_CASE("unfolding restores what was folded, for any K and number of threads", "[rank][fold]") {
  std::mt19937 random(20);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> letters;
    for (int i = 0; i < 4; ++i) letters.push_back(RandomLetters(random, 4));
    const Trace trace = TraceOfLetters(letters);
    const std::vector<const Trace*> runs = {&trace};
    for (const std::uint32_t longest_body : {1U, 3U, 10U, 50U}) {
      const FoldedTraces folded = FoldTraces(runs, FilterOf(longest_body), 1);
      for (std::size_t i = 0; i < letters.size(); ++i) {
        REQUIRE(Unfolded(folded, folded.runs[0][i]) == letters[i]);
        REQUIRE(folded.runs[0][i].calls == letters[i].size());
      }
      for (const std::vector<FoldedEntry>& body : folded.loops) REQUIRE(body.size() <= longest_body);
      const FoldedTraces again = FoldTraces(runs, FilterOf(longest_body), 3);
      REQUIRE(again.loops == folded.loops);
      REQUIRE(std::ranges::equal(again.runs[0], folded.runs[0], [](const auto& x, const auto& y) { return x == y; }));
    }
  }
}

}  // namespace profdiff::fold_test

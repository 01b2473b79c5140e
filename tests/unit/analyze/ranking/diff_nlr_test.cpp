// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for attributes of folded traces, and for two folded traces side by side.
#include "values/diff_nlr.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "analyze/loops/fold.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "support/folded_text.h"
#include "values/thread_attributes.h"

namespace profdiff::diff_nlr_test {
namespace {

FoldedTraces FoldRuns(const std::vector<Trace>& traces) {
  std::vector<const Trace*> runs;
  for (const Trace& trace : traces) runs.push_back(&trace);
  return FoldTraces(runs, FilterOf(10));
}

std::vector<std::string> AttributesOf(const std::string& letters, std::string_view row) {
  return FindAttributes(FoldRuns({TraceOfLetters({letters})}), *ParseAttributeRow(row)).names;
}

std::string RandomLetters(std::mt19937& random) {
  std::string text;
  for (int i = std::uniform_int_distribution<int>(0, 40)(random); i > 0; --i) {
    text += static_cast<char>('a' + std::uniform_int_distribution<int>(0, 4)(random));
  }
  return text;
}

// Returns a string that is equal for two entries that differ only in their counts.
std::string SymbolText(const FoldedTraces& folded, const FoldedEntry& entry) {
  if (entry.function.valid()) return folded.names[entry.function.value];
  const std::string body = TextOf(folded, folded.loops[entry.loop.value]);
  return body.size() == 1 ? body : "[" + body + "]";
}

std::size_t LongestCommonSubsequence(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<std::size_t>> longest(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      longest[i][j] = a[i - 1] == b[j - 1] ? longest[i - 1][j - 1] + 1 : std::max(longest[i - 1][j], longest[i][j - 1]);
    }
  }
  return longest[a.size()][b.size()];
}

}  // namespace

TEST_CASE("attributes are entries or pairs, with their frequencies", "[rank][attributes]") {
  using Names = std::vector<std::string>;
  const std::string letters = "c" + std::string("ababab") + "cdddddddddddd";  // folded: c [a b]^3 c [d]^12
  CHECK(AttributesOf(letters, "sing.actual") == Names{"c:2", "d:12", "L0:3"});
  CHECK(AttributesOf(letters, "sing.log10") == Names{"c:0", "d:1", "L0:0"});
  CHECK(AttributesOf(letters, "sing.orig") == Names{"c", "d", "L0"});
  CHECK(AttributesOf(letters, "doub.actual") == Names{"c d:1", "c L0:1", "L0 c:1"});
  CHECK(AttributesOf("abcab", "doub.actual") == Names{"a b:2", "b c:1", "c a:1"});
  CHECK(AttributesOf(std::string(100, 'a') + "b", "sing.log10") == Names{"a:2", "b:0"});
  CHECK(AttributesOf(std::string(99, 'a') + "b", "sing.log10") == Names{"a:1", "b:0"});
  CHECK(AttributesOf("a", "doub.orig").empty());
}

TEST_CASE("the six rows have the paper's names", "[rank][attributes]") {
  std::string names;
  for (const AttributeRow row : AttributeRows()) {
    names += std::string(NameOf(row)) + " ";
    CHECK(ParseAttributeRow(NameOf(row)) == row);
  }
  CHECK(names == "doub.actual doub.log10 doub.orig sing.actual sing.log10 sing.orig ");
  CHECK_FALSE(ParseAttributeRow("sing"));
}

TEST_CASE("attributes have one number in all runs, and a context has the attributes of its run", "[rank][attributes]") {
  const ThreadAttributes attributes =
      FindAttributes(FoldRuns({TraceOfLetters({"ab", "a"}), TraceOfLetters({"bc"})}), *ParseAttributeRow("sing.orig"));
  CHECK(attributes.names == std::vector<std::string>{"a", "b", "c"});
  CHECK(attributes.runs[0] == std::vector<AttributeSet>{{0, 1}, {0}});
  CHECK(attributes.runs[1] == std::vector<AttributeSet>{{1, 2}});
  const FormalContext context = ContextOf(attributes, 1);
  CHECK(context.attributes == std::vector<std::string>{"b", "c"});
  CHECK(context.objects == std::vector<AttributeSet>{{0, 1}});
}

TEST_CASE("diffNLR distinguishes loops with different numbers of rounds from entries of one side only",
          "[rank][diff_nlr]") {
  const FoldedTraces folded = FoldRuns({TraceOfLetters({"cabababababd"}), TraceOfLetters({"cabababxd"})});
  const std::vector<NlrBlock> blocks = DiffNlr(folded, folded.runs[0][0].entries, folded.runs[1][0].entries);
  const std::vector<NlrBlock> expected = {{NlrMark::kEqual, 0, 1, 0, 1},
                                          {NlrMark::kCount, 1, 1, 1, 1},
                                          {NlrMark::kRight, 2, 0, 2, 1},
                                          {NlrMark::kEqual, 2, 1, 3, 1}};
  CHECK(blocks == expected);
}

TEST_CASE("one call and a loop of that function differ only in their counts", "[rank][diff_nlr]") {
  const FoldedTraces folded = FoldRuns({TraceOfLetters({"ab"}), TraceOfLetters({"aaab"})});
  const std::vector<NlrBlock> expected = {{NlrMark::kCount, 0, 1, 0, 1}, {NlrMark::kEqual, 1, 1, 1, 1}};
  CHECK(DiffNlr(folded, folded.runs[0][0].entries, folded.runs[1][0].entries) == expected);
}

TEST_CASE("blocks restore both sides, and pair as many entries as a full matrix does", "[rank][diff_nlr]") {
  std::mt19937 random(20);
  for (int round = 0; round < 300; ++round) {
    const FoldedTraces folded =
        FoldRuns({TraceOfLetters({RandomLetters(random)}), TraceOfLetters({RandomLetters(random)})});
    const std::vector<FoldedEntry>&left = folded.runs[0][0].entries, &right = folded.runs[1][0].entries;
    std::vector<std::string> left_text, right_text;
    for (const FoldedEntry& entry : left) left_text.push_back(SymbolText(folded, entry));
    for (const FoldedEntry& entry : right) right_text.push_back(SymbolText(folded, entry));
    std::size_t at_left = 0, at_right = 0, pairs = 0;
    for (const NlrBlock& block : DiffNlr(folded, left, right)) {
      REQUIRE(block.left == at_left);
      REQUIRE(block.right == at_right);
      at_left += block.left_count;
      at_right += block.right_count;
      REQUIRE((block.left_count == 0) == (block.mark == NlrMark::kRight));
      REQUIRE((block.right_count == 0) == (block.mark == NlrMark::kLeft));
      if (block.mark == NlrMark::kLeft || block.mark == NlrMark::kRight) continue;
      REQUIRE(block.left_count == block.right_count);
      pairs += block.left_count;
      for (std::uint32_t i = 0; i < block.left_count; ++i) {
        REQUIRE(left_text[block.left + i] == right_text[block.right + i]);
        REQUIRE((left[block.left + i].count == right[block.right + i].count) == (block.mark == NlrMark::kEqual));
      }
    }
    REQUIRE(at_left == left.size());
    REQUIRE(at_right == right.size());
    REQUIRE(pairs == LongestCommonSubsequence(left_text, right_text));
  }
}

TEST_CASE("a pair of threads is compared in a bad run and in the most similar good run", "[rank][diff_nlr]") {
  const FoldedTraces folded =
      FoldRuns({TraceOfLetters({"abc", "xyz"}), TraceOfLetters({"abd", "abe"}), TraceOfLetters({"abd", "abf"})});
  CHECK(MostSimilarRun(folded, 2, 2, {0, 0}) == 1u);
  CHECK_FALSE(MostSimilarRun(folded, 2, 2, {0, 7}));
  const PairDiffNlr pair = CompareDiffNlr(folded, 2, 2, {0, 0}, {0, 1});
  CHECK(pair.bad_run == 2);
  CHECK(pair.good_run == 1);
  CHECK(pair.good == DiffNlr(folded, folded.runs[1][0].entries, folded.runs[1][1].entries));
  CHECK(pair.bad == DiffNlr(folded, folded.runs[2][0].entries, folded.runs[2][1].entries));
  CHECK_THROWS_AS(CompareDiffNlr(folded, 2, 2, {0, 0}, {1, 1}), Error);
}

}  // namespace profdiff::diff_nlr_test

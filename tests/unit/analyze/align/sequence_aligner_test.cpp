// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the best alignment of two lists, which is compared with the result of a full matrix.
#include "analyze/align/sequence_aligner.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "analyze/align/midpoint.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "support/full_matrix.h"

namespace profdiff::sequence_aligner_test {
namespace {

using Symbols = std::vector<std::uint32_t>;

Symbols Letters(const std::string& text) { return Symbols(text.begin(), text.end()); }

// Returns the score of the blocks, which must cover both lists in order.
std::int64_t ScoreOfBlocks(const Symbols& a, const Symbols& b, const ThreadAlignment& alignment, const Scores& scores) {
  std::size_t i = 0, j = 0;
  std::int64_t score = 0;
  for (const AlignmentBlock& block : alignment.blocks) {
    REQUIRE(block.a == i);
    REQUIRE(block.b == j);
    const bool pairs = block.mark == Mark::kEqual || block.mark == Mark::kDifferent;
    REQUIRE((pairs ? block.a_count == block.b_count : block.a_count == 0 || block.b_count == 0));
    for (std::size_t k = 0; pairs && k < block.a_count; ++k) {
      const bool equal = a[i + k] == b[j + k];
      REQUIRE(equal == (block.mark == Mark::kEqual));
      score += equal ? scores.match : scores.mismatch;
    }
    if (!pairs) score += scores.gap * static_cast<std::int64_t>(block.a_count + block.b_count);
    i += block.a_count;
    j += block.b_count;
  }
  REQUIRE(i == a.size());
  REQUIRE(j == b.size());
  return score;
}

ThreadAlignment Mirrored(ThreadAlignment alignment) {
  for (AlignmentBlock& block : alignment.blocks) {
    std::swap(block.a, block.b);
    std::swap(block.a_count, block.b_count);
    if (block.mark == Mark::kOnlyA || block.mark == Mark::kOnlyB) {
      block.mark = block.mark == Mark::kOnlyA ? Mark::kOnlyB : Mark::kOnlyA;
    }
  }
  return alignment;
}

// Aligns two lists and checks properties that hold for every alignment.
ThreadAlignment AlignChecked(const Symbols& a, const Symbols& b, const Scores& scores = {},
                             std::uint64_t effort = ~std::uint64_t{0}) {
  const ThreadAlignment alignment = AlignSequences(a, b, scores, effort);
  REQUIRE(alignment.score == ScoreOfBlocks(a, b, alignment, scores));
  REQUIRE(AlignSequences(b, a, scores, effort).blocks == Mirrored(alignment).blocks);
  return alignment;
}

// Describes blocks by mark and number of symbols. For example, "=3 !1 a2 b1" is three equal, one different, two only in
// A and one only in B.
std::string Describe(const ThreadAlignment& alignment) {
  std::string text;
  for (const AlignmentBlock& block : alignment.blocks) {
    if (!text.empty()) text += ' ';
    text += "=!ab"[static_cast<int>(block.mark)] + std::to_string(std::max(block.a_count, block.b_count));
  }
  return text;
}

std::string DescribeLetters(const std::string& a, const std::string& b) {
  return Describe(AlignChecked(Letters(a), Letters(b)));
}

class RandomLists {
 public:
  explicit RandomLists(unsigned seed) : random_(seed) {}

  std::size_t Below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  // Returns a list in which symbols repeat for 1 to `longest_run` elements; it has at most `symbols` different symbols.
  Symbols List(std::size_t size, std::size_t symbols, std::size_t longest_run) {
    Symbols list;
    while (list.size() < size)
      list.insert(list.end(), 1 + Below(longest_run), static_cast<std::uint32_t>(Below(symbols)));
    list.resize(size);
    return list;
  }

  // Makes `edits` random changes: each inserts, removes or replaces one symbol.
  Symbols Edited(Symbols list, std::size_t edits, std::size_t symbols) {
    for (std::size_t e = 0; e < edits; ++e) {
      const std::size_t place = Below(list.size() + 1), kind = list.empty() || place == list.size() ? 0 : Below(3);
      const auto at = list.begin() + static_cast<std::ptrdiff_t>(place);
      const auto symbol = static_cast<std::uint32_t>(Below(symbols));
      if (kind == 0) list.insert(at, symbol);
      if (kind == 1) list.erase(at);
      if (kind == 2) *at = symbol;
    }
    return list;
  }

 private:
  std::mt19937 random_;
};

TEST_CASE("the paper's example: six matches, a mismatch, two gaps") {
  const ThreadAlignment alignment = AlignChecked(Letters("mcacmam"), Letters("mcacbcmbm"));
  CHECK(alignment.score == 9);
  CHECK(Describe(alignment) == "=4 b2 =1 !1 =1");
}

TEST_CASE("lists that need no search") {
  CHECK(DescribeLetters("", "").empty());
  CHECK(DescribeLetters("abc", "abc") == "=3");
  CHECK(DescribeLetters("abc", "") == "a3");
  CHECK(DescribeLetters("", "abc") == "b3");
  CHECK(DescribeLetters("abc", "def") == "!1 !1 !1");
}

TEST_CASE("a loop that ran more often has its last rounds as a gap") {
  CHECK(DescribeLetters("ixxxxxe", "ixxxxxxxe") == "=6 b2 =1");
  CHECK(DescribeLetters("ixyxyxye", "ixyxye") == "=5 a2 =1");
}

TEST_CASE("gaps are as close to the end as the score allows") {
  CHECK(DescribeLetters("pq", "r") == "!1 a1");
  CHECK(DescribeLetters("zpqe", "yre") == "!1 !1 a1 =1");
  CHECK(DescribeLetters("zxxxxxz", "yxxxz") == "!1 =3 a2 =1");
}

TEST_CASE("scores equal those of the full matrix") {
  RandomLists random(1);
  for (int round = 0; round < 10000; ++round) {
    const std::size_t symbols = 1 + random.Below(6), run = 1 + random.Below(5);
    const Symbols a = random.List(random.Below(40), symbols, run);
    const Symbols b =
        round % 2 == 0 ? random.List(random.Below(40), symbols, run) : random.Edited(a, random.Below(20), symbols);
    const ThreadAlignment alignment = AlignChecked(a, b);
    REQUIRE(alignment.score == BestScore(a, b, {}));
    REQUIRE(alignment.cut_lists == 0);
  }
}

TEST_CASE("scores equal those of the full matrix, for any values of match, mismatch and gap") {
  RandomLists random(2);
  for (int round = 0; round < 5000; ++round) {
    Scores scores{static_cast<int>(random.Below(7)) - 2, static_cast<int>(random.Below(11)) - 6,
                  static_cast<int>(random.Below(11)) - 6};
    const Symbols a = random.List(random.Below(25), 3, 3), b = random.List(random.Below(25), 3, 3);
    if (scores.match > scores.mismatch && scores.match > 2 * scores.gap) {
      REQUIRE(AlignChecked(a, b, scores).score == BestScore(a, b, scores));
    } else {
      REQUIRE_THROWS_AS(AlignSequences(a, b, scores), Error);
    }
  }
}

TEST_CASE("lists with too many differences to keep all wavefronts are divided where the best alignment passes") {
  RandomLists random(3);
  for (int round = 0; round < 20; ++round) {
    const std::size_t symbols = 2 + random.Below(30), run = 1 + random.Below(4);
    const Symbols a = random.List(700 + random.Below(300), symbols, run);
    const Symbols b = round % 2 == 0 ? random.List(400 + random.Below(600), symbols, run)
                                     : random.Edited(a, 300 + random.Below(300), symbols);
    REQUIRE(AlignChecked(a, b).score == BestScore(a, b, {}));
    REQUIRE(AlignChecked(a, b, {5, -4, -3}).score == BestScore(a, b, {5, -4, -3}));
  }
}

TEST_CASE("at the midpoint of two searches, the costs of both parts add up to the whole cost") {
  RandomLists random(4);
  for (int round = 0; round < 2000; ++round) {
    const Scores scores = round % 2 == 0 ? Scores{} : Scores{3, -4, -2};
    const EditCosts costs = CostsOf(scores);
    const Symbols a = random.List(1 + random.Below(30), 3, 3), b = random.List(1 + random.Below(30), 3, 3);
    const SymbolLists<std::uint32_t> lists{a, b};
    const Midpoint at = *FindMidpoint(lists, costs, 1u << 30);
    auto cost = [&](const SymbolLists<std::uint32_t>& part) {
      const Symbols first(part.a.begin(), part.a.end()), second(part.b.begin(), part.b.end());
      const std::int64_t most = scores.match * static_cast<std::int64_t>(part.size());
      const std::int64_t unit = (2 * (scores.match - scores.mismatch)) / static_cast<int>(costs.mismatch);
      return static_cast<std::uint32_t>((most - 2 * BestScore(first, second, scores)) / unit);
    };
    REQUIRE(cost(lists.Part(0, 0, at.i, at.j)) == at.cost_before);
    REQUIRE(cost(lists.Part(at.i, at.j, a.size(), b.size())) == at.cost_behind);
    REQUIRE(cost(lists) == at.cost_before + at.cost_behind);
  }
}

TEST_CASE("a list that would take too long is cut, and this is reported") {
  RandomLists random(5);
  const Symbols a = random.List(3000, 20, 1), b = random.List(2800, 20, 1);
  const ThreadAlignment cut = AlignChecked(a, b, {}, 1000), best = AlignChecked(a, b);
  CHECK(cut.cut_lists == 1);
  CHECK(best.cut_lists == 0);
  CHECK(best.score == BestScore(a, b, {}));
  CHECK(cut.score <= best.score);
  CHECK(cut.score > best.score - 500);
}

TEST_CASE("lists that have nothing in common are never cut") {
  const Symbols a(100000, 1), b(90000, 2);
  const ThreadAlignment alignment = AlignSequences(a, b, {}, 0);
  CHECK(alignment.cut_lists == 0);
  CHECK(alignment.score == -100000);
  CHECK(AlignSequences(a, b, {1, -5, -1}, 0).score == -190000);
}

TEST_CASE("the number of steps is known before they are taken") {
  CHECK(StepsOf(10000, 100000, 100000, {3, 2}) > 50000000);
  CHECK(StepsOf(10000, 100000, 100000, {3, 2}) < 60000000);
  CHECK(StepsOf(10000, 100, 100, {3, 2}) < 5000000);
}

TEST_CASE("scores with which no calls would match are refused") {
  const Symbols a = Letters("ab"), b = Letters("b");
  for (const Scores& scores : {Scores{1, 1, -1}, Scores{-2, -3, -1}, Scores{0, -1, 0}, Scores{101, 0, 0}}) {
    CHECK_THROWS_AS(AlignSequences(a, b, scores), Error);
  }
}

}  // namespace
}  // namespace profdiff::sequence_aligner_test

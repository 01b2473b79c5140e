// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for aligning two executions call by call.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "support/full_matrix.h"
#include "support/trace_builder.h"

namespace profdiff::align_test {
namespace {

Trace OneThread(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

Alignment Mirrored(Alignment alignment) {
  for (ThreadAlignment& thread : alignment.threads) {
    std::swap(thread.a, thread.b);
    for (AlignmentBlock& block : thread.blocks) {
      std::swap(block.a, block.b);
      std::swap(block.a_count, block.b_count);
      if (block.mark == Mark::kOnlyA || block.mark == Mark::kOnlyB) {
        block.mark = block.mark == Mark::kOnlyA ? Mark::kOnlyB : Mark::kOnlyA;
      }
    }
  }
  return alignment;
}

void CheckSame(const Alignment& x, const Alignment& y) {
  REQUIRE(x.threads.size() == y.threads.size());
  for (std::size_t t = 0; t < x.threads.size(); ++t) {
    REQUIRE(x.threads[t].blocks == y.threads[t].blocks);
    REQUIRE(x.threads[t].score == y.threads[t].score);
    REQUIRE(x.threads[t].cut_lists == y.threads[t].cut_lists);
    REQUIRE((x.threads[t].a == y.threads[t].a && x.threads[t].b == y.threads[t].b));
  }
}

// Returns the index of each call's caller, in the order of the calls in the tree. For a top-level call, the index is
// the number of calls.
std::vector<std::uint32_t> Callers(const CallTree& tree) {
  std::vector<std::uint32_t> callers(tree.size(), static_cast<std::uint32_t>(tree.size()));
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    for (std::uint32_t below = row + 1; below < tree.end[row]; below = tree.end[below]) callers[below] = row;
  }
  return callers;
}

// Checks that one side of a block, the `count` calls from `row` on, consists of whole subtrees, and that their roots
// have the same caller.
void CheckSubtrees(const CallTree& tree, const std::vector<std::uint32_t>& callers, std::uint32_t row,
                   std::uint32_t count) {
  const std::uint32_t end = row + count, caller = callers[row];
  while (row < end) {
    REQUIRE(callers[row] == caller);
    row = tree.end[row];
  }
  REQUIRE(row == end);
}

// Checks that blocks cover every row once and in order, that matched calls have the same name and matched callers, and
// that the score is the sum over the blocks.
void CheckBlocks(const Trace& a, const Trace& b, const ThreadAlignment& alignment, const Scores& scores) {
  const CallTree &x = a.threads[alignment.a.value].calls, &y = b.threads[alignment.b.value].calls;
  const std::vector<std::uint32_t> x_callers = Callers(x), y_callers = Callers(y);
  std::vector<std::uint32_t> match(x.size() + 1);
  match[x.size()] = static_cast<std::uint32_t>(y.size());
  std::uint32_t i = 0, j = 0;
  std::int64_t score = 0;
  for (const AlignmentBlock& block : alignment.blocks) {
    REQUIRE((block.a == i && block.b == j));
    REQUIRE(block.a_count + block.b_count > 0);
    for (std::uint32_t k = 0; block.mark == Mark::kEqual && k < block.a_count; ++k) {
      REQUIRE(a.names[x.function[i + k].value] == b.names[y.function[j + k].value]);
      REQUIRE(match[x_callers[i + k]] == y_callers[j + k]);
      match[i + k] = j + k;
      score += scores.match;
    }
    if (block.mark == Mark::kDifferent) {
      REQUIRE((x.end[i] == i + block.a_count && y.end[j] == j + block.b_count));
      REQUIRE(match[x_callers[i]] == y_callers[j]);
      score += scores.mismatch;
    }
    REQUIRE((block.mark != Mark::kEqual || block.a_count == block.b_count));
    if (block.mark == Mark::kOnlyA) {
      REQUIRE(block.b_count == 0);
      CheckSubtrees(x, x_callers, i, block.a_count);
      for (std::uint32_t row = i; row < i + block.a_count; row = x.end[row]) score += scores.gap;
    }
    if (block.mark == Mark::kOnlyB) {
      REQUIRE(block.a_count == 0);
      CheckSubtrees(y, y_callers, j, block.b_count);
      for (std::uint32_t row = j; row < j + block.b_count; row = y.end[row]) score += scores.gap;
    }
    i += block.a_count;
    j += block.b_count;
  }
  REQUIRE((i == x.size() && j == y.size()));
  REQUIRE(score == alignment.score);
}

// Describes blocks by their marks (equal, different, only in A, only in B) and the names of their calls, for example
// "=mc !a|b axy bz". For equal calls, the names are those of side A.
std::string Describe(const Trace& a, const Trace& b, const ThreadAlignment& alignment) {
  auto rows = [](const Trace& trace, ThreadId thread, std::uint32_t row, std::uint32_t count) {
    std::string text;
    for (std::uint32_t i = row; i < row + count; ++i) {
      text += trace.names[trace.threads[thread.value].calls.function[i].value];
    }
    return text;
  };
  std::string text;
  for (const AlignmentBlock& block : alignment.blocks) {
    if (!text.empty()) text += ' ';
    text += "=!ab"[static_cast<int>(block.mark)];
    if (block.a_count > 0) text += rows(a, alignment.a, block.a, block.a_count);
    if (block.mark == Mark::kDifferent) text += '|';
    if (block.b_count > 0 && block.mark != Mark::kEqual) text += rows(b, alignment.b, block.b, block.b_count);
  }
  return text;
}

std::string AlignCalls(const std::string& a_calls, const std::string& b_calls, const AlignOptions& options = {}) {
  const Trace a = OneThread(a_calls), b = OneThread(b_calls);
  const Alignment alignment = Align(a, b, options);
  CheckBlocks(a, b, alignment.threads.at(0), options.scores);
  CheckSame(Align(b, a, options), Mirrored(alignment));
  return Describe(a, b, alignment.threads[0]);
}

TEST_CASE("the paper's example as trees") {
  const std::string a = "m(c(a),a)", b = "m(c(a,b),b)";
  CHECK(AlignCalls(a, b) == "=mca bb !a|b");
  CHECK(Align(OneThread(a), OneThread(b)).threads[0].score == 3 * 2 - 1 - 1);
}

TEST_CASE("the paper's example as sequences") {
  const Trace a = OneThread("m(c(a),a)"), b = OneThread("m(c(a,b),b)");
  AlignOptions flat;
  flat.flat = true;
  const Alignment alignment = Align(a, b, flat);
  CHECK(alignment.flat);
  CHECK(alignment.threads[0].score == 9);
  CHECK(alignment.threads[0].blocks == std::vector<AlignmentBlock>{{Mark::kEqual, 0, 4, 0, 4},
                                                                   {Mark::kOnlyB, 4, 0, 4, 2},
                                                                   {Mark::kEqual, 4, 1, 6, 1},
                                                                   {Mark::kDifferent, 5, 1, 7, 1},
                                                                   {Mark::kEqual, 6, 1, 8, 1}});
  CheckSame(Align(b, a, flat), Mirrored(alignment));
}

TEST_CASE("the sequence of activations has the jumps back") {
  auto sequence = [](const std::string& calls) {
    const Trace trace = OneThread(calls);
    std::string text;
    for (CallId call : ActivationSequence(trace.threads[0].calls)) {
      text += trace.names[trace.threads[0].calls.function[call.value].value];
    }
    return text;
  };
  CHECK(sequence("m(c(a),a)") == "mcacmam");
  CHECK(sequence("m(c(a,b),b)") == "mcacbcmbm");
  CHECK(sequence("a,b,c(d)") == "abcdc");
  CHECK(sequence("").empty());
}

TEST_CASE("calls below calls that do not match are not compared") {
  CHECK(AlignCalls("m(a(x,y),c)", "m(b(x,y),c)") == "=m !axy|bxy =c");
  CHECK(AlignCalls("m(c)", "m(a(x(y)),b,c)") == "=m baxyb =c");
  CHECK(AlignCalls("m(a)", "m(a(x))") == "=ma bx");
  CHECK(AlignCalls("m(a(x),b)", "m(a,b)") == "=ma ax =b");
}

TEST_CASE("a replaced block is one difference in each round of its loop") {
  CHECK(AlignCalls("m(l(a,p),l(a,p),l(a,p),e)", "m(l(a,q),l(a,q),l(a,q),e)") == "=mla !p|q =la !p|q =la !p|q =e");
}

TEST_CASE("a parallel program has gaps where it is parallel") {
  CHECK(AlignCalls("main(read,solve,write)", "main(init,read,send,solve,write,finalize)") ==
        "=main binit =read bsend =solvewrite bfinalize");
}

TEST_CASE("neighbouring gaps of different callers are two blocks") {
  CHECK(AlignCalls("m(a(x),y)", "m(a)") == "=ma ax ay");
}

TEST_CASE("empty threads") {
  CHECK(AlignCalls("", "").empty());
  CHECK(AlignCalls("a(b)", "") == "aab");
  CHECK(AlignCalls("", "a,b") == "bab");
}

TEST_CASE("by subtree, equal rounds of a loop are matched first, and then the others") {
  const std::string a = "m(r(a),r(b),r(c),r(d))", b = "m(r(b),r(c),r(d),r(e))";
  AlignOptions options;
  CHECK(AlignCalls(a, b, options) == "=mr !a|b =r !b|c =r !c|d =r !d|e");
  options.by = AlignBy::kSubtree;
  CHECK(AlignCalls(a, b, options) == "=m ara =rbrcrd bre");
  CHECK(AlignCalls("m(f(x),g(y))", "m(f(x,z),g(y))", options) == "=mfx bz =gy");
  CHECK(AlignCalls("m(f(x),g(y))", "m(h,g(y))", options) == "=m !fx|h =gy");
}

TEST_CASE("equal shapes of different calls do no harm") {
  Trace a = OneThread("m(a(x),b(y),c)"), b = OneThread("m(b(x),b(z),c(x))");
  for (Trace* trace : {&a, &b}) std::ranges::fill(trace->threads[0].calls.shape, 7u);
  for (AlignBy by : {AlignBy::kName, AlignBy::kSubtree}) {
    AlignOptions options;
    options.by = by;
    const Alignment alignment = Align(a, b, options);
    CheckBlocks(a, b, alignment.threads[0], {});
    CHECK(Describe(a, b, alignment.threads[0]) == "=m !ax|bx =b !y|z =c bx");
  }
}

TEST_CASE("random trees: covered once, mirrored, the same on any number of threads") {
  RandomTraces random(1);
  for (int round = 0; round < 1000; ++round) {
    const RandomTraces::Pair pair = random.Make(round < 990 ? 200 : 4000);
    AlignOptions options;
    options.by = round % 3 == 0 ? AlignBy::kSubtree : AlignBy::kName;
    if (round % 5 == 0) options.scores = {3, -2, -2};
    const Alignment alignment = Align(pair.a, pair.b, options);
    CheckBlocks(pair.a, pair.b, alignment.threads[0], options.scores);
    CheckSame(Align(pair.b, pair.a, options), Mirrored(alignment));
    for (unsigned threads : {2u, 8u}) {
      options.threads = threads;
      CheckSame(Align(pair.a, pair.b, options), alignment);
    }
    const Alignment same = Align(pair.a, pair.a, options);
    const auto rows = static_cast<std::uint32_t>(pair.a.threads[0].calls.size());
    REQUIRE(same.threads[0].blocks == std::vector<AlignmentBlock>{{Mark::kEqual, 0, rows, 0, rows}});
  }
}

// Assigns an id to each name; a name has the same id in both traces.
class Symbols {
 public:
  std::uint32_t Of(const Trace& trace, std::uint32_t row) {
    const NameId name = trace.threads[0].calls.function[row];
    return numbers_.emplace(trace.names[name.value], static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::vector<std::uint32_t> OfActivations(const Trace& trace) {
    std::vector<std::uint32_t> symbols;
    for (CallId call : ActivationSequence(trace.threads[0].calls)) symbols.push_back(Of(trace, call.value));
    return symbols;
  }
  // Returns a symbol for each callee of the call `row`. If `row` is the number of calls, returns a symbol for each
  // top-level call.
  std::vector<std::uint32_t> OfCallsBelow(const Trace& trace, std::uint32_t row) {
    const CallTree& tree = trace.threads[0].calls;
    const auto size = static_cast<std::uint32_t>(tree.size());
    std::vector<std::uint32_t> symbols;
    std::uint32_t below = row == size ? 0 : row + 1;
    for (const std::uint32_t end = row == size ? size : tree.end[row]; below < end; below = tree.end[below]) {
      symbols.push_back(Of(trace, below));
    }
    return symbols;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

// Returns the best possible score. Aligns the top-level calls, and the callees of each matched pair of calls, with the
// full matrix, and adds up the scores.
std::int64_t BestScoreOfLists(const Trace& a, const Trace& b, const ThreadAlignment& alignment) {
  Symbols symbols;
  auto best = [&](std::size_t a_row, std::size_t b_row) {
    return BestScore(symbols.OfCallsBelow(a, static_cast<std::uint32_t>(a_row)),
                     symbols.OfCallsBelow(b, static_cast<std::uint32_t>(b_row)), {});
  };
  std::int64_t score = best(a.threads[0].calls.size(), b.threads[0].calls.size());
  for (const AlignmentBlock& block : alignment.blocks) {
    for (std::uint32_t i = 0; block.mark == Mark::kEqual && i < block.a_count; ++i)
      score += best(block.a + i, block.b + i);
  }
  return score;
}

TEST_CASE("random trees: each list of calls has the score of the full matrix") {
  RandomTraces random(3);
  for (int round = 0; round < 1000; ++round) {
    const RandomTraces::Pair pair = random.Make(150);
    const ThreadAlignment alignment = Align(pair.a, pair.b).threads[0];
    REQUIRE(alignment.score == BestScoreOfLists(pair.a, pair.b, alignment));
  }
}

TEST_CASE("random trees as sequences: the score of the full matrix, mirrored, and no difference from itself") {
  RandomTraces random(4);
  AlignOptions flat;
  flat.flat = true;
  for (int round = 0; round < 1000; ++round) {
    const RandomTraces::Pair pair = random.Make(60);
    Symbols symbols;
    const std::vector<std::uint32_t> a = symbols.OfActivations(pair.a), b = symbols.OfActivations(pair.b);
    const Alignment alignment = Align(pair.a, pair.b, flat);
    REQUIRE(alignment.threads[0].score == BestScore(a, b, {}));
    CheckSame(Align(pair.b, pair.a, flat), Mirrored(alignment));
    const std::vector<AlignmentBlock> same = Align(pair.a, pair.a, flat).threads[0].blocks;
    const auto size = static_cast<std::uint32_t>(a.size());
    REQUIRE(same.size() == (size == 0 ? 0 : 1));
    REQUIRE((size == 0 || same[0] == AlignmentBlock{Mark::kEqual, 0, size, 0, size}));
  }
}

TEST_CASE("many lists on many threads") {
  RandomTraces random(2);
  const RandomTraces::Pair pair = random.Make(400000);
  REQUIRE(pair.a.threads[0].calls.size() > 20000);
  AlignOptions options;
  const Alignment alignment = Align(pair.a, pair.b, options);
  for (unsigned threads : {2u, 3u, 8u}) {
    options.threads = threads;
    CheckSame(Align(pair.a, pair.b, options), alignment);
  }
  CheckSame(Align(pair.b, pair.a, options), Mirrored(alignment));
}

TEST_CASE("a chain of a million calls that ends differently") {
  Trace traces[2];
  for (int side = 0; side < 2; ++side) {
    TreeBuilder builder(traces[side]);
    for (int i = 0; i < 1000000; ++i) builder.Enter("f");
    builder.Enter(side == 0 ? "x" : "y");
    traces[side].threads.resize(1);
    traces[side].threads[0].calls = builder.Build();
  }
  const Alignment alignment = Align(traces[0], traces[1]);
  CHECK(alignment.threads[0].blocks == std::vector<AlignmentBlock>{{Mark::kEqual, 0, 1000000, 0, 1000000},
                                                                   {Mark::kDifferent, 1000000, 1, 1000000, 1}});
}

TEST_CASE("a list that would take too long is cut within the effort that is allowed") {
  Trace traces[2];
  for (int side = 0; side < 2; ++side) {
    TreeBuilder builder(traces[side]);
    builder.Enter("main");
    std::uint32_t random = side == 0 ? 1 : 77;
    for (int i = 0; i < 5000; ++i) {
      random = random * 1664525 + 1013904223;
      builder.Enter(std::string(1, static_cast<char>('a' + (random >> 24) % 20)));
      builder.Leave();
    }
    traces[side].threads.resize(1);
    traces[side].threads[0].calls = builder.Build();
  }
  AlignOptions options;
  CHECK(Align(traces[0], traces[1], options).threads[0].cut_lists == 0);
  options.effort = 1000;
  const Alignment cut = Align(traces[0], traces[1], options);
  CHECK(cut.threads[0].cut_lists == 1);
  CheckBlocks(traces[0], traces[1], cut.threads[0], {});
  CheckSame(Align(traces[1], traces[0], options), Mirrored(cut));
}

TEST_CASE("threads without a match are listed alone") {
  const Trace a = TraceBuilder().Thread("m(x)").Thread("w,w").Build(), b = OneThread("m(x)");
  const Alignment alignment = Align(a, b);
  REQUIRE(alignment.threads.size() == 2);
  CHECK(!alignment.threads[1].b.valid());
  CHECK(alignment.threads[1].blocks == std::vector<AlignmentBlock>{{Mark::kOnlyA, 0, 2, 0, 0}});
  CHECK(alignment.threads[1].score == -2);
}

TEST_CASE("scores with which no calls would match are refused, even if nothing is aligned") {
  AlignOptions options;
  options.scores = {0, 0, 0};
  CHECK_THROWS_AS(Align(Trace(), Trace(), options), Error);
}

}  // namespace
}  // namespace profdiff::align_test

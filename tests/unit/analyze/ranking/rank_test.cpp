// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the ranking, from traces to a verdict.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "support/folded_text.h"
#include "support/stopped_trace.h"
#include "values/thread_scores.h"

namespace profdiff::rank_test {
namespace {

using Keys = std::vector<ThreadKey>;

ThreadRanking Rank(const std::vector<Trace>& good, const std::vector<Trace>& bad, RankOptions options = {}) {
  std::vector<const Trace*> good_runs, bad_runs;
  for (const Trace& trace : good) good_runs.push_back(&trace);
  for (const Trace& trace : bad) bad_runs.push_back(&trace);
  return RankThreads(good_runs, bad_runs, options);
}

RankOptions OptionsOf(const char* code) {
  RankOptions options;
  options.filters = {ParseRankFilter(code)};
  return options;
}

std::string Exchanges(const std::string& a, const std::string& b, int times) {
  std::string calls;
  for (int i = 0; i < times; ++i) calls += "," + a + "," + b;
  return calls;
}

std::string SortCalls(std::uint32_t rank, int times) {
  return rank % 2 != 0 ? Exchanges("MPI_Recv", "MPI_Send", times) : Exchanges("MPI_Send", "MPI_Recv", times);
}

// Odd/even transposition sort with 16 ranks in 16 phases; ranks without a neighbour do not exchange anything.
TraceBuilder SortRun(std::uint32_t other_rank = 99, const std::string& other_calls = {}) {
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < 16; ++rank) {
    const std::string calls = rank == other_rank ? other_calls : SortCalls(rank, 16) + ",MPI_Finalize";
    builder.Thread("main(MPI_Init" + calls + ")", rank);
  }
  return builder;
}

// Rank 5 waits forever for a message in phase 7. One phase later, its neighbours wait, then their neighbours, and so
// on. Only rank 15 finishes.
Trace HangingSort() {
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < 16; ++rank) {
    const int phase = rank <= 5 ? 12 - static_cast<int>(rank) : static_cast<int>(rank) + 1;
    const std::string last = rank % 2 != 0 ? ",MPI_Recv" : ",MPI_Send,MPI_Recv";
    builder.Thread(
        "main(MPI_Init" + (rank == 15 ? SortCalls(rank, 16) + ",MPI_Finalize" : SortCalls(rank, phase) + last) + ")",
        rank);
  }
  Trace trace = builder.Build();
  for (std::size_t rank = 0; rank < 15; ++rank) LeaveOpen(trace.threads[rank].calls, 2);
  return trace;
}

std::string FoldedText(const ThreadRanking& result, std::size_t run, ThreadKey id) {
  return TextOf(result.folded[0], result.folded[0].Find(run, id)->entries);
}

// Returns a run of four ranks with two threads each, which make random calls.
Trace RandomRun(std::mt19937& random) {
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    for (int thread = 0; thread < 2; ++thread) {
      std::string calls = "m";
      for (int i = std::uniform_int_distribution<int>(0, 30)(random); i > 0; --i) {
        calls += "," + std::string(1, static_cast<char>('a' + std::uniform_int_distribution<int>(0, 3)(random)));
      }
      builder.Thread(calls, rank);
    }
  }
  return builder.Build();
}

}  // namespace

TEST_CASE("odd/even sort: an exchange that is swapped after 7 rounds is named", "[rank]") {
  const Trace good = SortRun().Build();
  const Trace bad =
      SortRun(5, Exchanges("MPI_Recv", "MPI_Send", 7) + Exchanges("MPI_Send", "MPI_Recv", 9) + ",MPI_Finalize").Build();
  const ThreadRanking result = Rank({good, good}, {bad}, OptionsOf("11.mpi.0K10"));
  CHECK(FoldedText(result, 0, {5, 0}) == "MPI_Init [MPI_Recv MPI_Send]^16 MPI_Finalize");
  CHECK(FoldedText(result, 2, {5, 0}) == "MPI_Init [MPI_Recv MPI_Send]^7 [MPI_Send MPI_Recv]^9 MPI_Finalize");
  CHECK(result.verdict == RankVerdict::kDiffers);
  CHECK(result.suspects == Keys{{5, 0}});
  REQUIRE(result.ranking.ranked.size() == 1);
  const RankedThread& thread = result.ranking.threads[result.ranking.ranked[0]];
  CHECK(thread.id == ThreadKey{5, 0});
  CHECK(thread.noise == 0);
  CHECK(thread.beyond == thread.change);
  CHECK(thread.lost.empty());
  CHECK(thread.added.empty());
  REQUIRE(thread.first);
  CHECK(thread.first->rounds == 7);
  CHECK(thread.first->least_rounds == 16);
  CHECK(thread.first->most_rounds == 16);
  CHECK(thread.first->call == 15);
  CHECK(result.folded[0].names[thread.first->function.value] == "MPI_Send");
  CHECK_FALSE(thread.first->is_new);
  REQUIRE(thread.first->loop.valid());
  CHECK(TextOf(result.folded[0], result.folded[0].loops[thread.first->loop.value]) == "MPI_Recv MPI_Send");
}

TEST_CASE("odd/even sort: among 15 ranks that wait, the one that receives forever is named", "[rank]") {
  const Trace good = SortRun().Build();
  const ThreadRanking result = Rank({good, good}, {HangingSort()}, OptionsOf("11.mpi.0K10"));
  CHECK(FoldedText(result, 2, {5, 0}) == "MPI_Init [MPI_Recv MPI_Send]^7 MPI_Recv");
  CHECK(result.verdict == RankVerdict::kStopped);
  CHECK(result.suspects == Keys{{5, 0}});
  const auto waiting = std::ranges::count(result.stops.runs[2], EndState::kWaits, &ThreadEnd::state);
  CHECK(waiting == 15);
}

TEST_CASE("missing and new functions, and counts outside the range of good runs", "[rank]") {
  const Trace good1 = TraceOfLetters({"aaxyl"}), good2 = TraceOfLetters({"aaaaxyl"}),
              bad = TraceOfLetters({"aaaaaaxn"});
  const ThreadRanking result = Rank({good1, good2}, {bad});
  const RankedThread& thread = result.ranking.threads[0];
  CHECK(thread.lost == std::vector<std::string>{"l", "y"});
  CHECK(thread.added == std::vector<std::string>{"n"});
  REQUIRE(thread.counts.size() == 1);
  CHECK(thread.counts[0].name == "a");
  CHECK(thread.counts[0].bad == 6);
  CHECK(thread.counts[0].least == 2);
  CHECK(thread.counts[0].most == 4);
  REQUIRE(thread.first);
  CHECK(thread.first->rounds == 6);
  CHECK(thread.first->call == 4);
}

TEST_CASE("a loop that ran as often as in some good run is not a difference; a function never called before is",
          "[rank]") {
  const ThreadRanking result =
      Rank({TraceOfLetters({"ababababc"}), TraceOfLetters({"abababababababc"})}, {TraceOfLetters({"ababababababnc"})});
  REQUIRE(result.ranking.threads[0].first);
  const FirstDifference& first = *result.ranking.threads[0].first;
  CHECK_FALSE(first.loop.valid());
  CHECK(first.call == 12);
  CHECK(first.is_new);
  CHECK(result.folded[0].names[first.function.value] == "n");
  CHECK(first.time == 12u);
}

TEST_CASE("the noise of good runs is subtracted", "[rank]") {
  const Trace usual = TraceOfLetters({"abc", "abc"}, true), other = TraceOfLetters({"abcd", "abc"}, true);
  const Trace bad = TraceOfLetters({"abc", "abcd"}, true);
  const ThreadRanking one = Rank({usual}, {bad}), two = Rank({usual, other}, {bad});
  CHECK(one.ranking.threads[1].beyond > 0);
  CHECK(one.ranking.threads[1].noise == 0);
  CHECK(two.ranking.threads[1].change == one.ranking.threads[1].change);
  CHECK(two.ranking.threads[1].noise == two.ranking.threads[1].change);
  CHECK(two.ranking.threads[1].beyond == 0);
  CHECK(two.verdict == RankVerdict::kNone);
  CHECK(two.suspects.empty());
}

TEST_CASE("threads that continue while others have stopped are judged without frequencies", "[rank]") {
  const Trace good = TraceBuilder().Thread("m(a,a,a)").Thread("m(MPI_Recv)").Build();
  Trace bad = TraceBuilder().Thread("m(a,a,a,a,a,a)").Thread("m(MPI_Recv)").Build();
  LeaveOpen(bad.threads[0].calls, 1);
  LeaveOpen(bad.threads[1].calls, 2);
  const ThreadRanking result = Rank({good, good}, {bad});
  CHECK(result.stops.runs[2][0].state == EndState::kRuns);
  CHECK(result.ranking.threads[0].beyond == 0);
  CHECK(result.suspects == Keys{{0, 1}});
}

TEST_CASE("a longer run without other suspects is slower", "[rank]") {
  const ThreadRanking result =
      Rank({TraceBuilder().Thread("m:100(a:1000)").Build()}, {TraceBuilder().Thread("m:100(a:5000)").Build()});
  CHECK(result.verdict == RankVerdict::kSlower);
  CHECK(result.suspects == Keys{{0, 0}});
}

TEST_CASE("threads on one side only are named and not compared", "[rank]") {
  const ThreadRanking result = Rank({TraceOfLetters({"a", "a"})}, {TraceOfLetters({"a"})});
  CHECK(result.ranking.only_good == Keys{{0, 1}});
  CHECK(result.ranking.threads.size() == 1);
  CHECK(result.verdict == RankVerdict::kDiffers);
}

TEST_CASE("a change is unknown if an address may be a function that the other side names", "[rank]") {
  const Trace named = TraceBuilder().Thread("main(load,work)").Build();
  const Trace unnamed = TraceBuilder().Thread("p+0x10(p+0x20,p+0x30)").Build();
  const auto thread = [](const Trace& good, const Trace& bad) { return Rank({good, good, good}, {bad}); };
  const Trace elsewhere = TraceBuilder().Thread("p+0x11(p+0x21,p+0x31)").Build();
  for (const auto& result : {thread(named, unnamed), thread(unnamed, named), thread(unnamed, elsewhere)}) {
    CHECK_FALSE(result.ranking.threads[0].is_known);
    CHECK(result.ranking.threads[0].beyond == 0);
    CHECK(result.ranking.ranked.empty());
    CHECK(result.suspects.empty());
    CHECK(result.verdict == RankVerdict::kUnknown);
  }
  // A new function without a name is new if no function is missing.
  const Trace more = TraceBuilder().Thread("p+0x10(p+0x20,p+0x30,p+0x40)").Build();
  CHECK(thread(unnamed, more).ranking.threads[0].is_known);
  CHECK(thread(unnamed, more).ranking.threads[0].change > 0);
  CHECK(thread(unnamed, unnamed).ranking.threads[0].is_known);
}

TEST_CASE("a random run compared with itself: all scores are 0, for any number of threads", "[rank]") {
  std::mt19937 random(20);
  for (int round = 0; round < 10; ++round) {
    const std::vector<Trace> good = {RandomRun(random), RandomRun(random)};
    RankOptions options;
    options.threads = 3;
    options.count_concepts = true;
    const ThreadRanking result = Rank(good, {good[0]}, options), again = Rank(good, {good[0]});
    CHECK(result.verdict == RankVerdict::kNone);
    CHECK(result.ranking.ranked.empty());
    REQUIRE(result.ranking.rows.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
      const ScoreRow& row = result.ranking.rows[i];
      CHECK(row.classes.size() == 3);
      CHECK(row.concepts.size() == 3);
      REQUIRE(row.columns.size() == again.ranking.rows[i].columns.size());
      for (std::size_t c = 0; c < row.columns.size(); ++c) {
        for (const PairScore& pair : row.columns[c].pairs) CHECK(pair.beyond == 0);
        CHECK(row.columns[c].pairs.size() == again.ranking.rows[i].columns[c].pairs.size());
      }
    }
    const ThreadRanking alone = Rank({good[0]}, {good[0]});
    for (const RankedThread& thread : alone.ranking.threads) {
      CHECK(thread.change == 0);
      CHECK(thread.counts.empty());
    }
    for (const ScoreRow& row : alone.ranking.rows) {
      CHECK(row.b_score == 1);
      for (std::uint32_t thread = 0; thread < 2; ++thread) CHECK(Summarize({&row, 1}, thread).most == 0);
    }
  }
}

TEST_CASE("runs that cannot be compared are refused in one line", "[rank]") {
  auto message = [](const std::vector<Trace>& good, const std::vector<Trace>& bad, const char* code) -> std::string {
    try {
      Rank(good, bad, OptionsOf(code));
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kBadArgument);
      return TextOf(error.message());
    }
    return {};
  };
  const Trace trace = TraceOfLetters({"ab"});
  CHECK(message({trace}, {trace}, "11.mpi.0K10") == "filter '11.mpi.0K10' keeps no call of any thread");
  CHECK(message({trace}, {trace}, "01.mpi.0K10") == "filter '01.mpi.0K10' keeps no call of any thread");
  CHECK(message({trace}, {}, "11.1K10") == "no executions to compare");
  CHECK(message({trace}, {TraceBuilder().Thread("a", 1).Build()}, "11.1K10") ==
        "no thread is in both good and bad executions");
}

}  // namespace profdiff::rank_test

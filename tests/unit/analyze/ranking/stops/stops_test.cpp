// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the states in which threads ended, and for the choice of suspect threads.
#include "analyze/ranking/stops/stops.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/ranking.h"
#include "support/stopped_trace.h"
#include "support/trace_builder.h"
#include "values/thread_scores.h"

namespace profdiff::stops_test {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

using Names = std::vector<std::string>;
using Keys = std::vector<ThreadKey>;

// A rank with one thread: its calls, how many of them are open, the end of the recording, and the exit status.
struct RankText {
  std::string calls;
  std::size_t open = 0;
  std::uint64_t end = 0;  // 0: unknown
  int status = 0;
};

Trace RunOf(const std::vector<RankText>& ranks) {
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) builder.Thread(ranks[rank].calls, rank);
  Trace trace = builder.Build();
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    LeaveOpen(trace.threads[rank].calls, ranks[rank].open);
    if (ranks[rank].end != 0) trace.ends.push_back({rank, ranks[rank].end, ranks[rank].status});
  }
  return trace;
}

Stops StopsOf(const std::vector<Trace>& good, const std::vector<Trace>& bad, const char* code = "11.1K10") {
  std::vector<const Trace*> good_runs, bad_runs;
  for (const Trace& trace : good) good_runs.push_back(&trace);
  for (const Trace& trace : bad) bad_runs.push_back(&trace);
  const Stops one = FindStops(good_runs, bad_runs, ParseRankFilter(code), 1);
  const Stops three = FindStops(good_runs, bad_runs, ParseRankFilter(code), 3);
  REQUIRE(one.suspects == three.suspects);
  return one;
}

ThreadEnd EndOf(const std::vector<Trace>& good, const Trace& bad) { return StopsOf(good, {bad}).runs.back().front(); }

}  // namespace

TEST_CASE("functions that block", "[rank][stops]") {
  for (const char* name : {"MPI_Recv", "PMPI_Barrier", "MPI_Init", "MPI_Finalize", "MPI_Wait", "MPI_Recv@LIBMPI",
                           "GOMP_barrier", "GOMP_critical_start", "GOMP_parallel", "pthread_join", "pthread_mutex_lock",
                           "_ZNSt6thread4joinEv", "sem_wait", "omp_set_lock", "MPI_Intercomm_create", "MPI_Cart_create",
                           "MPI_Cart_sub", "MPI_Dist_graph_create", "MPI_Buffer_detach"}) {
    INFO(name);
    CHECK(Blocks(name));
  }
  for (const char* name :
       {"main", "MPI_Isend", "MPI_Ibarrier", "MPI_Comm_rank", "MPI_Wtime", "MPI_Test", "MPI_Type_commit",
        "MPI_Info_create", "MPI_Abort", "MPI_Send_init", "GOMP_critical_end", "pthread_mutex_unlock",
        "omp_get_thread_num", "MPI_", "MPI_Cart_rank", "MPI_Graph_neighbors", "MPI_Buffer_attach"}) {
    INFO(name);
    CHECK_FALSE(Blocks(name));
  }
}

TEST_CASE("a thread finished, waits, stopped or runs", "[rank][stops]") {
  const Trace good = RunOf({{"main:10(work:30000000,MPI_Bcast:20000000,work:30000000,work)"}});
  SECTION("nothing is open") {
    const ThreadEnd end = EndOf({good}, good);
    CHECK(end.state == EndState::kFinished);
    CHECK(end.after == "main");
    CHECK(end.calls == 5);
  }
  SECTION("the rank ended well, or exit was called") {
    CHECK(EndOf({good}, RunOf({{"main(work)", 1, 5 * kSecond, 0}})).state == EndState::kFinished);
    CHECK(EndOf({good}, RunOf({{"main(work,exit)", 2, 5 * kSecond, 256}})).state == EndState::kFinished);
  }
  SECTION("the open call blocks") {
    const ThreadEnd end = EndOf({good}, RunOf({{"main:10(work:20,MPI_Bcast)", 2, kSecond, 9}}));
    CHECK(end.state == EndState::kWaits);
    CHECK(end.open == Names{"main", "MPI_Bcast"});
    CHECK(end.after == "work");
    CHECK(end.next.empty());
    CHECK(end.since == 30);
    CHECK(end.silent == kSecond - 1030);
  }
  SECTION("MPI's own calls are its affair") {
    CHECK(EndOf({good}, RunOf({{"main(MPI_Bcast(opal_progress:5(poll)))", 3}})).state == EndState::kWaits);
  }
  SECTION("silent, and not before a call that blocks") {
    const ThreadEnd end = EndOf({good}, RunOf({{"main:10(work:20,MPI_Bcast:20,work:20)", 1, kSecond, 9}}));
    CHECK(end.state == EndState::kStopped);
    CHECK(end.next == Names{"work"});
    CHECK(end.after == "work");
  }
  SECTION("silent before a call that blocks, which the tracer did not write") {
    const ThreadEnd end = EndOf({good}, RunOf({{"main:10(work:20)", 1, kSecond, 9}}));
    CHECK(end.state == EndState::kWaits);
    CHECK(end.next == Names{"MPI_Bcast"});
    CHECK(end.open == Names{"main"});
  }
  SECTION("not silent for longer than good runs are") {
    CHECK(EndOf({good}, RunOf({{"main:10(work:20)", 1, 80'000'000, 9}})).state == EndState::kRuns);
    CHECK(EndOf({good}, RunOf({{"main:10(work:20)", 1, 95'000'000, 9}})).state == EndState::kWaits);
  }
  SECTION("without an end of the recording, the last record of all is taken") {
    const Trace bad = RunOf({{"main:10(work:20,MPI_Bcast,work)", 1}, {"main:400000000(work:20,work)", 1}});
    CHECK(EndOf({good}, bad).state == EndState::kStopped);
  }
}

TEST_CASE("pauses in MPI_Init are ignored", "[rank][stops]") {
  const std::string calls = "main:10(MPI_Init:900000000,work:20,work:20)";
  CHECK(EndOf({RunOf({{calls}})}, RunOf({{calls, 1, 2 * kSecond, 9}})).state == EndState::kStopped);
  const std::string slow = "main:10(MPI_Bcast:900000000,work:20,work:20)";
  CHECK(EndOf({RunOf({{slow}})}, RunOf({{slow, 1, 2 * kSecond, 9}})).state == EndState::kRuns);
}

TEST_CASE("the next call is looked up after the same calls, otherwise after the last two", "[rank][stops]") {
  const std::vector<Trace> good = {RunOf({{"main(a,b,c,d,e)"}}), RunOf({{"main(a,b,x)"}}), RunOf({{"main(q,b,z)"}})};
  auto next = [&](const char* calls) { return EndOf(good, RunOf({{calls, 1, kSecond, 9}})).next; };
  CHECK(next("main(a,b)") == Names{"c", "x"});
  CHECK(next("main(w,a,b)") == Names{"c", "x"});
  CHECK(next("main(w,c,d)") == Names{"e"});
  CHECK(next("main(w)").empty());
  CHECK(StopsOf({}, {RunOf({{"main(a)", 1}})}).runs[0][0].next.empty());
}

TEST_CASE("threads that only good runs have are missing, and stops that good runs have as well do not count",
          "[rank][stops]") {
  const Trace good = RunOf({{"main(a)"}, {"main(a)"}, {"main(MPI_Recv)", 2}});
  const Trace bad = RunOf({{"main(a)"}});
  const Stops missing = StopsOf({good}, {bad});
  REQUIRE(missing.runs[1].size() == 3);
  CHECK(missing.runs[1][1].state == EndState::kMissing);
  CHECK_FALSE(missing.stopped);
  const Stops same = StopsOf({good}, {good});
  CHECK(same.runs[1][2].state == EndState::kWaits);
  CHECK(same.runs[1][2].usual);
  CHECK_FALSE(same.stopped);
  CHECK(same.suspects == std::vector<Keys>{{}});
  CHECK(same.places.empty());
  const Stops elsewhere = StopsOf({good}, {RunOf({{"main(a)"}, {"main(a)"}, {"main(MPI_Send)", 2}})});
  CHECK(elsewhere.runs[1][2].state == EndState::kWaits);
  CHECK(elsewhere.runs[1][2].usual);
  CHECK_FALSE(elsewhere.stopped);
}

TEST_CASE("a thread that waits alone is suspected, the others only wait", "[rank][stops]") {
  const Trace good = RunOf({{"main(MPI_Allreduce,MPI_Allreduce)"},
                            {"main(MPI_Allreduce,MPI_Allreduce)"},
                            {"main(MPI_Allreduce,MPI_Allreduce)"}});
  const Trace bad = RunOf({{"main(MPI_Allreduce,MPI_Allreduce)", 2},
                           {"main(MPI_Allreduce,MPI_Recv)", 2},
                           {"main(MPI_Allreduce,MPI_Allreduce)", 2}});
  const Stops stops = StopsOf({good}, {bad});
  CHECK(stops.stopped);
  CHECK(stops.suspects == std::vector<Keys>{{{1, 0}}});
  REQUIRE(stops.places.size() == 2);
  CHECK(stops.places[0].where == Names{"main", "MPI_Recv"});
  CHECK(stops.places[1].threads == Keys{{0, 0}, {2, 0}});
  CHECK(stops.places[1].state == EndState::kWaits);
}

TEST_CASE("stopped threads come before waiting ones, and threads that join their own threads come last",
          "[rank][stops]") {
  const Trace good = RunOf({{"main(a,GOMP_parallel(a),b)"}, {"main(a,a)"}, {"main(MPI_Recv,a)"}});
  const Trace bad = RunOf(
      {{"main(a,GOMP_parallel(a))", 2, kSecond, 9}, {"main(a)", 1, kSecond, 9}, {"main(MPI_Recv)", 2, kSecond, 9}});
  CHECK(StopsOf({good}, {bad}).suspects == std::vector<Keys>{{{1, 0}}});
  const Trace waiting =
      RunOf({{"main(a,GOMP_parallel(a))", 2, kSecond, 9}, {"main(a,a)"}, {"main(MPI_Recv)", 2, kSecond, 9}});
  CHECK(StopsOf({good}, {waiting}).suspects == std::vector<Keys>{{{2, 0}}});
}

TEST_CASE("among threads that wait at one place, the one with the least progress is suspected; equal ones all are",
          "[rank][stops]") {
  const Trace good = RunOf({{"main(a,a,MPI_Recv)"}, {"main(a,a,MPI_Recv)"}, {"main(a,a,MPI_Recv)"}});
  CHECK(StopsOf({good}, {RunOf({{"main(a,a,MPI_Recv)", 2}, {"main(a,MPI_Recv)", 2}, {"main(a,MPI_Recv)", 2}})})
            .suspects == std::vector<Keys>{{{1, 0}, {2, 0}}});
}

TEST_CASE("a thread that waits in its last call is suspected after all others", "[rank][stops]") {
  const Trace good =
      RunOf({{"main(a,MPI_Recv,MPI_Finalize)"}, {"main(a,MPI_Recv,MPI_Finalize)"}, {"main(MPI_Finalize)"}});
  const Trace bad = RunOf({{"main(a,MPI_Recv)", 2}, {"main(a,MPI_Recv)", 2}, {"main(MPI_Finalize)", 2}});
  const Stops stops = StopsOf({good}, {bad});
  CHECK(stops.runs[1][2].done);
  CHECK_FALSE(stops.runs[1][0].done);
  CHECK(stops.suspects == std::vector<Keys>{{{0, 0}, {1, 0}}});
  const Trace alone =
      RunOf({{"main(a,MPI_Recv,MPI_Finalize)"}, {"main(a,MPI_Recv,MPI_Finalize)"}, {"main(MPI_Finalize)", 2}});
  CHECK(StopsOf({good}, {alone}).suspects == std::vector<Keys>{{{2, 0}}});
}

TEST_CASE("a rank that failed by itself is the suspect, and the others were ended", "[rank][stops]") {
  const Trace good = RunOf({{"main(MPI_Recv)"}, {"main(MPI_Recv)"}, {"main(work)"}});
  const Trace bad = RunOf({{"main(MPI_Recv)", 2, 30 * kSecond, 9},
                           {"main(MPI_Recv)", 2, 31 * kSecond, 9},
                           {"main(work:1900000000,load)", 2, 2 * kSecond, 11}});
  const Stops stops = StopsOf({good}, {bad});
  CHECK(stops.suspects == std::vector<Keys>{{{2, 0}}});
  REQUIRE(stops.ends.size() == 3);
  CHECK(stops.ends[2].status == 11);
  CHECK(stops.ends[2].how == EndKind::kSignal);
  CHECK(stops.ends[2].signal == 11);
  CHECK(stops.ends[2].is_first);
  CHECK(stops.ends[2].thread == ThreadKey{2, 0});
  CHECK(stops.ends[0].how == EndKind::kOutside);
  CHECK(stops.ends[2].before_last == 29 * kSecond);
  CHECK(stops.ends[2].before_others == 28 * kSecond);
  CHECK_FALSE(stops.ends[0].is_first);
  // A failure comes first however little earlier it is, even if its recording ends a little later.
  const Trace late = RunOf({{"main(MPI_Recv)", 2, 2 * kSecond, BadEnd::kKilledRecorder},
                            {"main(MPI_Recv)", 2, 2 * kSecond, BadEnd::kKilledRecorder},
                            {"main(work:1900000000,load)", 2, 2'050'000'000, 6 * 256}});
  const Stops code = StopsOf({good}, {late});
  CHECK(code.ends[2].is_first);
  CHECK(code.ends[2].how == EndKind::kCode);
  CHECK(code.ends[2].code == 6);
  CHECK(code.ends[0].how == EndKind::kOutside);
}

TEST_CASE("a killed rank is the first if it ended well before the others", "[rank][stops]") {
  const Trace good = RunOf({{"main(MPI_Recv)"}, {"main(work)"}});
  const auto suspects = [&](std::uint64_t end) {
    return StopsOf({good}, {RunOf({{"main(MPI_Recv)", 2, 3 * kSecond, 15}, {"main(work)", 2, end, 9}})})
        .ends[1]
        .is_first;
  };
  CHECK(suspects(2 * kSecond));
  CHECK_FALSE(suspects(2'900'000'000));
}

TEST_CASE("a signal that was sent to a rank that waits is no failure", "[rank][stops]") {
  const Trace good = RunOf({{"main(MPI_Recv,work)"}, {"main(work,work)"}});
  const Trace bad = RunOf({{"main(MPI_Recv)", 2, 20 * kSecond, 11}, {"main(work)", 1, 20 * kSecond, 11}});
  const Stops stops = StopsOf({good}, {bad});
  CHECK(stops.ends[0].how == EndKind::kByHand);
  CHECK(stops.ends[1].how == EndKind::kByHand);
  CHECK_FALSE(stops.ends[1].is_first);
  CHECK(stops.suspects == std::vector<Keys>{{{1, 0}}});
}

TEST_CASE("an exit status that good runs have, too, is normal", "[rank][stops]") {
  const Trace good = RunOf({{"main(work)", 0, kSecond, 256}});
  const Stops stops = StopsOf({good}, {good});
  REQUIRE(stops.ends.size() == 1);
  CHECK(stops.ends[0].how == EndKind::kNormal);
  CHECK_FALSE(stops.stopped);
}

TEST_CASE("a rank without a recording is the suspect", "[rank][stops]") {
  const Trace good = RunOf({{"main(a)"}, {"main(a)"}, {"main(a)"}});
  CHECK(StopsOf({good}, {RunOf({{"main(a)"}, {"main(a)"}})}).suspects == std::vector<Keys>{{{2, 0}}});
}

TEST_CASE("threads with the same work are compared with each other", "[rank][stops]") {
  const auto run = [](int time, int calls) {
    std::string last = "work";
    for (int i = 0; i < calls; ++i) last += (i == 0 ? "(item:" : ",item:") + std::to_string(i < 2 ? time : 1);
    return TraceBuilder()
        .Thread("work(item:10,item:1,item:1,item:1)")
        .Thread("work(item:11,item:1,item:1,item:1)")
        .Thread(last + ")")
        .Build();
  };
  const Stops slow = StopsOf({}, {run(50, 4)});
  REQUIRE(slow.slower.size() == 1);
  CHECK(slow.slower[0].id == ThreadKey{0, 2});
  CHECK(slow.slower[0].what == SlowerFunction::What::kSelf);
  CHECK(slow.slower[0].bad == 102);
  CHECK(slow.slower[0].most == 14);
  const Stops starved = StopsOf({}, {run(10, 1)});
  REQUIRE(starved.slower.size() == 1);
  CHECK(starved.slower[0].what == SlowerFunction::What::kCalls);
  CHECK(starved.slower[0].bad == 1);
  CHECK(starved.slower[0].most == 4);
  CHECK(StopsOf({run(50, 4)}, {run(50, 4)}).slower.empty());
  CHECK(StopsOf({}, {run(12, 4)}).slower.empty());
}

TEST_CASE("a short delay in one of several calls is not the work of a thread", "[rank][stops]") {
  const auto slower = [](const std::string& calls) {
    const std::string usual = "work(item:10,item:1,item:1,item:1)";
    return StopsOf({}, {TraceBuilder().Thread(usual).Thread(usual).Thread("work(" + calls + ")").Build()})
        .slower.size();
  };
  CHECK(slower("item:100,item:1,item:1,item:1") == 0);
  CHECK(slower("item:100,item:100,item:1,item:1") == 1);
  CHECK(slower("item:100,item:1") == 1);
  CHECK(slower("item:100000000,item:1,item:1,item:1") == 1);
}

TEST_CASE("a rank without any call is not compared with others by the time since its begin", "[rank][stops]") {
  const Trace good = RunOf({{"main(MPI_Recv)"}, {"main(work)"}});
  Trace bad = RunOf({{"main(MPI_Recv)", 2, 1'000'000 * kSecond, 0}, {"main(work)", 2, 2 * kSecond, 9}});
  bad.threads[0].calls = {};
  const Stops stops = StopsOf({good}, {bad});
  REQUIRE(stops.ends.size() == 1);
  CHECK_FALSE(stops.ends[0].before_last.has_value());
  CHECK_FALSE(stops.ends[0].is_first);
}

TEST_CASE("functions of a longer run that took more than twice the time are slower", "[rank][stops]") {
  const Trace good = RunOf({{"main:100(work:1000,MPI_Recv:1000,other:1000)"}});
  const Trace bad = RunOf({{"main:100(work:4000,MPI_Recv:9000,other:2000,new:5000,tiny:300)"}});
  const Stops stops = StopsOf({good, good}, {bad});
  REQUIRE(stops.slower.size() == 2);
  CHECK(stops.slower[0].name == "new");
  CHECK(stops.slower[0].most == 0);
  CHECK(stops.slower[1].name == "work");
  CHECK(stops.slower[1].bad == 4000);
  CHECK(stops.slower[1].most == 1000);
  CHECK(StopsOf({good}, {RunOf({{"main:100(work:2500,MPI_Recv:500,other:100)"}})}).slower.empty());
}

}  // namespace profdiff::stops_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for whom threads wait: locks, messages, collective operations, cycles of waits, and steps that are new.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analyze/ranking/stops/stops.h"
#include "profdiff/ranking.h"
#include "support/stopped_trace.h"
#include "support/trace_builder.h"

namespace profdiff::waiting_test {
namespace {

using Names = std::vector<std::string>;
using Keys = std::vector<ThreadKey>;

// A thread, its number of open calls, and values of arguments: row of the call, number of the argument, value.
struct Value {
  std::uint32_t row = 0, argument = 0;
  std::int64_t value = 0;
};
struct Stopped {
  std::string calls;
  std::size_t open = 0;
  std::vector<Value> values = {};
  std::uint32_t rank = 0;
};

Trace RunOf(const std::vector<Stopped>& threads) {
  TraceBuilder builder;
  for (const Stopped& thread : threads) builder.Thread(thread.calls, thread.rank);
  Trace trace = builder.Build();
  for (std::size_t i = 0; i < threads.size(); ++i) {
    LeaveOpen(trace.threads[i].calls, threads[i].open);
    for (const Value& value : threads[i].values) {
      trace.threads[i].values.push_back({CallId(value.row), value.argument, value.value});
    }
  }
  return trace;
}

Stops StopsOf(const std::vector<Trace>& good, const Trace& bad) {
  std::vector<const Trace*> good_runs;
  for (const Trace& trace : good) good_runs.push_back(&trace);
  const Trace* const bad_runs[] = {&bad};
  return FindStops(good_runs, bad_runs, ParseRankFilter("11.1K10"), 1);
}

Keys CycleOf(const Stops& stops) { return stops.cycles.empty() ? Keys() : stops.cycles[0].threads; }

const std::string kLock = "pthread_mutex_lock", kUnlock = "pthread_mutex_unlock";

}  // namespace

TEST_CASE("two threads that take two locks in different order wait for each other", "[rank][waits]") {
  const std::string calls = "work(" + kLock + "," + kLock + ")";
  const Stops stops = StopsOf({}, RunOf({{calls, 2, {{1, 1, 0x40}, {2, 1, 0x80}}},
                                         {calls, 2, {{1, 1, 0x80}, {2, 1, 0x40}}},
                                         {"work(" + kLock + ")", 2, {{1, 1, 0x40}}},
                                         {"main(pthread_join)", 2}}));
  CHECK(CycleOf(stops) == Keys{{0, 0}, {0, 1}});
  CHECK(stops.suspects == std::vector<Keys>{{{0, 0}, {0, 1}}});
  REQUIRE(stops.waits.size() == 4);
  CHECK(stops.waits[0].holds == Names{"0x40"});
  CHECK(stops.waits[0].what == "0x80");
  CHECK(stops.waits[0].recorded);
  CHECK(stops.waits[2].for_threads == Keys{{0, 0}});
}

TEST_CASE("locks without addresses may be any that another thread holds", "[rank][waits]") {
  const std::string calls = "work(" + kLock + "," + kUnlock + "," + kLock + "," + kLock + ")";
  const Stops stops = StopsOf({}, RunOf({{calls, 2}, {calls, 2}, {"work(" + kLock + ")", 2}}));
  CHECK(CycleOf(stops) == Keys{{0, 0}, {0, 1}});
  CHECK(StopsOf({}, RunOf({{calls, 2}, {"work(" + kLock + ")", 2}})).cycles.empty());
}

TEST_CASE("a thread that waits for its own lock, and one that waits for a condition", "[rank][waits]") {
  const Stops own = StopsOf({}, RunOf({{"work(" + kLock + "," + kLock + ")", 2, {{1, 1, 0x40}, {2, 1, 0x40}}}}));
  CHECK(CycleOf(own) == Keys{{0, 0}});
  const Stops released = StopsOf({}, RunOf({{"work(" + kLock + ",pthread_cond_wait)", 2, {{1, 1, 0x40}, {2, 2, 0x40}}},
                                            {"work(" + kLock + ")", 2, {{1, 1, 0x40}}}}));
  CHECK(released.cycles.empty());
  CHECK(released.waits[0].holds.empty());
}

TEST_CASE("the call that hangs is found inside the call that good runs make next", "[rank][waits]") {
  const std::string move = "move(take_a(" + kLock + "),take_b(" + kLock + ")," + kUnlock + "," + kUnlock + ")";
  const Trace good = RunOf(
      {{"work(" + move + "," + move + ")"}, {"work(" + move + "," + move + ")"}, {"work(" + move + "," + move + ")"}});
  const std::string cut = "work(move(take_a(" + kLock + "))";
  Trace bad = RunOf({{cut + ")", 2}, {cut + ")", 2}, {"work:900000000(" + move + ")", 0}});
  for (std::uint32_t rank = 0; rank < 1; ++rank) bad.ends.push_back({rank, 9'000'000'000, 9});
  const Stops stops = StopsOf({good}, bad);
  CHECK(stops.runs[1][0].state == EndState::kWaits);
  CHECK(stops.runs[1][0].pending == Names{"take_b", kLock});
  CHECK(CycleOf(stops) == Keys{{0, 0}, {0, 1}});
  REQUIRE(stops.waits.size() == 2);
  CHECK_FALSE(stops.waits[0].recorded);
}

TEST_CASE("ranks that receive from each other wait for each other", "[rank][waits]") {
  const auto receives = [](std::uint32_t rank, std::int64_t from, std::int64_t tag) {
    return Stopped{"main(MPI_Recv)", 2, {{1, 4, from}, {1, 5, tag}, {1, 6, 7}}, rank};
  };
  const Stops stops = StopsOf({}, RunOf({receives(0, 1, 0), receives(1, 2, 0), receives(2, 0, 3), receives(3, 0, 0)}));
  CHECK(CycleOf(stops) == Keys{{0, 0}, {1, 0}, {2, 0}});
  CHECK(stops.waits[2].what == "rank 0, tag 3");
  const Stops any = StopsOf({}, RunOf({receives(0, -1, 0), receives(1, 0, 0)}));
  CHECK(any.waits[0].any_suffices);
  CHECK(CycleOf(any) == Keys{{0, 0}, {1, 0}});
}

TEST_CASE("ranks that disagree about a collective operation, a root or a tag", "[rank][waits]") {
  const auto kind_of = [](const Stops& stops) { return stops.errors.empty() ? "" : NameOf(stops.errors[0].kind); };
  const Stops operation = StopsOf({}, RunOf({{"main(MPI_Barrier)", 2, {}, 0}, {"main(MPI_Bcast)", 2, {}, 1}}));
  CHECK(kind_of(operation) == "collective");
  CHECK(operation.errors[0].text == "rank 0 calls MPI_Barrier, rank 1 calls MPI_Bcast");
  const Stops root = StopsOf({}, RunOf({{"main(MPI_Reduce)", 2, {{1, 6, 0}, {1, 7, 9}}, 0},
                                        {"main(MPI_Reduce)", 2, {{1, 6, 1}, {1, 7, 9}}, 1}}));
  CHECK(kind_of(root) == "root");
  CHECK(root.errors[0].text == "MPI_Reduce has root 0 in rank 0, root 1 in rank 1");
  const Stops tag = StopsOf({}, RunOf({{"main(MPI_Recv)", 2, {{1, 4, 1}, {1, 5, 3}, {1, 6, 9}}, 0},
                                       {"main(MPI_Send,MPI_Finalize)", 2, {{1, 4, 0}, {1, 5, 4}, {1, 6, 9}}, 1}}));
  CHECK(kind_of(tag) == "tag");
  CHECK(tag.errors[0].text == "rank 0 receives tag 3 of rank 1, which sends tag 4");
  // Without recorded communicators, operations of a program with several of them are not matched.
  const Stops several = StopsOf(
      {}, RunOf({{"main(MPI_Comm_split,MPI_Barrier)", 2, {}, 0}, {"main(MPI_Comm_split,MPI_Bcast)", 2, {}, 1}}));
  CHECK(several.errors.empty());
}

TEST_CASE("readers of a lock wait for its writer, and not for each other", "[rank][waits]") {
  const std::string read = "pthread_rwlock_rdlock", write = "pthread_rwlock_wrlock";
  const auto waits = [&](const std::string& held, const std::string& wanted) {
    const Stops stops = StopsOf({}, RunOf({{"work(" + held + "," + kLock + ")", 2, {{1, 1, 0x40}, {2, 1, 0x80}}},
                                           {"work(" + wanted + ")", 2, {{1, 1, 0x40}}}}));
    REQUIRE(stops.waits.size() == 2);
    return stops.waits[1].for_threads;
  };
  CHECK(waits(read, read).empty());
  CHECK(waits(write, read) == Keys{{0, 0}});
  CHECK(waits(read, write) == Keys{{0, 0}});
  const Stops stops = StopsOf({}, RunOf({{"work(" + read + "," + write + ")", 2, {{1, 1, 0x40}, {2, 1, 0x80}}},
                                         {"work(" + read + "," + write + ")", 2, {{1, 1, 0x80}, {2, 1, 0x40}}}}));
  CHECK(CycleOf(stops) == Keys{{0, 0}, {0, 1}});
  const Stops released = StopsOf(
      {},
      RunOf({{"work(" + read + ",pthread_rwlock_unlock," + kLock + ")", 2, {{1, 1, 0x40}, {2, 1, 0x40}, {3, 1, 0x80}}},
             {"work(" + write + ")", 2, {{1, 1, 0x40}}}}));
  CHECK(released.waits[1].for_threads.empty());
}

TEST_CASE("a semaphore has no holder", "[rank][waits]") {
  const Stops stops = StopsOf({}, RunOf({{"work(sem_wait)", 2, {{1, 1, 0x40}}}, {"work(sem_wait)", 2}}));
  REQUIRE(stops.waits.size() == 2);
  CHECK(stops.waits[0].for_threads.empty());
  CHECK(stops.waits[0].what == "semaphore 0x40, which any thread may post");
  CHECK(stops.waits[1].what == "a semaphore, which any thread may post");
  CHECK(stops.cycles.empty());
}

TEST_CASE("a wait for one of several requests ends with any of them", "[rank][waits]") {
  const std::string starts = "main(MPI_Irecv,MPI_Irecv,";
  const std::vector<Value> values = {{1, 4, 1}, {1, 5, 0}, {1, 6, 9},    {1, 7, 0x70}, {2, 4, 2},
                                     {2, 5, 0}, {2, 6, 9}, {2, 7, 0x78}, {3, 1, 2},    {3, 2, 0x70}};
  const Stopped peer = {"main(MPI_Recv)", 2, {{1, 4, 0}, {1, 5, 0}, {1, 6, 9}}, 1};
  const Stops any = StopsOf({}, RunOf({{starts + "MPI_Waitany)", 2, values}, peer, {"main(work)", 2, {}, 2}}));
  REQUIRE(any.waits.size() == 2);
  CHECK(any.waits[0].any_suffices);
  CHECK(any.waits[0].for_threads == Keys{{1, 0}, {2, 0}});
  CHECK(any.cycles.empty());
  const Stops all = StopsOf({}, RunOf({{starts + "MPI_Waitall)", 2, values}, peer, {"main(work)", 2, {}, 2}}));
  CHECK_FALSE(all.waits[0].any_suffices);
  // A probe waits for a message as a receive does.
  const Stops probe = StopsOf({}, RunOf({{"main(MPI_Probe)", 2, {{1, 1, 1}, {1, 2, 3}, {1, 3, 9}}}, peer}));
  CHECK(CycleOf(probe) == Keys{{0, 0}, {1, 0}});
}

TEST_CASE("messages that a rank has not received when it ends", "[rank][waits]") {
  const Stopped sender = {
      "main(MPI_Send,MPI_Send,MPI_Recv)",
      2,
      {{1, 4, 1}, {1, 5, 3}, {1, 6, 9}, {2, 4, 1}, {2, 5, 4}, {2, 6, 9}, {3, 4, 1}, {3, 5, 5}, {3, 6, 9}}};
  const auto receiver = [](const std::string& calls) {
    return Stopped{"main(" + calls + ",MPI_Finalize)", 0, {{1, 4, 0}, {1, 5, 3}, {1, 6, 9}}, 1};
  };
  const Stops left = StopsOf({}, RunOf({sender, receiver("MPI_Recv")}));
  REQUIRE(left.errors.size() == 1);
  CHECK(NameOf(left.errors[0].kind) == "unreceived");
  CHECK(left.errors[0].text == "rank 1 ends without having received 1 message of rank 0, tag 4");
  CHECK(left.suspects == StopsOf({}, RunOf({sender, receiver("MPI_Mrecv")})).suspects);
  CHECK(StopsOf({RunOf({sender, receiver("MPI_Recv")})}, RunOf({sender, receiver("MPI_Recv")})).errors.empty());
  for (const char* other : {"MPI_Recv,MPI_Mrecv", "MPI_Recv,MPI_Recv", "MPI_Recv,MPI_Start"}) {
    CAPTURE(other);
    CHECK(StopsOf({}, RunOf({sender, receiver(other)})).errors.empty());
  }
}

TEST_CASE("a step that no thread with the same work makes in good runs is a reason", "[rank][waits]") {
  const Trace good = RunOf({{"work(get,put,get,put)"}, {"work(get,put)"}, {"work(get,get,put)"}});
  const Stops stops = StopsOf({good}, RunOf({{"work(get,put)"}, {"work(get,put,put)"}, {"work(get,get,put)"}}));
  REQUIRE(stops.reasons.size() == 1);
  const Reason& reason = stops.reasons[0];
  CHECK(reason.id == ThreadKey{0, 1});
  CHECK(reason.kind == Reason::Kind::kStep);
  CHECK(reason.caller == "work");
  CHECK(reason.before == "put");
  CHECK(reason.call == "put");
  CHECK(reason.in_good == Names{"", "get"});
  CHECK(reason.number == 3);
  CHECK(StopsOf({RunOf({{"work(get)"}})}, RunOf({{"work(put)"}})).reasons.empty());
}

}  // namespace profdiff::waiting_test

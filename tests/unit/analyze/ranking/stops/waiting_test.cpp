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

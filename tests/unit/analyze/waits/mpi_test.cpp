// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for waits between ranks: exactly the planted waits are found, to the nanosecond. Also tests shifted clocks and
// the replay of traces.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include "analyze/waits/efficiencies.h"
#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::mpi_test {

using tests::AddThread;
using tests::FindLosses;
using tests::PhaseTimesOf;
using tests::PlantedRanks;
using tests::SumOf;
using tests::TimedCall;
using tests::WrongLosses;
using tests::WrongTimes;

namespace {

const std::string kKinds[] = {"LateSender", "LateReceiver",  "WaitAtBarrier",
                              "WaitAtNxN",  "LateBroadcast", "EarlyReduce"};

double EfficiencyOf(const Measurements& measurements, const std::string& name) {
  for (const Efficiency& efficiency : measurements.efficiencies) {
    if (efficiency.name == name) return efficiency.value;
  }
  return -1;
}

std::string ReasonOf(const Measurements& measurements, const std::string& metric) {
  for (const auto& [name, reason] : measurements.absent) {
    if (name == metric) return reason;
  }
  return "";
}

// Returns a trace of ranks 0 and 1; in both ranks, main runs from 2000 to 12000 ns.
Trace TwoRanks(const std::vector<TimedCall>& first, const std::vector<TimedCall>& second) {
  Trace trace;
  for (const auto& [rank, calls] : {std::pair(0U, &first), std::pair(1U, &second)}) {
    std::vector<TimedCall> all = {{"main", 2000, 12000}};
    all.insert(all.end(), calls->begin(), calls->end());
    AddThread(trace, rank, all);
  }
  return trace;
}

}  // namespace

TEST_CASE("Planted waits of ranks are found, and no others", "[waits]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    PlantedRanks planted(seed, 2 + seed % 5);
    for (int step = 0; step < 40; ++step) planted.Step(100'000);
    const Measurements measured = MeasureTrace(planted.Build());
    CAPTURE(seed);
    for (const std::string& kind : kKinds) {
      CAPTURE(kind);
      CHECK(std::llround(SumOf(measured, kind)) == planted.lost[kind]);
    }
    CHECK(WrongTimes(PhaseTimesOf(measured), planted.Times()) == "");
    const std::int64_t total = std::llround(SumOf(measured, "total")) / (2 + seed % 5);
    std::int64_t sum = 0;
    for (const auto& [location, times] : PhaseTimesOf(measured)) sum += times.useful + times.waits + times.runtime;
    CHECK(sum == total);
    CHECK(measured.clocks.offsets.empty());
    const double communication = EfficiencyOf(measured, "communicationEfficiency");
    const double load = EfficiencyOf(measured, "loadBalance"), parallel = EfficiencyOf(measured, "parallelEfficiency");
    CHECK(std::abs(load * communication - parallel) < 1e-9);
    const double serialisation = EfficiencyOf(measured, "serialisation"), transfer = EfficiencyOf(measured, "transfer");
    CHECK(std::abs(serialisation * transfer - communication) < 1e-9);
    CHECK(transfer <= 1);
  }
}

TEST_CASE("Planted waits of ranks are found at their functions, routines and ranks", "[waits]") {
  std::set<std::string> properties;
  for (unsigned seed = 0; seed < 60; ++seed) {
    PlantedRanks planted(seed, 2 + seed % 5);
    for (int step = 0; step < 40; ++step) planted.Step(100'000);
    const Measurements measured = MeasureTrace(planted.Build());
    CAPTURE(seed);
    for (const auto& [place, lost] : planted.AllLosses()) properties.insert(place.property);
    CHECK(WrongLosses(FindLosses(measured), planted.AllLosses()) == "");
    CHECK(tests::EqualsItself(measured));
  }
  CHECK(properties.size() == 7);  // all properties of waiting in MPI
}

TEST_CASE("Shifted clocks are corrected", "[waits]") {
  std::mt19937 random(7);
  std::uniform_int_distribution<std::int64_t> shift(-1'000'000'000, 1'000'000'000);
  for (unsigned seed = 0; seed < 20; ++seed) {
    PlantedRanks planted(seed, 4);
    for (int step = 0; step < 200; ++step) planted.Step(100'000);
    std::vector<std::int64_t> shifts;
    for (int rank = 0; rank < 4; ++rank) shifts.push_back(shift(random));
    const Measurements measured = MeasureTrace(planted.Build(shifts));
    REQUIRE(measured.clocks.offsets.size() == 4);
    for (std::size_t rank = 1; rank < 4; ++rank) {
      const std::int64_t wrong =
          (measured.clocks.offsets[rank].value() + shifts[rank]) - (measured.clocks.offsets[0].value() + shifts[0]);
      CHECK(std::abs(wrong) <= static_cast<std::int64_t>(measured.clocks.half_width) + 1);
    }
    CHECK(EfficiencyOf(measured, "transfer") > 0);
    for (const std::string& kind : kKinds) CHECK(SumOf(measured, kind) == Approx(planted.lost[kind]).epsilon(0.02));
  }
}

TEST_CASE("Shifted clocks of many ranks are corrected by barriers", "[waits]") {
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int64_t> shift(0, 1'000'000'000);
  // Up to 512 ranks, the clocks of all pairs of ranks are compared; with more ranks, only some pairs are compared.
  for (const std::uint32_t ranks : {100U, 600U}) {
    CAPTURE(ranks);
    Trace trace;
    std::vector<std::int64_t> shifts;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      shifts.push_back(shift(random));
      const auto at = [&](std::int64_t time) { return shifts.back() + time; };
      std::vector<TimedCall> calls = {{"main", at(1000), at(60000)}};
      for (std::int64_t begin = 10000; begin <= 50000; begin += 10000) {
        calls.push_back({"MPI_Barrier", at(begin + rank), at(begin + 2000)});
      }
      AddThread(trace, rank, calls);
    }
    const Measurements measured = MeasureTrace(trace);
    REQUIRE(measured.clocks.offsets.size() == ranks);
    CHECK(EfficiencyOf(measured, "loadBalance") <= 1);
    CHECK(measured.clocks.half_width <= (ranks > 512 ? 10000U : 2000U));  // nanoseconds; one barrier takes up to 2000
    for (std::uint32_t rank = 1; rank < ranks; ++rank) {
      const std::int64_t wrong = (measured.clocks.offsets.at(rank).value() + shifts[rank]) -
                                 (measured.clocks.offsets.at(0).value() + shifts[0]);
      CHECK(std::abs(wrong) <= static_cast<std::int64_t>(measured.clocks.half_width) + 1);
    }
  }
}

TEST_CASE("Clocks without a solution make waits inapplicable", "[waits]") {
  // Each rank receives a message thousands of nanoseconds before the other rank sends it.
  const Measurements measured =
      MeasureTrace(TwoRanks({{"MPI_Recv", 2100, 2200, {{4, 1}, {5, 0}}}, {"MPI_Send", 9000, 9100, {{4, 1}, {5, 0}}}},
                            {{"MPI_Recv", 2100, 2200, {{4, 0}, {5, 0}}}, {"MPI_Send", 9000, 9100, {{4, 0}, {5, 0}}}}));
  CHECK(std::isnan(SumOf(measured, "LateSender")));
  CHECK(ReasonOf(measured, "LateSender").find("clocks of ranks contradict") != std::string::npos);
  CHECK_FALSE(std::isnan(SumOf(measured, "mpi")));
  CHECK(*measured.seconds == Approx(10000e-9));
}

TEST_CASE("Calls that had not returned when the run was killed say nothing about clocks", "[waits]") {
  // The records of rank 1 end at 7000 ns, before rank 0 enters the barrier in which both ranks were killed.
  Trace trace;
  AddThread(trace, 0, {{"main", 2000, 9000}, {"MPI_Barrier", 3000, 3100}, {"MPI_Barrier", 8000, 9000}});
  AddThread(trace, 1, {{"main", 2000, 7000}, {"MPI_Barrier", 3050, 3100}, {"MPI_Barrier", 6000, 7000}});
  for (ThreadTrace& thread : trace.threads) thread.calls.open = {CallId(std::size_t{0}), CallId(std::size_t{2})};
  const Measurements measured = MeasureTrace(trace);
  CHECK(measured.clocks.offsets.empty());
  CHECK(SumOf(measured, "WaitAtBarrier") == Approx(50 + 1000));
  // If an open receive ended with the records of its rank, rank 1 would receive this message before rank 0 sends it.
  Trace message;
  AddThread(message, 0, {{"main", 2000, 9000}, {"MPI_Send", 8000, 8100, {{4, 1}, {5, 0}}}});
  AddThread(message, 1, {{"main", 2000, 7000}, {"MPI_Recv", 6000, 7000, {{4, 0}, {5, 0}}}});
  message.threads[1].calls.open = {CallId(std::size_t{0}), CallId(std::size_t{1})};
  CHECK(MeasureTrace(message).clocks.offsets.empty());
}

TEST_CASE("Collective operations of split communicators are unknown without their ranks", "[waits]") {
  // Ranks 0 and 1 call barriers of different communicators, which both have the address 2.
  const auto measure = [](const char* routine, std::vector<std::pair<std::uint32_t, std::int64_t>> arguments) {
    return MeasureTrace(TwoRanks({{"MPI_Barrier", 2500, 2600, {{1, 1}}},
                                  {routine, 2700, 2800, arguments},
                                  {"MPI_Barrier", 3000, 3100, {{1, 2}}}},
                                 {{"MPI_Barrier", 2500, 2600, {{1, 1}}},
                                  {routine, 2700, 2800, arguments},
                                  {"MPI_Barrier", 3050, 3100, {{1, 2}}}}));
  };
  CHECK(ReasonOf(measure("MPI_Comm_split", {}), "WaitAtBarrier").find("several communicators") != std::string::npos);
  CHECK(SumOf(measure("MPI_Comm_split", {{1, 1}}), "WaitAtBarrier") == Approx(0));
  CHECK(SumOf(measure("MPI_Comm_dup", {}), "WaitAtBarrier") == Approx(50));
  CHECK(SumOf(measure("MPI_Comm_dup", {{1, 1}}), "WaitAtBarrier") == Approx(50));
}

TEST_CASE("A message that had arrived is received in the wrong order", "[waits]") {
  const Measurements measured =
      MeasureTrace(TwoRanks({{"MPI_Send", 2500, 2510, {{4, 1}, {5, 7}}}, {"MPI_Send", 6000, 6010, {{4, 1}, {5, 8}}}},
                            {{"MPI_Recv", 3000, 6020, {{4, 0}, {5, 8}}}, {"MPI_Recv", 6100, 6110, {{4, 0}, {5, 7}}}}));
  CHECK(SumOf(measured, "LateSender") == Approx(3000));
  CHECK(SumOf(measured, "WrongOrder") == Approx(3000));
}

TEST_CASE("A sender that waits for its receiver also waits in the replay", "[waits]") {
  // The run begins at 2000 ns and takes 10000 ns. Rank 1 works until 9000 ns, and then receives two messages. Rank 0
  // begins to send the second message 2700 ns after the end of its first call, or 9600 ns after that end if the first
  // message was buffered. Without transfers, the second message is sent at 11700 ns in all cases, and the run is 150 ns
  // shorter.
  const auto transfer = [](const char* send, std::int64_t end) {
    const TimedCall last = {"MPI_Send", 11800, 11850, {{4, 1}, {5, 0}}};
    return EfficiencyOf(MeasureTrace(TwoRanks(
                            {{send, 2100, end, {{4, 1}, {5, 0}}}, last},
                            {{"MPI_Recv", 9000, 9100, {{4, 0}, {5, 0}}}, {"MPI_Recv", 9200, 11900, {{4, 0}, {5, 0}}}})),
                        "transfer");
  };
  CHECK(transfer("MPI_Ssend", 9100) == Approx(0.985));
  CHECK(transfer("MPI_Send", 9100) == Approx(0.985));
  CHECK(transfer("MPI_Send", 2200) == Approx(0.985));
}

TEST_CASE("A receive that began earlier ends in the wait for its request", "[waits]") {
  const Measurements measured =
      MeasureTrace(TwoRanks({{"MPI_Send", 6000, 6010, {{4, 1}, {5, 7}}}, {"MPI_Send", 7000, 7010, {{4, 1}, {5, 8}}}},
                            {{"MPI_Irecv", 2100, 2110, {{4, 0}, {5, 8}, {7, 16}}},
                             {"MPI_Irecv", 2200, 2210, {{4, 0}, {5, 7}, {7, 8}}},
                             {"MPI_Wait", 5000, 6020, {{1, 8}}},
                             {"MPI_Waitall", 6500, 7020}}));
  CHECK(SumOf(measured, "LateSender") == Approx(1000 + 500));
  CHECK(std::llround(SumOf(measured, "messages") / 1e9) == 2);
}

TEST_CASE("A receive keeps its place in the queue even if no call is seen to complete it", "[waits]") {
  // Of three messages, only the last one is sent late, by 2000 ns. The first receive ends in a call that is not known.
  const auto measure = [](const TimedCall& completion) {
    return MeasureTrace(TwoRanks({{"MPI_Send", 2500, 2510, {{4, 1}, {5, 7}}},
                                  {"MPI_Send", 2600, 2610, {{4, 1}, {5, 7}}},
                                  {"MPI_Send", 6000, 6010, {{4, 1}, {5, 7}}}},
                                 {{"MPI_Irecv", 2100, 2110, {{4, 0}, {5, 7}, {7, 16}}},
                                  completion,
                                  {"MPI_Recv", 3000, 3010, {{4, 0}, {5, 7}}},
                                  {"MPI_Recv", 4000, 6020, {{4, 0}, {5, 7}}}}));
  };
  const Measurements unseen = measure({"MPI_Testany", 2700, 2710});
  CHECK(SumOf(unseen, "LateSender") == Approx(2000));
  REQUIRE(unseen.remarks.size() == 1);
  CHECK(TextOf(unseen.remarks[0]).starts_with("1 message was received in calls that the recording does not connect"));
  const Measurements any = measure({"MPI_Waitany", 2200, 2520});
  CHECK(SumOf(any, "LateSender") == Approx(2000 + 300));
  CHECK(any.remarks.empty());
}

TEST_CASE("Errors in the use of MPI are listed with their ranks", "[waits]") {
  const Measurements others = MeasureTrace(TwoRanks({{"MPI_Barrier", 2500, 2600}}, {{"MPI_Allreduce", 2500, 2600}}));
  REQUIRE(others.errors.size() == 1);
  CHECK(others.errors[0].kind == "collective");
  CHECK(others.errors[0].ranks == std::vector<std::uint32_t>{0, 1});
  CHECK(others.errors[0].text ==
        ReasonOf(others, "WaitAtBarrier") + " (rank 0 in main > MPI_Barrier; rank 1 in main > MPI_Allreduce)");
  CHECK(MeasureTrace(TwoRanks({{"MPI_Barrier", 2500, 2600}}, {{"MPI_Barrier", 2500, 2600}})).errors.empty());
  // Rank 1 hangs in a receive. The message with another tag is an error only if rank 0 sends no more.
  const auto hung = [](const std::vector<TimedCall>& sender) {
    Trace trace = TwoRanks(sender, {{"MPI_Recv", 3000, 9000, {{4, 0}, {5, 8}}}});
    trace.threads[1].calls.open = {CallId(std::size_t{0}), CallId(trace.threads[1].calls.size() - 1)};
    return MeasureTrace(trace).errors;
  };
  const TimedCall send = {"MPI_Send", 2500, 2510, {{4, 1}, {5, 7}}};
  CHECK(hung({send}).empty());
  const std::vector<RunError> errors = hung({send, {"MPI_Finalize", 2600, 2700}});
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].kind == "tag");
  CHECK(
      errors[0].text ==
      "rank 1 waits for a message with tag 8 from rank 0, which sent one with tag 7 (rank 1 in main > MPI_Recv; rank 0 "
      "in main > MPI_Send)");
}

TEST_CASE("Messages that a rank never receives are errors once the rank ends", "[waits]") {
  const TimedCall first = {"MPI_Send", 2500, 2510, {{4, 1}, {5, 7}}},
                  second = {"MPI_Send", 2600, 2610, {{4, 1}, {5, 8}}};
  const TimedCall receive = {"MPI_Recv", 3000, 3010, {{4, 0}, {5, 7}}}, end = {"MPI_Finalize", 9000, 9100};
  const auto measured = [&](const std::vector<TimedCall>& receiver) {
    return MeasureTrace(TwoRanks({first, second, end}, receiver));
  };
  CHECK(measured({receive, {"MPI_Recv", 3100, 3110, {{4, 0}, {5, 8}}}, end}).errors.empty());
  const Measurements lost = measured({receive, end});
  REQUIRE(lost.errors.size() == 1);
  CHECK(lost.errors[0].kind == "unreceived");
  CHECK(lost.errors[0].ranks == std::vector<std::uint32_t>{0, 1});
  CHECK(lost.errors[0].text ==
        "rank 1 ends without having received 1 message from rank 0, with tag 8 (rank 0 in main > MPI_Send)");
  CHECK(lost.remarks.empty());
  SECTION("but only remarks if the rank has not ended, or may have received them in other ways") {
    CHECK(measured({receive}).errors.empty());
    CHECK(measured({receive}).remarks.size() == 1);
    CHECK(measured({receive, {"MPI_Mrecv", 3100, 3110}, end}).errors.empty());
  }
}

TEST_CASE("A rank that ends without a collective operation of the others is an error", "[waits]") {
  const TimedCall barrier = {"MPI_Barrier", 2500, 2600, {{1, 91}}}, end = {"MPI_Finalize", 9000, 9100};
  const Measurements left = MeasureTrace(TwoRanks({barrier, {"MPI_Barrier", 3000, 11000, {{1, 91}}}}, {barrier, end}));
  REQUIRE(left.errors.size() == 1);
  CHECK(left.errors[0].kind == "collective");
  CHECK(left.errors[0].ranks == std::vector<std::uint32_t>{0, 1});
  CHECK(left.errors[0].text ==
        "rank 1 ends without collective operation 2, which rank 0 calls (rank 0 in main > MPI_Barrier; rank 1 in main "
        "> MPI_Finalize)");
  CHECK(MeasureTrace(TwoRanks({barrier}, {end})).errors.size() == 1);
  CHECK(MeasureTrace(TwoRanks({barrier, barrier}, {barrier})).errors.empty());
  CHECK(MeasureTrace(TwoRanks({barrier, end}, {barrier, end})).errors.empty());
}

TEST_CASE("All disagreements about collective operations are errors, with ranks and paths", "[waits]") {
  Trace trace;
  for (std::uint32_t rank = 0; rank < 5; ++rank) {
    std::vector<TimedCall> calls = {{"main", 2000, 12000}};
    std::int64_t now = 2500;
    const auto add = [&](const std::string& caller, const std::string& routine, std::int64_t root) {
      calls.push_back({caller, now, now + 20});
      calls.push_back({routine, now + 5, now + 15});
      if (root >= 0) calls.back().arguments = {{4, root}, {5, 1}};
      now += 100;
    };
    add("solve", rank == 3 ? "MPI_Allreduce" : "MPI_Barrier", -1);
    for (int i = 0; i < 3; ++i) add(rank < 2 ? "share" : "take", "MPI_Bcast", rank < 2 ? 0 : 1);
    add("last", rank == 1 ? "MPI_Allgather" : rank == 4 ? "MPI_Barrier" : "MPI_Allreduce", -1);
    AddThread(trace, rank, calls);
  }
  const Measurements measured = MeasureTrace(trace);
  REQUIRE(measured.errors.size() == 3);
  CHECK(measured.errors[0].kind == "collective");
  CHECK(measured.errors[0].ranks == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(measured.errors[0].text ==
        "ranks call different collective operations: as operation 1, ranks 0 to 2 and 4 call MPI_Barrier and rank 3 "
        "calls "
        "MPI_Allreduce (rank 0 in main > solve > MPI_Barrier; rank 3 in main > solve > MPI_Allreduce)");
  CHECK(measured.errors[1].kind == "root");
  CHECK(
      measured.errors[1].text ==
      "ranks name different roots of a collective operation: as operation 2 and 2 later, ranks 0 and 1 name rank 0 and "
      "ranks 2 to 4 name rank 1 (rank 0 in main > share > MPI_Bcast; rank 2 in main > take > MPI_Bcast)");
  CHECK(measured.errors[2].text ==
        "ranks call different collective operations: as operation 5, ranks 0, 2 and 3 call MPI_Allreduce, rank 1 calls "
        "MPI_Allgather and rank 4 calls MPI_Barrier (rank 0 in main > last > MPI_Allreduce; rank 1 in main > last > "
        "MPI_Allgather; rank 4 in main > last > MPI_Barrier)");
  CHECK(ReasonOf(measured, "WaitAtBarrier") +
            " (rank 0 in main > solve > MPI_Barrier; rank 3 in main > solve > "
            "MPI_Allreduce)" ==
        measured.errors[0].text);
}

TEST_CASE("Messages that cannot be matched are reported", "[waits]") {
  const Measurements bare = MeasureTrace(TwoRanks({{"MPI_Send", 2500, 2510}}, {{"MPI_Recv", 2500, 2510}}));
  CHECK(ReasonOf(bare, "LateSender").find("no arguments") != std::string::npos);
  const Measurements any =
      MeasureTrace(TwoRanks({{"MPI_Send", 2500, 2510, {{4, 1}}}}, {{"MPI_Recv", 2500, 2510, {{4, -1}}}}));
  CHECK(ReasonOf(any, "LateSender").find("MPI_ANY_SOURCE") != std::string::npos);
  const Measurements others = MeasureTrace(TwoRanks({{"MPI_Barrier", 2500, 2600}}, {{"MPI_Allreduce", 2500, 2600}}));
  CHECK(ReasonOf(others, "WaitAtBarrier") ==
        "ranks call different collective operations: as operation 1, rank 0 calls MPI_Barrier and rank 1 calls "
        "MPI_Allreduce");
  const TimedCall from_root = {"MPI_Bcast", 2500, 2600, {{4, 0}, {5, 1}}};
  const TimedCall from_other = {"MPI_Bcast", 2500, 2600, {{4, 1}, {5, 1}}};
  CHECK(ReasonOf(MeasureTrace(TwoRanks({from_root}, {from_other})), "LateBroadcast") ==
        "ranks name different roots of a collective operation: as operation 1, rank 0 names rank 0 and rank 1 names "
        "rank 1");
  CHECK(ReasonOf(MeasureTrace(TwoRanks({from_root}, {from_root})), "LateBroadcast").empty());
  const Measurements lonely =
      MeasureTrace(TwoRanks({{"MPI_Send", 2500, 2510, {{4, 1}, {5, 0}}}}, {{"MPI_Init", 2500, 2600}}));
  REQUIRE(lonely.remarks.size() == 1);
  CHECK(TextOf(lonely.remarks[0]) ==
        "1 message was sent, but the recording has no call in which it was received: waits for it are not counted");
  // Fortran passes the addresses of arguments.
  constexpr std::int64_t kAddress = 0x7ffc12345678;
  const Measurements fortran =
      MeasureTrace(TwoRanks({{"mpi_send_", 2500, 2510, {{4, kAddress}}}, {"mpi_bcast_", 2600, 2700}},
                            {{"mpi_recv_", 2500, 2510, {{4, kAddress}}}, {"mpi_bcast_", 2600, 2700}}));
  CHECK(ReasonOf(fortran, "LateSender").find("Fortran passes arguments of MPI by reference") == 0);
  CHECK(ReasonOf(fortran, "LateBroadcast") == ReasonOf(fortran, "LateSender"));
  const Measurements barriers = MeasureTrace(TwoRanks({{"mpi_barrier_", 2500, 3600}}, {{"MPI_Barrier", 3500, 3600}}));
  CHECK(SumOf(barriers, "WaitAtBarrier") == Approx(1000));
  const Measurements none = MeasureTrace(TwoRanks({{"f", 2500, 2600}}, {{"f", 2500, 2600}}));
  CHECK(ReasonOf(none, "WaitAtNxN") == "no call of MPI was recorded");
}

TEST_CASE("Messages whose elements are counted have no size in bytes", "[waits]") {
  // Argument 2 is the number of elements (100 here), whose size in bytes is unknown.
  const auto measured = [](int messages) {
    std::vector<TimedCall> sends, receives;
    for (std::int64_t i = 0; i < messages; ++i) {
      sends.push_back({"MPI_Send", 2000 + 10 * i, 2005 + 10 * i, {{2, 100}, {4, 1}, {5, 0}}});
      receives.push_back({"MPI_Recv", 2000 + 10 * i, 2008 + 10 * i, {{2, 100}, {4, 0}, {5, 0}}});
    }
    return MeasureTrace(TwoRanks(sends, receives));
  };
  CHECK(SumOf(measured(200), "messages") == Approx(200e9));  // SumOf multiplies seconds by 1e9
  CHECK(ReasonOf(measured(200), "bytes").find("numbers of elements") != std::string::npos);
  const auto is_not_applicable = [&](int messages) {
    const Findings found = FindProperties(measured(messages), BuiltInProperties());
    return std::ranges::find(found.not_applicable, "ManySmallMessages", &NotApplicable::name) !=
           found.not_applicable.end();
  };
  CHECK(is_not_applicable(200));
  CHECK_FALSE(is_not_applicable(50));
}

TEST_CASE("Efficiencies of ranks do not exceed 1 if other threads work during MPI calls", "[waits]") {
  // Rank 0 has three threads; the first one is in MPI all the time.
  EfficiencyInput input;
  input.locations = {{0, 1000, 0, 1000}, {0, 1000, 900, 0}, {0, 1000, 600, 0}, {1, 1000, 300, 700}};
  input.length = 1000;
  input.ideal_length = 400;
  input.has_mpi = input.has_openmp = true;
  std::map<std::string, double> found;
  for (const Efficiency& efficiency : FindEfficiencies(input)) found[efficiency.name] = efficiency.value;
  CHECK(found["serialisation"] == Approx(1));
  CHECK(found["transfer"] == Approx(0.9));
  CHECK(found["mpiParallelEfficiency"] == Approx((3 * 900 + 300) / 4000.0));
  CHECK(found["mpiLoadBalance"] == Approx((3 * 900 + 300) / 4 / 900.0));
  CHECK(found["openmpParallelEfficiency"] == Approx(1800 / 3000.0));
}

}  // namespace profdiff::mpi_test

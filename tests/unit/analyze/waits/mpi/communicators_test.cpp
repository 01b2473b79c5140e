// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which communicators of several ranks are the same one, and waits in them. Addresses of communicators differ
// from rank to rank, as in recordings.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::communicators_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::uint32_t kRanks = 4;

// The calls of four ranks, in steps of 1000 ns.
class Ranks {
 public:
  // The address of a communicator on a rank.
  static std::int64_t Address(std::uint32_t rank, std::int64_t communicator) {
    return 0x5500'0000'0101 + 0x1'0000 * rank + 0x101 * communicator;
  }
  static constexpr std::int64_t kWorld = 0, kRow = 1, kColumn = 2, kOther = 3;

  void Step() { now_ += 1000; }
  void Call(std::uint32_t rank, const std::string& name, std::int64_t delay, std::int64_t length,
            std::vector<std::pair<std::uint32_t, std::int64_t>> arguments) {
    calls_[rank].push_back({name, now_ + delay, now_ + delay + length, std::move(arguments)});
  }
  // Adds an argument to the last call of a rank.
  void Amend(std::uint32_t rank, std::pair<std::uint32_t, std::int64_t> argument) {
    calls_[rank].back().arguments.push_back(argument);
  }
  void Split(std::uint32_t rank, std::int64_t color, std::int64_t key) {
    Call(rank, "MPI_Comm_split", 0, 10, {{1, Address(rank, kWorld)}, {2, color}, {3, key}});
  }
  void Use(std::uint32_t rank, std::int64_t communicator) {
    Call(rank, "MPI_Comm_size", 20, 10, {{1, Address(rank, communicator)}});
  }
  void UseAll(std::int64_t communicator) {
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) Use(rank, communicator);
  }
  // Rank 2 row + column is in row `row` and in column `column`.
  void MakeGrid() {
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) Split(rank, rank / 2, rank);
    UseAll(kRow);
    Step();
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) Split(rank, rank % 2, rank);
    UseAll(kColumn);
    Step();
  }
  // All ranks enter a barrier, `delays[rank]` ns late, and leave it together.
  void Meet(std::int64_t communicator, const std::vector<std::int64_t>& delays, const std::vector<std::int64_t>& ends) {
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      Call(rank, "MPI_Barrier", delays[rank], ends[rank] - delays[rank], {{1, Address(rank, communicator)}});
    }
    Step();
  }
  Measurements Measure() const {
    Trace trace;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      std::vector<TimedCall> calls = {{"main", 1000, now_ + 1000}};
      calls.insert(calls.end(), calls_[rank].begin(), calls_[rank].end());
      AddThread(trace, rank, calls);
    }
    return MeasureTrace(trace);
  }

 private:
  std::int64_t now_ = 2000;
  std::vector<TimedCall> calls_[kRanks];
};

std::string RemarksOf(const Measurements& measured) {
  std::string text;
  for (const Message& remark : measured.remarks) text += TextOf(remark) + "\n";
  return text;
}

std::string ReasonOf(const Measurements& measured, const std::string& metric) {
  for (const auto& [name, reason] : measured.absent) {
    if (name == metric) return reason;
  }
  return "";
}

}  // namespace

TEST_CASE("Ranks wait for those of their row and of their column", "[waits]") {
  Ranks ranks;
  ranks.MakeGrid();
  ranks.Meet(Ranks::kRow, {100, 300, 150, 160}, {310, 310, 170, 170});     // 200 and 10 ns
  ranks.Meet(Ranks::kColumn, {100, 150, 400, 180}, {410, 190, 410, 190});  // 300 and 30 ns
  ranks.Meet(Ranks::kWorld, {100, 100, 100, 110}, {120, 120, 120, 120});   // 30 ns
  const Measurements measured = ranks.Measure();
  CHECK(SumOf(measured, "WaitAtBarrier") == Approx(200 + 10 + 300 + 30 + 30));
  CHECK(measured.remarks.empty());
  CHECK(measured.errors.empty());
}

TEST_CASE("Ranks of messages and roots are those of the communicator", "[waits]") {
  Ranks ranks;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) ranks.Split(rank, 0, -static_cast<std::int64_t>(rank));
  ranks.UseAll(Ranks::kOther);  // rank r is rank 3 - r there
  ranks.Step();
  ranks.Call(3, "MPI_Send", 500, 10, {{2, 1}, {4, 1}, {5, 7}, {6, Ranks::Address(3, Ranks::kOther)}});
  ranks.Call(2, "MPI_Recv", 100, 420, {{2, 1}, {4, 0}, {5, 7}, {6, Ranks::Address(2, Ranks::kOther)}});
  ranks.Step();
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {  // the root, rank 3, comes 200 ns late
    const std::int64_t delay = rank == 3 ? 300 : 100;
    ranks.Call(rank, "MPI_Bcast", delay, 310 - delay, {{4, 0}, {5, Ranks::Address(rank, Ranks::kOther)}});
  }
  ranks.Step();
  const Measurements measured = ranks.Measure();
  CHECK(SumOf(measured, "LateSender") == Approx(400));
  CHECK(SumOf(measured, "LateBroadcast") == Approx(3 * 200));
  CHECK(measured.errors.empty());
}

TEST_CASE("Ranks wait in a scan for lower ranks of the communicator", "[waits]") {
  // The ranks enter 100, 400, 200 and 300 ns late, and leave together.
  const auto scan = [](Ranks& ranks, const char* routine, std::int64_t communicator) {
    const std::int64_t delays[kRanks] = {100, 400, 200, 300};
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      ranks.Call(rank, routine, delays[rank], 500 - delays[rank], {{6, Ranks::Address(rank, communicator)}});
    }
    ranks.Step();
  };
  for (const char* routine : {"MPI_Scan", "MPI_Exscan"}) {
    CAPTURE(routine);
    Ranks world;
    scan(world, routine, Ranks::kWorld);
    CHECK(SumOf(world.Measure(), "EarlyScan") == Approx(200 + 100));  // ranks 2 and 3 wait for rank 1
    Ranks reversed;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) reversed.Split(rank, 0, -static_cast<std::int64_t>(rank));
    reversed.UseAll(Ranks::kOther);
    reversed.Step();
    scan(reversed, routine, Ranks::kOther);
    // The order is 3, 2, 1, 0: rank 2 waits for rank 3, and rank 0 for rank 1.
    CHECK(SumOf(reversed.Measure(), "EarlyScan") == Approx(100 + 300));
  }
}

TEST_CASE("Messages of different communicators do not mix", "[waits]") {
  Ranks ranks;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    ranks.Call(rank, "MPI_Comm_dup", 0, 10, {{1, Ranks::Address(rank, Ranks::kWorld)}});
  }
  ranks.UseAll(Ranks::kOther);
  ranks.Step();
  const auto message = [&](std::uint32_t rank, const char* name, std::int64_t delay, std::int64_t communicator) {
    ranks.Call(rank, name, delay, name == std::string("MPI_Recv") ? 400 : 10,
               {{2, 1}, {4, 1 - rank}, {5, 7}, {6, Ranks::Address(rank, communicator)}});
  };
  message(0, "MPI_Send", 100, Ranks::kWorld);
  message(0, "MPI_Send", 400, Ranks::kOther);
  message(1, "MPI_Recv", 100, Ranks::kOther);  // waits 300 ns; in the order of sending, it would not wait
  message(1, "MPI_Recv", 500, Ranks::kWorld);
  ranks.Step();
  CHECK(SumOf(ranks.Measure(), "LateSender") == Approx(300));
}

TEST_CASE("The members of a part are the ranks that use it", "[waits]") {
  const auto measure = [](std::uint32_t users, const char* last) {
    Ranks ranks;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      ranks.Call(rank, "MPI_Comm_create", 0, 10, {{1, Ranks::Address(rank, Ranks::kWorld)}});
    }
    ranks.Step();
    for (std::uint32_t rank = 0; rank < users; ++rank) {
      ranks.Call(
          rank, rank + 1 == users ? last : "MPI_Barrier", 100 + 50 * rank, 300 - 50 * rank,
          {{rank + 1 == users && last == std::string("MPI_Allreduce") ? 6 : 1, Ranks::Address(rank, Ranks::kOther)}});
    }
    ranks.Step();
    return ranks.Measure();
  };
  CHECK(SumOf(measure(3, "MPI_Barrier"), "WaitAtBarrier") == Approx(100 + 50));
  // If all ranks use their results, or if these ranks do not call the same operations, there may be several parts.
  for (const Measurements& unknown : {measure(4, "MPI_Barrier"), measure(3, "MPI_Allreduce")}) {
    CHECK(RemarksOf(unknown).find("left out: the recording does not show all ranks of the communicator") !=
          std::string::npos);
    CHECK(unknown.errors.empty());
    CHECK_FALSE(SumOf(unknown, "WaitAtBarrier") > 0);
  }
}

TEST_CASE("Results of which none was used before the next one are not guessed", "[waits]") {
  Ranks ranks;
  for (const std::uint32_t divisor : {2U, 1U}) {
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) ranks.Split(rank, divisor == 2U ? rank / 2 : rank % 2, rank);
    ranks.Step();
  }
  ranks.Meet(Ranks::kRow, {100, 300, 150, 160}, {310, 310, 170, 170});
  ranks.Meet(Ranks::kWorld, {100, 100, 100, 110}, {120, 120, 120, 120});
  const Measurements measured = ranks.Measure();
  CHECK(SumOf(measured, "WaitAtBarrier") == Approx(30));
  CHECK(RemarksOf(measured).find("4 calls of MPI are left out") == 0);
  CHECK(ReasonOf(measured, "transfer").find("the ranks of some communicators are unknown") != std::string::npos);
}

TEST_CASE("A communicator may have the address of one that was freed", "[waits]") {
  const auto measure = [](bool has_text) {
    Ranks ranks;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) ranks.Split(rank, rank / 2, rank);
    ranks.UseAll(Ranks::kOther);
    ranks.Step();
    ranks.Meet(Ranks::kOther, {100, 300, 150, 160}, {310, 310, 170, 170});  // 200 and 10 ns
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      ranks.Call(rank, "MPI_Comm_free", 0, 10, {});
      if (has_text) ranks.Amend(rank, {1, Ranks::Address(rank, Ranks::kOther) & 0xffff'ffff});
    }
    ranks.Step();
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) ranks.Split(rank, rank % 2, rank);
    ranks.UseAll(Ranks::kOther);
    ranks.Step();
    ranks.Meet(Ranks::kOther, {100, 150, 400, 180}, {410, 190, 410, 190});  // 300 and 30 ns
    return ranks.Measure();
  };
  CHECK(SumOf(measure(true), "WaitAtBarrier") == Approx(200 + 10 + 300 + 30));
  CHECK(RemarksOf(measure(false)).find("8 calls of MPI are left out") == 0);
}

TEST_CASE("Without the arguments of creating calls, communicators are unknown", "[waits]") {
  Ranks ranks;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) ranks.Call(rank, "MPI_Comm_split", 0, 10, {});
  ranks.Step();
  ranks.Meet(Ranks::kWorld, {100, 100, 100, 110}, {120, 120, 120, 120});
  ranks.Meet(Ranks::kRow, {100, 300, 150, 160}, {310, 310, 170, 170});
  const Measurements measured = ranks.Measure();
  CHECK(ReasonOf(measured, "WaitAtBarrier").find("there are several communicators") == 0);
}

}  // namespace profdiff::communicators_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the causes of waits with planted delays of known lengths, in calls with recorded arguments and in an archive,
// and with random calls. All causes and the unexplained part must add up to the waits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"
#ifdef PROFDIFF_HAS_OTF2
#include "analyze/waits/measure_trace.h"
#include "support/otf2_archive.h"
#include "support/temporary_folder.h"
#endif

namespace profdiff::causes_test {

using tests::AddThread;
using tests::PlantedRanks;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kTransfer = 1000;  // nanoseconds

using Path = std::vector<std::string>;

// Ranks whose calls follow each other; each call begins when the previous one of the rank ends.
class Ranks {
 public:
  explicit Ranks(std::size_t count) : now_(count, kBegin), calls_(count) {}

  void Work(std::size_t rank, const std::string& function, std::int64_t time) {
    calls_[rank].push_back({function, now_[rank], now_[rank] + time});
    now_[rank] += time;
  }

  void Send(std::size_t from, std::size_t to) {
    const std::int64_t sent = now_[from];
    Call(from, "MPI_Send", sent + kTransfer, {{2, 10}, {4, static_cast<std::int64_t>(to)}, {5, 0}});
    Call(to, "MPI_Recv", std::max(sent, now_[to]) + kTransfer, {{4, static_cast<std::int64_t>(from)}, {5, 0}});
  }

  void Meet() {
    const std::int64_t last = *std::max_element(now_.begin(), now_.end());
    for (std::size_t rank = 0; rank < now_.size(); ++rank) Call(rank, "MPI_Barrier", last + kTransfer, {});
  }

  std::size_t size() const { return now_.size(); }

  // Returns the calls of a rank, with main around them.
  std::vector<TimedCall> CallsOf(std::size_t rank) const {
    std::vector<TimedCall> calls = {{"main", kBegin - 1, now_[rank] + 1}};
    calls.insert(calls.end(), calls_[rank].begin(), calls_[rank].end());
    return calls;
  }

  Trace Build() const {
    Trace trace;
    for (std::uint32_t rank = 0; rank < size(); ++rank) AddThread(trace, rank, CallsOf(rank));
    return trace;
  }

 private:
  static constexpr std::int64_t kBegin = 5000;

  void Call(std::size_t rank, const std::string& name, std::int64_t end,
            std::vector<std::pair<std::uint32_t, std::int64_t>> arguments) {
    calls_[rank].push_back({"exchange", now_[rank], end});
    calls_[rank].push_back({name, now_[rank], end, std::move(arguments)});
    now_[rank] = end;
  }

  std::vector<std::int64_t> now_;
  std::vector<std::vector<TimedCall>> calls_;  // by rank; `exchange` and the MPI call in it have the same times
};

// A chain of five ranks: rank 2 is late, and every following rank waits for the one before it. Rank 3 adds a delay of
// its own.
Ranks Chain() {
  Ranks ranks(5);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) ranks.Work(rank, "work", 100 * kMs);
  ranks.Work(2, "heavy", 200 * kMs);
  ranks.Send(2, 3);
  ranks.Work(3, "input", 150 * kMs);
  ranks.Send(3, 4);
  ranks.Send(4, 0);
  ranks.Send(0, 1);
  return ranks;
}

const WaitCause* CauseOf(const WaitCauses& waits, std::uint32_t rank, const Path& path) {
  const auto found = std::find_if(waits.causes.begin(), waits.causes.end(), [&](const WaitCause& cause) {
    return cause.location.rank == rank && cause.path == path;
  });
  return found == waits.causes.end() ? nullptr : &*found;
}

// True if a value is within 5 % of a number of milliseconds.
bool IsAbout(double seconds, double milliseconds) {
  return std::abs(seconds * 1e3 - milliseconds) <= 0.05 * milliseconds;
}

// Returns the sum of all causes and of the unexplained part, in seconds.
double SumOfCauses(const WaitCauses& waits) {
  double sum = waits.unexplained;
  for (const WaitCause& cause : waits.causes) sum += cause.total();
  return sum;
}

void CheckChain(const Measurements& measured) {
  REQUIRE(measured.wait_causes);
  const WaitCauses& waits = *measured.wait_causes;
  CHECK(IsAbout(waits.seconds, 200 + 3 * 350));
  CHECK(std::abs(SumOfCauses(waits) - waits.seconds) < 1e-9);
  CHECK(std::abs(SumOf(measured, "waits") * 1e-9 - waits.seconds) < 1e-9);
  CHECK(waits.unexplained < 0.01 * waits.seconds);
  const WaitCause *const heavy = CauseOf(waits, 2, {"main", "heavy"}), *const input =
                                                                           CauseOf(waits, 3, {"main", "input"});
  REQUIRE(heavy != nullptr);
  REQUIRE(input != nullptr);
  CHECK(&waits.causes.front() == heavy);
  CHECK(IsAbout(heavy->direct, 200));
  CHECK(IsAbout(heavy->indirect, 3 * 200));
  CHECK(IsAbout(input->direct, 150));
  CHECK(IsAbout(input->indirect, 2 * 150));
  REQUIRE(waits.critical_path.size() > 2);
  CHECK(waits.critical_path[0].path == Path{"main", "heavy"});
  CHECK(IsAbout(waits.critical_path[0].seconds, 200));
  CHECK(IsAbout(waits.critical_path[0].imbalance, 160));
  CHECK(waits.critical_path[1].path == Path{"main", "input"});
  CHECK(IsAbout(waits.critical_path[1].seconds, 150));
  CHECK(waits.critical_path[2].path == Path{"main", "work"});
  CHECK(waits.critical_path[2].location == Location{2, 0});
  CHECK(IsAbout(waits.critical_path[2].seconds, 100));
  CHECK(waits.critical_path[2].imbalance == 0);
}

}  // namespace

TEST_CASE("Delays in a chain of ranks cause all its waits", "[waits]") { CheckChain(MeasureTrace(Chain().Build())); }

#ifdef PROFDIFF_HAS_OTF2
TEST_CASE("Delays in the archive of a chain cause all its waits", "[waits]") {
  const Ranks chain = Chain();
  tests::Otf2Archive archive;
  archive.has_communicator = true;
  for (std::uint32_t rank = 0; rank < chain.size(); ++rank) {
    tests::Otf2Location& location = archive.AddLocation(rank);
    std::vector<TimedCall> open;
    const auto leave_until = [&](std::int64_t time) {
      for (; !open.empty() && open.back().end <= time; open.pop_back()) {
        location.Leave(static_cast<std::uint64_t>(open.back().end), archive.Region(open.back().name));
      }
    };
    for (const TimedCall& call : chain.CallsOf(rank)) {
      leave_until(call.begin);
      location.Enter(static_cast<std::uint64_t>(call.begin), archive.Region(call.name));
      open.push_back(call);
      if (call.arguments.empty()) continue;
      const bool is_send = call.name == "MPI_Send";
      const auto partner = static_cast<std::uint32_t>(call.arguments[is_send ? 1 : 0].second);
      const std::int64_t time = is_send ? call.begin : call.end;
      is_send ? location.Send(static_cast<std::uint64_t>(time), partner, 0, 8)
              : location.Receive(static_cast<std::uint64_t>(time), partner, 0, 8);
    }
    leave_until(open.front().end);
  }
  const tests::TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path()));
  CheckChain(LoadTraceMeasurements({Input(folder.path())}));
}
#endif

TEST_CASE("A wait at a barrier is passed on to those for whom the last rank waited", "[waits]") {
  Ranks ranks(5);
  ranks.Meet();
  ranks.Work(2, "heavy", 200 * kMs);
  ranks.Send(2, 3);
  ranks.Work(3, "input", 150 * kMs);
  ranks.Send(3, 4);
  ranks.Work(4, "last", kMs);  // rank 4 enters the barrier last
  ranks.Meet();
  const Measurements measured = MeasureTrace(ranks.Build());
  REQUIRE(measured.wait_causes);
  const WaitCauses& waits = *measured.wait_causes;
  // Ranks 3 and 4 wait for messages. At the barrier, ranks 0, 1 and 2 wait for rank 4. Of the 350 ms for which rank 4
  // waited, 200 are due to rank 2, and 150 to rank 3.
  const double at_barrier = 350 + 350 + 150;
  CHECK(IsAbout(waits.seconds, 200 + 350 + at_barrier));
  CHECK(std::abs(SumOfCauses(waits) - waits.seconds) < 1e-9);
  const WaitCause *const heavy = CauseOf(waits, 2, {"main", "heavy"}), *const input =
                                                                           CauseOf(waits, 3, {"main", "input"});
  REQUIRE(heavy != nullptr);
  REQUIRE(input != nullptr);
  CHECK(IsAbout(heavy->direct, 200));
  CHECK(IsAbout(heavy->indirect, 200 + at_barrier * 200 / 350));
  CHECK(IsAbout(input->direct, 150));
  CHECK(IsAbout(input->indirect, at_barrier * 150 / 350));
}

TEST_CASE("A wait without work that took longer is unexplained", "[waits]") {
  // Both ranks work equally long, but the recorder of rank 1 began later.
  Trace trace;
  AddThread(trace, 0, {{"main", 2000, 9000}, {"work", 2000, 4000}, {"MPI_Barrier", 4000, 8000}});
  AddThread(trace, 1, {{"main", 5000, 9000}, {"work", 5000, 7000}, {"MPI_Barrier", 7000, 8000}});
  const Measurements measured = MeasureTrace(trace);
  REQUIRE(measured.wait_causes);
  CHECK(measured.wait_causes->causes.empty());
  CHECK(std::llround(measured.wait_causes->seconds * 1e9) == 3000);
  CHECK(measured.wait_causes->unexplained == measured.wait_causes->seconds);
}

TEST_CASE("A recursive call has the path of the outermost one", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 2000, 9000}, {"MPI_Barrier", 3000, 8000}});
  AddThread(
      trace, 1,
      {{"main", 2000, 9000}, {"f", 2500, 7000}, {"g", 3000, 6500}, {"f", 3500, 6000}, {"MPI_Barrier", 7000, 8000}});
  const Measurements measured = MeasureTrace(trace);
  REQUIRE(measured.wait_causes);
  const WaitCause *const f = CauseOf(*measured.wait_causes, 1, {"main", "f"}), *const g =
                                                                                   CauseOf(*measured.wait_causes, 1,
                                                                                           {"main", "f", "g"});
  REQUIRE(f != nullptr);
  REQUIRE(g != nullptr);
  CHECK(measured.wait_causes->causes.size() == 2);
  CHECK(std::abs(f->total() / g->total() - 3.5) < 1e-9);
}

TEST_CASE("Only waits in the phase are counted", "[waits]") {
  Trace trace;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    const std::int64_t late = 1000 * rank;
    AddThread(trace, rank,
              {{"main", 2000, 12000},
               {"first", 2100, 5000},
               {"MPI_Barrier", 3000 + late, 4100},
               {"second", 6000, 11000},
               {"work", 6100, 7000 + late},
               {"MPI_Barrier", 7000 + late, 9000}});
  }
  MeasureOptions options;
  options.phase = "second";
  const Measurements measured = MeasureTrace(trace, options);
  REQUIRE(measured.wait_causes);
  CHECK(std::llround(measured.wait_causes->seconds * 1e9) == 1000);
  REQUIRE(measured.wait_causes->causes.size() == 1);
  CHECK(measured.wait_causes->causes[0].path == Path{"second", "work"});
}

TEST_CASE("Causes and what is unexplained add up to the waits of random calls", "[waits]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    PlantedRanks planted(seed, 2 + seed % 5);
    for (int step = 0; step < 40; ++step) planted.Step(100'000);
    const Measurements measured = MeasureTrace(planted.Build());
    CAPTURE(seed);
    REQUIRE(measured.wait_causes);
    const WaitCauses& waits = *measured.wait_causes;
    CHECK(std::llround(waits.seconds * 1e9) == std::llround(SumOf(measured, "waits")));
    CHECK(std::abs(SumOfCauses(waits) - waits.seconds) <= 1e-9 * waits.seconds);
    CHECK(waits.unexplained >= 0);
    double length = 0;
    for (const CriticalPart& part : waits.critical_path) length += part.seconds;
    CHECK(length <= measured.seconds.value_or(0) * (1 + 1e-9));
    CHECK(length >= measured.seconds.value_or(0) * 0.9);
  }
}

}  // namespace profdiff::causes_test

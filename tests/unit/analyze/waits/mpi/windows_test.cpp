// SPDX-License-Identifier: GPL-3.0-or-later
// Tests waits at fences of windows and for their locks.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"
#ifdef PROFDIFF_HAS_OTF2
#include "support/otf2_archive.h"
#include "support/temporary_folder.h"
#endif

namespace profdiff::windows_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kWorld = 91, kExclusive = 1, kShared = 2;

TimedCall Create(std::int64_t begin, std::int64_t communicator = kWorld) {
  return {"MPI_Win_create", begin, begin + 10, {{5, communicator}}};
}
// The handle of a window differs between ranks.
TimedCall Fence(std::int64_t begin, std::int64_t end, std::int64_t window) {
  return {"MPI_Win_fence", begin, end, {{2, window}}};
}
TimedCall Lock(std::int64_t begin, std::int64_t end, std::int64_t kind, std::int64_t window, std::int64_t rank = 0) {
  return {"MPI_Win_lock", begin, end, {{1, kind}, {2, rank}, {4, window}}};
}
TimedCall Unlock(std::int64_t begin, std::int64_t end, std::int64_t window, std::int64_t rank = 0) {
  return {"MPI_Win_unlock", begin, end, {{1, rank}, {2, window}}};
}

Measurements Measure(const std::vector<std::vector<TimedCall>>& ranks, std::int64_t shift = 0) {
  Trace trace;
  for (const std::vector<TimedCall>& calls : ranks) {
    std::vector<TimedCall> all = {{"main", 1000, 20000}};
    all.insert(all.end(), calls.begin(), calls.end());
    const auto rank = static_cast<std::uint32_t>(trace.threads.size());
    if (rank == 1) {
      for (TimedCall& call : all) call.begin += shift, call.end += shift;
    }
    AddThread(trace, rank, all);
  }
  return MeasureTrace(trace);
}

std::string ReasonOf(const Measurements& measured, const std::string& metric) {
  const auto found = std::ranges::find(measured.absent, metric, &std::pair<std::string, std::string>::first);
  return found == measured.absent.end() ? "" : found->second;
}

// Rank 0 has a lock from 2000 to 5000 ns; rank 1 takes one from 3000 ns on, and releases it from 5100 to 5110 ns.
Measurements Locked(std::int64_t first, std::int64_t second, std::int64_t granted = 5010, std::int64_t rank = 0) {
  return Measure({{Create(1100), Lock(2000, 2010, first, 7), Unlock(4990, 5000, 7)},
                  {Create(1100), Lock(3000, granted, second, 8, rank), Unlock(5100, 5110, 8, rank)}});
}

}  // namespace

TEST_CASE("Ranks wait at a fence for the last one", "[waits]") {
  const Measurements measured = Measure({{Create(1100), Fence(2000, 5010, 7), Fence(6000, 6020, 7)},
                                         {Create(1100), Fence(5000, 5020, 8), Fence(6010, 6020, 8)},
                                         {Create(1100), Fence(4000, 5020, 9), Fence(6000, 6030, 9)}});
  CHECK(SumOf(measured, "WaitAtFence") == Approx(3000 + 1000 + 10 + 10));
  CHECK(SumOf(measured, "waits") == Approx(3000 + 1000 + 10 + 10));
  CHECK(measured.remarks.empty());
  CHECK(measured.errors.empty());
  CHECK(ReasonOf(measured, "serialisation").empty());
}

TEST_CASE("A rank that leaves a fence before the others enter does not wait", "[waits]") {
  const Measurements measured = Measure({{Create(1100), Fence(2000, 2500, 7)},
                                         {Create(1100), Fence(5000, 5020, 8)},
                                         {Create(1100), Fence(4000, 5020, 9)}});
  CHECK(SumOf(measured, "WaitAtFence") == Approx(1000));
  CHECK(measured.clocks.offsets.empty());
}

TEST_CASE("Fences of two windows are not mixed", "[waits]") {
  // Rank 1 enters the fences in another order, as none of them ends an access.
  const Measurements measured = Measure({{Create(1100), Fence(1200, 1220, 7), Create(1300), Fence(1400, 1420, 17),
                                          Fence(2000, 2010, 7), Fence(3000, 6010, 17)},
                                         {Create(1100), Fence(1200, 1220, 8), Create(1300), Fence(1400, 1420, 18),
                                          Fence(6000, 6020, 18), Fence(7000, 7010, 8)}});
  CHECK(SumOf(measured, "WaitAtFence") == Approx(3000));
}

TEST_CASE("Without the arguments of windows, waits for them are unknown", "[waits]") {
  const std::vector<TimedCall> known = {Create(1100), Fence(2000, 5010, 7), Lock(6000, 6010, kShared, 7),
                                        Unlock(6020, 6030, 7)};
  for (const unsigned without : {0U, 1U, 2U}) {
    CAPTURE(without);
    std::vector<TimedCall> calls = known;
    calls[without].arguments.clear();
    calls.push_back({"MPI_Barrier", 7000, 7010, {{1, kWorld}}});
    const Measurements measured = Measure({calls, calls});
    CHECK(ReasonOf(measured, "WaitAtFence").empty() == (without == 2));
    CHECK(ReasonOf(measured, "WindowContention").empty() == (without == 1));
    CHECK(ReasonOf(measured, "WaitAtBarrier").empty());
    CHECK(measured.remarks.empty());
  }
}

TEST_CASE("A rank waits for the lock of a window that another rank has", "[waits]") {
  CHECK(SumOf(Locked(kExclusive, kExclusive), "WindowContention") == Approx(2000));
  CHECK(SumOf(Locked(kExclusive, kShared), "WindowContention") == Approx(2000));
  CHECK(SumOf(Locked(kShared, kExclusive), "WindowContention") == Approx(2000));
  CHECK(SumOf(Locked(kShared, kShared), "WindowContention") == Approx(0));
  // The window of another rank.
  CHECK(SumOf(Locked(kExclusive, kExclusive, 5010, 1), "WindowContention") == Approx(0));
  // The lock was granted while the other rank was releasing it.
  CHECK(SumOf(Locked(kExclusive, kExclusive, 4995), "WindowContention") == Approx(1995));
}

TEST_CASE("A rank may wait for a lock in the call that releases it", "[waits]") {
  const Measurements measured = Measure({{Create(1100), Lock(2000, 2010, kExclusive, 7), Unlock(4990, 5000, 7)},
                                         {Create(1100), Lock(2500, 2510, kExclusive, 8), Unlock(3000, 5110, 8)}});
  CHECK(SumOf(measured, "WindowContention") == Approx(2000));
  CHECK(SumOf(measured, "WindowContentionCount") == Approx(1e9));
}

TEST_CASE("Three ranks wait for a lock one after another", "[waits]") {
  const auto locks = [](std::int64_t begin, std::int64_t granted, std::int64_t end, std::int64_t window) {
    return std::vector<TimedCall>{Create(1100), Lock(begin, granted, kExclusive, window),
                                  Unlock(end - 10, end, window)};
  };
  const Measurements measured =
      Measure({locks(2000, 2010, 5000, 7), locks(2100, 5010, 8000, 8), locks(2200, 8010, 9000, 9)});
  CHECK(SumOf(measured, "WindowContention") == Approx(2900 + 5800));
  REQUIRE(measured.wait_causes.has_value());
}

TEST_CASE("A lock that is never released is waited for until the end", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 1000, 9000}, Create(1100), Lock(2000, 2010, kExclusive, 7)});
  AddThread(trace, 1, {{"main", 1000, 9000}, Create(1100), Lock(3000, 9000, kExclusive, 8)});
  trace.threads[1].calls.open = {CallId(0), CallId(2)};
  CHECK(SumOf(MeasureTrace(trace), "WindowContention") == Approx(6000));
}

#ifdef PROFDIFF_HAS_OTF2
TEST_CASE("Archives have windows in events of their own", "[waits]") {
  tests::Otf2Archive archive;
  archive.has_communicator = true;
  const auto main = archive.Region("main"), fence = archive.Region("MPI_Win_fence"),
             lock = archive.Region("MPI_Win_lock"), unlock = archive.Region("MPI_Win_unlock");
  auto& first = archive.AddLocation(0);
  auto& second = archive.AddLocation(1);
  first.Enter(1000, main).Enter(2000, fence).Fence(4010).Leave(4015, fence);
  second.Enter(1000, main).Enter(4000, fence).Fence(4010).Leave(4020, fence);
  first.Enter(5000, lock).Lock(5005, 1, true).Leave(5010, lock);
  second.Enter(6000, lock).Lock(8005, 1, false).Leave(8010, lock);
  first.Enter(7990, unlock).Unlock(7995, 1).Leave(8000, unlock).Leave(10'000, main);
  second.Enter(9000, unlock).Unlock(9005, 1).Leave(9010, unlock).Leave(10'000, main);
  const tests::TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path() + "/a"));
  const Measurements measured = LoadMeasurements(folder.path() + "/a");
  CHECK(SumOf(measured, "WaitAtFence") == Approx(2000));
  CHECK(SumOf(measured, "WindowContention") == Approx(2000));
  CHECK(measured.remarks.empty());
}

TEST_CASE("In an archive without the events of windows, waits for them are unknown", "[waits]") {
  tests::Otf2Archive archive;
  archive.has_communicator = true;
  const auto main = archive.Region("main"), fence = archive.Region("MPI_Win_fence"),
             lock = archive.Region("MPI_Win_lock");
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    archive.AddLocation(rank).Enter(1000, main).Enter(2000, fence).Leave(2010, fence);
    archive.locations[rank].Enter(3000, lock).Leave(3010, lock).Leave(4000, main);
  }
  const tests::TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path() + "/a"));
  const Measurements measured = LoadMeasurements(folder.path() + "/a");
  CHECK_FALSE(ReasonOf(measured, "WaitAtFence").empty());
  CHECK_FALSE(ReasonOf(measured, "WindowContention").empty());
  CHECK(measured.errors.empty());
}
#endif

}  // namespace profdiff::windows_test

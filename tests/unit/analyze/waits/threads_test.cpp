// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for waits of threads for mutexes, for work and for the ends of other threads.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "analyze/waits/threads/routines.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::threads_test {

using tests::AddThread;
using tests::EqualsItself;
using tests::SumOf;
using tests::TimedCall;

namespace {

TimedCall Lock(std::int64_t begin, std::int64_t end, std::int64_t mutex = 0x40a0) {
  return {"pthread_mutex_lock", begin, end, {{1, mutex}}};
}
TimedCall Unlock(std::int64_t begin, std::int64_t mutex = 0x40a0) {
  return {"pthread_mutex_unlock", begin, begin + 2, {{1, mutex}}};
}

// Measures main, which joins two threads that run worker() from 1000 to 9000 ns with the given calls.
Measurements Workers(const std::vector<TimedCall>& first, const std::vector<TimedCall>& second) {
  Trace trace;
  AddThread(trace, 0, {{"main", 1000, 10000}, {"pthread_join", 2000, 9000}});
  for (const std::vector<TimedCall>* calls : {&first, &second}) {
    std::vector<TimedCall> all = {{"worker", 1000, 9000}};
    all.insert(all.end(), calls->begin(), calls->end());
    AddThread(trace, 0, all);
  }
  return MeasureTrace(trace);
}

const Region* FindRegion(const Measurements& measured, const std::string& callee) {
  const auto found = std::ranges::find(measured.regions, callee, &Region::callee);
  return found == measured.regions.end() ? nullptr : &*found;
}

std::string ReasonOf(const Measurements& measured, const std::string& metric) {
  const auto found = std::ranges::find(measured.absent, metric, &std::pair<std::string, std::string>::first);
  return found == measured.absent.end() ? "" : found->second;
}

}  // namespace

TEST_CASE("A thread waits for a mutex until the thread that held it releases it", "[waits]") {
  // The second thread waits from 2100 to 4000 ns; the rest of its call is the library's own time.
  const Measurements measured = Workers({Lock(2000, 2010), Unlock(4000), Lock(8000, 8010), Unlock(8100)},
                                        {Lock(2100, 4050), Unlock(4100), Lock(5000, 5200), Unlock(5300)});
  CHECK(SumOf(measured, "MutexContention") == Approx(1900));
  CHECK(SumOf(measured, "MutexContentionCount") == Approx(1e9));
  CHECK(SumOf(measured, "JoinWait") == Approx(7000));
  CHECK(SumOf(measured, "SerializedByMutex") == Approx(0));
  CHECK(SumOf(measured, "waits") == Approx(8900));
  REQUIRE(FindRegion(measured, "pthread_mutex_lock") != nullptr);
  const Region& region = *FindRegion(measured, "pthread_mutex_lock");
  CHECK(region.name == "worker");
  CHECK(region.kind == RegionKind::kThread);
  CHECK(region.object == "0x40a0");
  CHECK(RegionText(measured, RegionId(static_cast<std::size_t>(&region - measured.regions.data()))) ==
        "pthread_mutex_lock in worker (mutex 0x40a0)");
  CHECK(EqualsItself(measured));
}

TEST_CASE("The times of threads that wait add up to the phase", "[waits]") {
  const Measurements measured = Workers({Lock(2000, 2010), Unlock(4000)}, {Lock(2100, 4050), Unlock(4100)});
  CHECK(SumOf(measured, "useful") + SumOf(measured, "waits") + SumOf(measured, "runtime") == Approx(3 * 9000));
  CHECK(SumOf(measured, "useful") == Approx((9000 - 7000) + (8000 - 12) + (8000 - 1952)));
}

TEST_CASE("Waits for different mutexes are told apart", "[waits]") {
  const Measurements measured = Workers({Lock(2000, 2010, 1), Unlock(3000, 1), Lock(4000, 4010, 2), Unlock(5000, 2)},
                                        {Lock(2100, 3010, 1), Unlock(3100, 1), Lock(4100, 5010, 2), Unlock(5100, 2)});
  CHECK(SumOf(measured, "MutexContention") == Approx(1800));
  CHECK(FindRegion(measured, "pthread_mutex_lock")->object.empty());
}

TEST_CASE("A mutex that is held for most of the time serialises its threads", "[waits]") {
  const Measurements measured = Workers({Lock(2000, 2010), Unlock(4000), Lock(4010, 6010), Unlock(8000)},
                                        {Lock(2100, 4005), Unlock(6000), Lock(6020, 8010), Unlock(8100)});
  CHECK(SumOf(measured, "MutexContention") == Approx(1900 + 1990 + 1980));
  CHECK(SumOf(measured, "SerializedByMutex") == Approx(1900 + 1990 + 1980));
  SECTION("but not if only one thread takes it") {
    const Measurements alone = Workers({Lock(2000, 2010), Unlock(4000), Lock(4010, 4020), Unlock(8000)}, {});
    CHECK(SumOf(alone, "SerializedByMutex") == Approx(0));
  }
}

TEST_CASE("Mutexes for which threads wait little do not serialise them together", "[waits]") {
  const auto first = [](std::int64_t begin, std::int64_t mutex) {
    return std::vector<TimedCall>{Lock(begin, begin + 10, mutex), Unlock(begin + 1000, mutex)};
  };
  const auto second = [](std::int64_t begin, std::int64_t mutex) {
    return std::vector<TimedCall>{Lock(begin + 100, begin + 1010, mutex), Unlock(begin + 1020, mutex)};
  };
  std::vector<TimedCall> ones, others;
  for (const std::int64_t mutex : {1, 2, 3}) {
    for (const TimedCall& call : first(2000 * mutex, mutex)) ones.push_back(call);
    for (const TimedCall& call : second(2000 * mutex, mutex)) others.push_back(call);
  }
  const Measurements measured = Workers(ones, others);
  CHECK(SumOf(measured, "MutexContention") == Approx(3 * 900));  // a tenth of the time of three threads
  CHECK(SumOf(measured, "SerializedByMutex") == Approx(0));
}

TEST_CASE("A thread that waits for a condition does not hold the mutex", "[waits]") {
  const TimedCall wait = {"pthread_cond_wait", 2100, 5000, {{2, 0x40a0}}};
  const Measurements measured =
      Workers({Lock(2000, 2010), wait, Unlock(6000)}, {Lock(2050, 2150), Unlock(2500), Lock(5500, 6010), Unlock(6100)});
  // From 2050 to 2100 ns, and from 5500 to 6000 ns.
  CHECK(SumOf(measured, "MutexContention") == Approx(550));
  CHECK(SumOf(measured, "IdleWorkers") == Approx(2900));
}

TEST_CASE("Only threads other than the first of a rank are idle workers", "[waits]") {
  Trace trace;
  for (const std::uint32_t rank : {0U, 1U}) {
    AddThread(trace, rank, {{"main", 1000, 10000}, {"sem_wait", 2000, 9000}});
    AddThread(trace, rank, {{"worker", 1000, 9000}, {"sem_wait", 2000, 3000}, {"pthread_barrier_wait", 4000, 4500}});
  }
  CHECK(SumOf(MeasureTrace(trace), "IdleWorkers") == Approx(3000));
}

TEST_CASE("Without addresses, only calls that take much longer than others count as waits", "[waits]") {
  const auto lock = [](std::int64_t begin, std::int64_t end) { return TimedCall{"pthread_mutex_lock", begin, end}; };
  const std::vector<TimedCall> quick = {lock(1100, 1110), lock(1200, 1210), lock(1300, 1310)};
  const Measurements measured = Workers(quick, {lock(1100, 1110), lock(2000, 4000)});
  CHECK(SumOf(measured, "MutexContention") == Approx(2000 - 10 * 10));
  CHECK(SumOf(measured, "estimated") == Approx(1900));
  CHECK(ReasonOf(measured, "SerializedByMutex").find("-A") != std::string::npos);
}

TEST_CASE("Wrappers of the C++ library are not the callers of routines of threads", "[waits]") {
  const Measurements measured = Workers({{"_ZNSt5mutex4lockEv", 2000, 2012}, Lock(2001, 2010), Unlock(4000)},
                                        {{"_ZNSt5mutex4lockEv", 2100, 4055}, Lock(2100, 4050), Unlock(4100)});
  CHECK(FindRegion(measured, "pthread_mutex_lock")->name == "worker");
  CHECK(ThreadRoutineOf("pthread_cond_wait@@GLIBC_2.3.2").kind == ThreadRoutine::Kind::kConditionWait);
  CHECK(ThreadRoutineOf("pthread_create").kind == ThreadRoutine::Kind::kNone);
}

TEST_CASE("A thread that never gets a mutex waits until its recording ends", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 1000, 10000}, Lock(2000, 2010)});
  AddThread(trace, 0, {{"worker", 1000, 9000}, Lock(2100, 9000)});
  trace.threads[1].calls.open = {CallId(std::size_t{0}), CallId(std::size_t{1})};
  CHECK(SumOf(MeasureTrace(trace), "MutexContention") >= 6900);
}

}  // namespace profdiff::threads_test

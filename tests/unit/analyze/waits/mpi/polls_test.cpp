// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how long ranks poll for messages.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::polls_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kRequests = 0x7000;

TimedCall Message(const std::string& routine, std::int64_t begin, std::int64_t partner, std::int64_t tag = 0) {
  return {routine, begin, begin + 10, {{2, 1}, {4, partner}, {5, tag}, {6, 91}}};
}
TimedCall Start(std::int64_t begin, std::int64_t partner, std::int64_t request = 0) {
  TimedCall call = Message("MPI_Irecv", begin, partner);
  call.arguments.emplace_back(7, kRequests + 8 * request);
  return call;
}
TimedCall Test(std::int64_t begin, std::int64_t end, std::int64_t request = 0) {
  return {"MPI_Test", begin, end, {{1, kRequests + 8 * request}}};
}
TimedCall TestAll(std::int64_t begin, std::int64_t end) {
  return {"MPI_Testall", begin, end, {{1, 2}, {2, kRequests}}};
}
TimedCall Probe(std::int64_t begin, std::int64_t end, std::int64_t source, std::int64_t tag = 0) {
  return {"MPI_Iprobe", begin, end, {{1, source}, {2, tag}, {3, 91}}};
}

// Returns the nanoseconds for which rank 0 polls. Other ranks send to it.
double Polled(const std::vector<TimedCall>& calls, const std::vector<std::int64_t>& sent = {5000},
              const std::string& metric = "PollingForMessage") {
  Trace trace;
  std::vector<TimedCall> all = {{"main", 1000, 20000}};
  all.insert(all.end(), calls.begin(), calls.end());
  AddThread(trace, 0, all);
  for (const std::int64_t time : sent) {
    AddThread(trace, static_cast<std::uint32_t>(trace.threads.size()),
              {{"main", 1000, 20000}, Message("MPI_Send", time, 0)});
  }
  const Measurements measured = MeasureTrace(trace);
  CHECK(measured.remarks.empty());
  CHECK(measured.errors.empty());
  CHECK(SumOf(measured, "LateSender") == Approx(0));
  CHECK(SumOf(measured, "waits") == Approx(0));
  return SumOf(measured, metric);
}

}  // namespace

TEST_CASE("A rank polls from its first test until the message is sent", "[waits]") {
  const std::vector<TimedCall> tests = {Start(1100, 1), Test(2000, 2900), Test(3000, 3900), Test(4000, 5900),
                                        Test(6000, 6900)};
  CHECK(Polled(tests) == Approx(3000));
  CHECK(Polled(tests, {5000}, "PollingForMessageCount") == Approx(1e9));
  CHECK(Polled(tests, {1500}) == Approx(0));
  CHECK(Polled(tests, {6500}) == Approx(4500));
  CHECK(Polled({Start(1100, 1), Test(2000, 2900), {"MPI_Wait", 5100, 5110, {{1, kRequests}}}}) == Approx(0));
}

TEST_CASE("Time in functions that sleep is polling, and time in others is not", "[waits]") {
  const auto tests = [](const std::string& between) {
    return std::vector<TimedCall>{Start(1100, 1),   Test(2000, 2100),      {between, 2200, 3900},
                                  Test(4000, 4100), {between, 4200, 5900}, Test(6000, 6100)};
  };
  CHECK(Polled(tests("usleep")) == Approx(3000));
  CHECK(Polled(tests("compute")) == Approx(0));
  // Small functions of a loop are no work.
  CHECK(Polled({Start(1100, 1), Test(2000, 2900), {"count", 2910, 2990}, Test(3000, 5500)}) == Approx(3000));
  // A function that tests the request is no work either.
  CHECK(Polled(
            {Start(1100, 1), {"is_there", 1990, 2910}, Test(2000, 2900), {"is_there", 2990, 5510}, Test(3000, 5500)}) ==
        Approx(3000));
  // Code without calls takes much longer than the tests.
  CHECK(Polled({Start(1100, 1), Test(2000, 2010), Test(3000, 3010), Test(4000, 5010)}) == Approx(3000));
  CHECK(Polled({Start(1100, 1), Test(2000, 2010), Test(3000, 3010), Test(5000, 5010)}) == Approx(0));
}

TEST_CASE("Time in which a rank polls for several messages counts once", "[waits]") {
  CHECK(Polled({Start(1100, 1), Start(1200, 2, 1), TestAll(2000, 2900), TestAll(3000, 3900), TestAll(4000, 7000)},
               {2500, 5000}) == Approx(3000));
  CHECK(Polled({Start(1100, 1), Start(1200, 2, 1), Test(2000, 2400), Test(2500, 2900, 1), Test(3000, 3400),
                Test(3500, 6900, 1)},
               {2600, 6000}) == Approx(4000));
}

TEST_CASE("A rank that probes again and again polls", "[waits]") {
  CHECK(Polled({Probe(2000, 2900, 1), Probe(3000, 5500, 1), Message("MPI_Recv", 5600, 1)}) == Approx(3000));
  CHECK(Polled({Probe(2000, 2900, 1), Message("MPI_Recv", 5600, 1)}) == Approx(0));
  // Which message satisfies a probe for messages of any sender is unknown.
  CHECK(Polled({Probe(2000, 2900, -1), Probe(3000, 5500, -1), Message("MPI_Recv", 5600, 1)}) == Approx(0));
  // The receive ends the poll, so the work after it is not part of one.
  CHECK(Polled({Probe(2000, 2900, 1), Probe(3000, 3900, 1), Message("MPI_Recv", 5600, 1), Probe(6000, 6900, 2),
                Probe(7000, 7900, 2), Message("MPI_Recv", 8000, 2)},
               {3500, 7500}) == Approx(1500 + 1500));
}

}  // namespace profdiff::polls_test

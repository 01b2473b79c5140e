// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which messages MPI_Waitany and MPI_Waitsome complete.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::any_waits_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kRequests = 0x7000;

TimedCall Start(std::int64_t begin, std::int64_t source, std::int64_t request) {
  return {"MPI_Irecv", begin, begin + 10, {{4, source}, {5, 0}, {6, 91}, {7, kRequests + 8 * request}}};
}
TimedCall Wait(const std::string& routine, std::int64_t begin, std::int64_t end) {
  return {routine, begin, end, {{1, 2}, {2, kRequests}}};
}

// Rank 1 sends at 5000 ns and rank 2 at 3000 ns to rank 0, whose calls are given.
Measurements Measure(const std::vector<TimedCall>& calls) {
  Trace trace;
  std::vector<TimedCall> all = {{"main", 1000, 10000}};
  all.insert(all.end(), calls.begin(), calls.end());
  AddThread(trace, 0, all);
  for (const std::int64_t sent : {5000, 3000}) {
    AddThread(trace, static_cast<std::uint32_t>(trace.threads.size()),
              {{"main", 1000, 10000}, {"MPI_Send", sent, sent + 10, {{2, 1}, {4, 0}, {5, 0}, {6, 91}}}});
  }
  return MeasureTrace(trace);
}

}  // namespace

TEST_CASE("Each MPI_Waitany completes the message that was sent first", "[waits]") {
  const Measurements measured =
      Measure({Start(1100, 1, 0), Start(1200, 2, 1), Wait("MPI_Waitany", 2000, 3020), Wait("MPI_Waitany", 3500, 5020)});
  CHECK(SumOf(measured, "LateSender") == Approx(1000 + 1500));
  CHECK(SumOf(measured, "LateSenderCount") == Approx(2e9));
  CHECK(measured.remarks.empty());
}

TEST_CASE("A message that MPI_Waitany completed is not completed again", "[waits]") {
  const Measurements measured =
      Measure({Start(1100, 1, 0), Start(1200, 2, 1), Wait("MPI_Waitany", 2000, 3020), Wait("MPI_Waitall", 3500, 5020)});
  CHECK(SumOf(measured, "LateSender") == Approx(1000 + 1500));
}

TEST_CASE("MPI_Waitsome waits for the first message only", "[waits]") {
  const Measurements both = Measure({Start(1100, 1, 0), Start(1200, 2, 1), Wait("MPI_Waitsome", 2000, 5500)});
  CHECK(SumOf(both, "LateSender") == Approx(1000));
  CHECK(both.remarks.empty());
  const Measurements one = Measure({Start(1100, 1, 0), Start(1200, 2, 1), Wait("MPI_Waitsome", 2000, 3020)});
  CHECK(SumOf(one, "LateSender") == Approx(1000));
  CHECK(one.remarks.size() == 1);
}

}  // namespace profdiff::any_waits_test

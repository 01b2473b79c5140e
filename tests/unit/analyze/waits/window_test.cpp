// SPDX-License-Identifier: GPL-3.0-or-later
// Tests measurements of a part of a run's time.
#include "analyze/waits/window.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::window_test {

using tests::AddThread;
using tests::SumOf;

namespace {

// Rank 0 begins 5000 ns after rank 1, which waits for it in a barrier, and later for a message. Rank 0 then waits 80 ns
// for the answer. The clock of rank 0 is behind by `behind`.
Trace TwoRanks(std::int64_t behind = 0) {
  Trace trace;
  const auto at = [&](std::int64_t time) { return 20000 + time - behind; };
  AddThread(trace, 0,
            {{"main", at(6000), at(12000)},
             {"MPI_Barrier", at(6000), at(6100), {{1, 91}}},
             {"MPI_Send", at(9000), at(9010), {{2, 1}, {4, 1}, {5, 0}, {6, 91}}},
             {"MPI_Recv", at(9020), at(9130), {{4, 1}, {5, 0}, {6, 91}}}});
  AddThread(trace, 1,
            {{"main", 21000, 32000},
             {"MPI_Barrier", 21000, 26100, {{1, 91}}},
             {"MPI_Recv", 28000, 29020, {{4, 0}, {5, 0}, {6, 91}}},
             {"MPI_Send", 29100, 29110, {{2, 1}, {4, 0}, {5, 0}, {6, 91}}}});
  return trace;
}

Measurements MeasureFrom(const Trace& trace, std::uint64_t from, std::uint64_t to = MeasureOptions::kWholeTrace) {
  MeasureOptions options;
  options.from = from;
  options.to = to;
  MeasuredParts parts(options);
  parts.Add(trace, 0);
  parts.Measure();
  parts.Restrict();
  parts.Add(trace, 0);
  return parts.Measure();
}

}  // namespace

TEST_CASE("Calls are cut at the ends of the time to measure", "[waits]") {
  const Trace trace = TwoRanks();
  CHECK(SumOf(MeasureTrace(trace), "WaitAtBarrier") == Approx(5000));
  const Measurements late = MeasureFrom(trace, 5000);
  CHECK(*late.seconds == Approx(6000e-9));
  CHECK(SumOf(late, "WaitAtBarrier") == Approx(0));
  CHECK(SumOf(late, "LateSender") == Approx(1000 + 80));
  CHECK(SumOf(late, "mpi") == Approx(100 + 100 + 10 + 1020 + 110 + 10));
  CHECK(SumOf(late, "messages") == Approx(2e9));
  CHECK(late.remarks.empty());
  const Measurements part = MeasureFrom(trace, 4000, 7500);
  CHECK(*part.seconds == Approx(3500e-9));
  CHECK(SumOf(part, "WaitAtBarrier") == Approx(1000));
  CHECK(SumOf(part, "LateSender") == Approx(500));
  CHECK(SumOf(part, "messages") == Approx(0));
  CHECK(part.errors.empty());
}

TEST_CASE("The time to measure is that of corrected clocks", "[waits]") {
  const Measurements late = MeasureFrom(TwoRanks(15000), 5000);
  REQUIRE(late.clocks.offsets.size() == 2);
  CHECK(SumOf(late, "LateSender") == Approx(1000 + 80).margin(50));
  CHECK(SumOf(late, "WaitAtBarrier") == Approx(0).margin(50));
}

}  // namespace profdiff::window_test

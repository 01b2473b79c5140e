// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the time in which ranks start and end is separated from the phase.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::start_up_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

double EfficiencyOf(const Measurements& measured, const std::string& name) {
  const auto found = std::ranges::find(measured.efficiencies, name, &Efficiency::name);
  return found == measured.efficiencies.end() ? -1 : found->value;
}

// Rank 1 begins 4000 ns later than rank 0. Both leave MPI_Init at 7000 ns and end at 10000 ns; rank 0 waits for 1000
// ns.
Measurements TwoRanks() {
  Trace trace;
  AddThread(trace, 0,
            {{"main", 1000, 10000},
             {"MPI_Init", 1100, 7000},
             {"MPI_Barrier", 8000, 9000, {{1, 91}}},
             {"MPI_Finalize", 9500, 9900}});
  AddThread(trace, 1,
            {{"main", 5000, 10000},
             {"MPI_Init_thread", 5100, 7000},
             {"MPI_Barrier", 9000, 9000, {{1, 91}}},
             {"MPI_Finalize", 9500, 9900}});
  return MeasureTrace(trace);
}

}  // namespace

TEST_CASE("Start-up belongs neither to the phase nor to its properties", "[waits]") {
  const Measurements measured = TwoRanks();
  CHECK(*measured.seconds == Approx(2700e-9));  // 100 + 2500 + 100 ns
  REQUIRE(measured.start_up);
  CHECK(measured.start_up->seconds == Approx((9000 - 2700) * 1e-9));
  CHECK(measured.start_up->lost == Approx((5900 + 400 + 1900 + 400) * 1e-9));
  CHECK(SumOf(measured, "total") == Approx(2 * 2 * 2700));
  CHECK(SumOf(measured, "mpi") == Approx(1000));
  CHECK(SumOf(measured, "WaitAtBarrier") == Approx(1000));
  CHECK(SumOf(measured, "useful") + SumOf(measured, "waits") + SumOf(measured, "runtime") == Approx(2 * 2700));
  CHECK(EfficiencyOf(measured, "parallelEfficiency") == Approx((1700 + 2700) / (2 * 2700.0)));
  CHECK(EfficiencyOf(measured, "transfer") == Approx(1));
  CHECK(std::ranges::none_of(measured.regions, [](const Region& region) {
    return region.callee == "MPI_Init" || region.callee == "MPI_Finalize";
  }));
}

TEST_CASE("Efficiencies of ranks with teams leave out start-up, too", "[waits]") {
  Trace trace;
  for (const std::uint32_t rank : {0U, 1U}) {
    AddThread(trace, rank,
              {{"main", 1000, 10000},
               {"MPI_Init", 1100, 7000},
               {"MPI_Barrier", 8000, 8100, {{1, 91}}},
               {"GOMP_barrier", 8200, 8300}});
  }
  const Measurements measured = MeasureTrace(trace);
  CHECK(*measured.seconds == Approx(3100e-9));
  CHECK(EfficiencyOf(measured, "mpiParallelEfficiency") == Approx(3000 / 3100.0));
}

TEST_CASE("A phase without the calls of start-up has none", "[waits]") {
  Trace trace;
  AddThread(trace, 0,
            {{"main", 1000, 10000}, {"MPI_Init", 1100, 7000}, {"work", 7100, 9000}, {"MPI_Send", 7200, 7300}});
  const Measurements measured = MeasureTrace(trace, {.phase = "work"});
  CHECK_FALSE(measured.start_up);
  CHECK(*measured.seconds == Approx(1900e-9));
}

}  // namespace profdiff::start_up_test

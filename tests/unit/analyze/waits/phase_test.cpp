// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for phases: functions, instances, and the regions to which measurements belong.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "analyze/waits/measure_trace.h"
#include "analyze/waits/routines.h"
#include "profdiff/error.h"
#include "support/planted_waits.h"

namespace profdiff::phase_test {

using tests::AddThread;
using tests::SumOf;

namespace {

std::string ErrorOf(const Trace& trace, const MeasureOptions& options) {
  try {
    MeasureTrace(trace, options);
  } catch (const Error& error) {
    return TextOf(error.message());
  }
  return "";
}

}  // namespace

TEST_CASE("A phase that is called several times has instances", "[waits]") {
  Trace trace;
  AddThread(trace, 0,
            {{"main", 2000, 9000},
             {"step", 3000, 4000},
             {"MPI_Comm_dup", 3100, 3200},
             {"step", 5000, 7000},
             {"MPI_Comm_dup", 5100, 5400},
             {"MPI_Comm_dup", 8000, 8500}});
  MeasureOptions options;
  options.phase = "step";
  options.instances = true;
  const Measurements measured = MeasureTrace(trace, options);
  CHECK(measured.instances == 2);
  CHECK(*measured.seconds == Approx(3000e-9));
  CHECK(SumOf(measured, "mpi") == Approx(400));
  REQUIRE(measured.instance_contexts.size() >= 2);
  const std::size_t mpi = *measured.FindMetric("mpi");
  CHECK(measured.instance_contexts[0].values[mpi] == Approx(100e-9));
  CHECK(measured.instance_contexts[1].values[mpi] == Approx(300e-9));
  // Severities are computed for each instance of the phase.
  const Findings found = FindProperties(measured, BuiltInProperties());
  REQUIRE(found.properties.front().name == "MPIOverhead");
  REQUIRE(found.properties.front().instances.size() == 2);
  CHECK(found.properties.front().instances[0].severity == Approx(0.1));
  CHECK(found.properties.front().instances[1].severity == Approx(0.15));
  CHECK(SumOf(MeasureTrace(trace), "mpi") == Approx(900));
}

TEST_CASE("Calls that were not left last until the last record of their rank", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 2000, 3000}, {"MPI_Allreduce", 2500, 3000}});
  AddThread(trace, 0, {{"work", 2000, 9000}});
  AddThread(trace, 1, {{"main", 2000, 2600}, {"MPI_Allreduce", 2500, 2600}});
  for (ThreadTrace& thread : trace.threads) {
    if (thread.calls.size() == 2) thread.calls.open = {CallId(std::size_t{0}), CallId(std::size_t{1})};
  }
  const Measurements measured = MeasureTrace(trace);
  CHECK(*measured.seconds == Approx(7000e-9));
  CHECK(SumOf(measured, "mpi") == Approx(6500 + 100));
  for (const Efficiency& efficiency : measured.efficiencies) CHECK(efficiency.value <= 1);
  REQUIRE(!measured.remarks.empty());
  CHECK(TextOf(measured.remarks.front()) ==
        "the run hung or was killed; calls without an end: MPI_Allreduce of rank 0 and 1 more; they are counted until "
        "the "
        "recording of their rank ends");
}

TEST_CASE("A phase lasts until the end of calls of other threads that begin in it", "[waits]") {
  Trace trace;
  AddThread(trace, 0, {{"main", 2000, 5000}, {"MPI_Barrier", 4000, 5000}});
  AddThread(trace, 0, {{"work", 3000, 9000}, {"MPI_Send", 8000, 8500}});
  AddThread(trace, 1, {{"main", 2000, 4000}});
  const Measurements measured = MeasureTrace(trace);
  CHECK(*measured.seconds == Approx(7000e-9));
  CHECK(SumOf(measured, "useful") == Approx(2000 + 5500 + 2000));
  for (const Efficiency& efficiency : measured.efficiencies) CHECK(efficiency.value <= 1);
}

TEST_CASE("Times that are too large to be added up are refused", "[waits]") {
  Trace trace;
  const std::uint64_t late = std::uint64_t{1} << 62;
  AddThread(trace, 0, {{"main", 2000, late}});
  CHECK(MeasureTrace(trace).seconds > 1e9);
  AddThread(trace, 1, {{"main", 2000, late}});
  AddThread(trace, 2, {{"main", 2000, 3000}});
  CHECK(ErrorOf(trace, {}) == "the times of all threads add up to more than 63 bits of nanoseconds");
}

// A table indexed by rank would take 32 GiB.
TEST_CASE("Memory does not grow with the number of a rank", "[waits]") {
  Trace trace;
  AddThread(trace, 4294967294U, {{"main", 2000, 9000}});
  CHECK(*MeasureTrace(trace).seconds == Approx(7000e-9));
}

TEST_CASE("Phases that do not exist are refused", "[waits]") {
  Trace trace;
  trace.paths = {"d"};
  AddThread(trace, 0, {{"f", 2000, 9000}});
  MeasureOptions options;
  options.phase = "g";
  CHECK(ErrorOf(trace, options) == "d: no call of 'g'");
  options.phase_line = 3;
  CHECK(ErrorOf(trace, options).find("a trace has no source lines") != std::string::npos);
  const Measurements all = MeasureTrace(trace);
  CHECK(all.regions[0].kind == RegionKind::kProgram);
  CHECK(*all.seconds == Approx(7000e-9));
}

TEST_CASE("Regions are those of the nearest function", "[waits]") {
  Trace trace;
  AddThread(trace, 0,
            {{"main", 2000, 9000}, {"exchange", 3000, 6000}, {"MPI_Recv", 3100, 5000}, {"PMPI_Recv", 3200, 4000}});
  AddThread(trace, 1, {{"Working", 2000, 9000}, {"MPI_Barrier", 3000, 4000}, {"EZTrace finalize", 8000, 9000}});
  MeasureOptions options;
  options.phase = "";
  const Measurements measured = MeasureTrace(trace, options);
  std::string regions;
  for (const Region& region : measured.regions) {
    regions += std::string(RegionKindName(region.kind)) + " " + region.name + (region.callee.empty() ? "" : " ") +
               region.callee + "\n";
  }
  CHECK(regions == "function main\nfunction exchange\nmpi exchange MPI_Recv\n");
}

TEST_CASE("Names of routines", "[waits]") {
  CHECK(IsMpiName("PMPI_Send"));
  CHECK_FALSE(IsMpiName("ompi_send"));
  CHECK(MpiRoutineOf("MPI_Gatherv").partner == 8);
  CHECK(MpiRoutineOf("MPI_Comm_rank").kind == MpiRoutine::Kind::kOther);
  CHECK(FunctionOfBody("f._omp_fn.12") == "f");
  CHECK(FunctionOfBody("f.omp_outlined_debug__") == "f");
  CHECK_FALSE(IsOpenMpBody("omp_fn"));
}

TEST_CASE("Times whose sums could overflow are refused", "[waits]") {
  constexpr std::uint64_t kLatest = 5 * (std::uint64_t{1} << 60);
  Trace trace;
  AddThread(trace, 0, {{"main", 0, kLatest}});
  CHECK(ErrorOf(trace, {}).empty());
  AddThread(trace, 1, {{"main", kLatest - 1, kLatest + 1}});
  CHECK(ErrorOf(trace, {}).starts_with("a call ends too late to be measured"));
}

}  // namespace profdiff::phase_test

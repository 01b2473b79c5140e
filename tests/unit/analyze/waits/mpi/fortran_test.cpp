// SPDX-License-Identifier: GPL-3.0-or-later
// Tests waits in MPI's routines of Fortran, whose arguments are recorded as the integers to which they point.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::fortran_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kRequests = 0x7ffc12345678;

void AddRank(Trace& trace, std::uint32_t rank, std::vector<TimedCall> calls) {
  calls.insert(calls.begin(), {"MAIN__", 1000, 10000});
  AddThread(trace, rank, calls);
}

}  // namespace

TEST_CASE("Messages and roots of Fortran are those of the recorded integers", "[waits]") {
  Trace trace;
  AddRank(trace, 0,
          {{"mpi_send_", 3000, 3010, {{4, 1}, {5, 300}, {6, 0}}}, {"mpi_bcast_f08_", 5000, 5010, {{4, 0}, {5, 0}}}});
  AddRank(trace, 1,
          {{"mpi_recv_f08_", 2000, 3020, {{4, 0}, {5, -1}, {6, 0}}}, {"mpi_bcast_", 4500, 5010, {{4, 0}, {5, 0}}}});
  const Measurements measured = MeasureTrace(trace);
  CHECK(SumOf(measured, "LateSender") == Approx(1000));
  CHECK(SumOf(measured, "LateBroadcast") == Approx(500));
}

TEST_CASE("A list of Fortran's requests has 4 bytes for each", "[waits]") {
  // The second request is not in the list of MPI_Waitall, so only the first receive ends there.
  const auto start = [](std::int64_t begin, std::int64_t tag, std::int64_t request) {
    return TimedCall{"mpi_irecv_", begin, begin + 10, {{4, 0}, {5, tag}, {6, 0}, {7, kRequests + 4 * request}}};
  };
  Trace trace;
  AddRank(trace, 0,
          {{"mpi_send_", 3000, 3010, {{4, 1}, {5, 1}, {6, 0}}}, {"mpi_send_", 7000, 7010, {{4, 1}, {5, 2}, {6, 0}}}});
  AddRank(trace, 1,
          {start(1100, 1, 0),
           start(1200, 2, 1),
           {"mpi_waitall_", 2000, 3020, {{1, 1}, {2, kRequests}}},
           {"mpi_wait_", 5000, 7020, {{1, kRequests + 4}}}});
  CHECK(SumOf(MeasureTrace(trace), "LateSender") == Approx(1000 + 2000));
}

TEST_CASE("Texts tell ranks apart up to 255", "[waits]") {
  const auto reason = [](std::uint32_t last, const std::string& send) {
    Trace trace;
    AddRank(trace, 0, {{send, 3000, 3010, {{4, last}, {5, 1}, {6, 0}}}});
    AddRank(trace, last, {{"MPI_Recv", 2000, 3020, {{4, 0}, {5, 1}, {6, 0}}}});
    const Measurements measured = MeasureTrace(trace);
    for (const auto& [name, text] : measured.absent) {
      if (name == "LateSender") return text;
    }
    return std::string();
  };
  CHECK(reason(255, "mpi_send_").empty());
  CHECK(reason(256, "mpi_send_").find("only ranks below 256") != std::string::npos);
  CHECK(reason(256, "MPI_Send").empty());
}

}  // namespace profdiff::fortran_test

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests waits for requests: persistent ones, synchronous sends, tests and probes.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "support/planted_waits.h"

namespace profdiff::requests_test {

using tests::AddThread;
using tests::SumOf;
using tests::TimedCall;

namespace {

constexpr std::int64_t kRequests = 0x7000;

// Returns a call with the arguments of MPI_Send or MPI_Recv and, if it is not negative, the number of a request.
TimedCall Message(const std::string& routine, std::int64_t begin, std::int64_t end, std::int64_t partner,
                  std::int64_t request = -1, std::int64_t tag = 0) {
  TimedCall call{routine, begin, end, {{2, 1}, {4, partner}, {5, tag}, {6, 91}}};
  if (request >= 0) call.arguments.emplace_back(7, kRequests + 8 * request);
  return call;
}
TimedCall One(const std::string& routine, std::int64_t begin, std::int64_t end, std::int64_t request) {
  return {routine, begin, end, {{1, kRequests + 8 * request}}};
}
TimedCall Many(const std::string& routine, std::int64_t begin, std::int64_t end, std::int64_t count) {
  return {routine, begin, end, {{1, count}, {2, kRequests}}};
}

Measurements Measure(const std::vector<std::vector<TimedCall>>& ranks) {
  Trace trace;
  for (const std::vector<TimedCall>& calls : ranks) {
    std::vector<TimedCall> all = {{"main", 1000, 20000}};
    all.insert(all.end(), calls.begin(), calls.end());
    AddThread(trace, static_cast<std::uint32_t>(trace.threads.size()), all);
  }
  return MeasureTrace(trace);
}

}  // namespace

TEST_CASE("Persistent requests are started again and again", "[waits]") {
  const Measurements measured =
      Measure({{Message("MPI_Recv_init", 1100, 1110, 1, 0), One("MPI_Start", 1200, 1210, 0),
                One("MPI_Wait", 2000, 3020, 0), One("MPI_Start", 4000, 4010, 0), One("MPI_Wait", 5000, 7020, 0)},
               {Message("MPI_Send_init", 1100, 1110, 0, 0), One("MPI_Start", 3000, 3010, 0),
                One("MPI_Wait", 3100, 3110, 0), One("MPI_Start", 7000, 7010, 0), One("MPI_Wait", 7100, 7110, 0)}});
  CHECK(SumOf(measured, "LateSender") == Approx(1000 + 2000));
  CHECK(measured.remarks.empty());
  CHECK(measured.errors.empty());
}

TEST_CASE("A list of persistent requests is started together", "[waits]") {
  const Measurements measured =
      Measure({{Message("MPI_Recv_init", 1100, 1110, 1, 0), Message("MPI_Recv_init", 1120, 1130, 2, 1),
                Message("MPI_Recv_init", 1140, 1150, 2, 2, 5), Many("MPI_Startall", 1200, 1210, 2),
                Many("MPI_Waitall", 2000, 4020, 2)},
               {Message("MPI_Send", 3000, 3010, 0)},
               {Message("MPI_Send", 4000, 4010, 0)}});
  CHECK(SumOf(measured, "LateSender") == Approx(2000));
  CHECK(measured.remarks.empty());
}

TEST_CASE("A call waits for the receiver of a synchronous send", "[waits]") {
  for (const bool is_persistent : {false, true}) {
    CAPTURE(is_persistent);
    std::vector<TimedCall> sends = {Message("MPI_Issend", 1500, 1510, 1, 0)};
    if (is_persistent) sends = {Message("MPI_Ssend_init", 1100, 1110, 1, 0), One("MPI_Start", 1500, 1510, 0)};
    sends.push_back(One("MPI_Wait", 2000, 5020, 0));
    const Measurements measured = Measure({sends, {Message("MPI_Recv", 5000, 5030, 0)}});
    CHECK(SumOf(measured, "LateReceiver") == Approx(3000));
    CHECK(SumOf(measured, "LateSender") == Approx(0));
  }
  // The send of an Isend may have ended before.
  const Measurements buffered = Measure(
      {{Message("MPI_Isend", 1500, 1510, 1, 0), One("MPI_Wait", 2000, 5020, 0)}, {Message("MPI_Recv", 5000, 5030, 0)}});
  CHECK(SumOf(buffered, "LateReceiver") == Approx(0));
}

TEST_CASE("A call that waits for sends and receives waits for the last one", "[waits]") {
  const auto measure = [](std::int64_t send, std::int64_t receive) {
    return Measure(
        {{Message("MPI_Issend", 1500, 1510, 1, 0), Message("MPI_Irecv", 1600, 1610, 1, 1),
          Many("MPI_Waitall", 2000, 9000, 2)},
         send < receive
             ? std::vector{Message("MPI_Send", send, send + 10, 0), Message("MPI_Recv", receive, receive + 10, 0)}
             : std::vector{Message("MPI_Recv", receive, receive + 10, 0), Message("MPI_Send", send, send + 10, 0)}});
  };
  CHECK(SumOf(measure(4000, 6000), "LateReceiver") == Approx(4000));
  CHECK(SumOf(measure(4000, 6000), "LateSender") == Approx(0));
  CHECK(SumOf(measure(6000, 4000), "LateReceiver") == Approx(0));
  CHECK(SumOf(measure(6000, 4000), "LateSender") == Approx(4000));
}

TEST_CASE("The last test of a request completes it, without a wait", "[waits]") {
  const Measurements measured = Measure(
      {{Message("MPI_Irecv", 1100, 1110, 1, 0), One("MPI_Test", 1500, 1510, 0), One("MPI_Test", 3500, 3510, 0),
        Message("MPI_Irecv", 4000, 4010, 1, 0), Many("MPI_Testall", 4100, 4110, 1), One("MPI_Wait", 4200, 6020, 0)},
       {Message("MPI_Send", 3000, 3010, 0), Message("MPI_Send", 6000, 6010, 0)}});
  CHECK(SumOf(measured, "LateSender") == Approx(1800));
  CHECK(measured.remarks.empty());
}

TEST_CASE("A probe waits for a message, which stays in the queue", "[waits]") {
  const TimedCall probe = {"MPI_Probe", 2000, 5020, {{1, 1}, {2, 0}, {3, 91}}};
  const TimedCall any = {"MPI_Probe", 2000, 5020, {{1, -1}, {2, 0}, {3, 91}}};
  for (const bool is_known : {true, false}) {
    const Measurements measured = Measure({{is_known ? probe : any, Message("MPI_Recv", 5100, 5110, 1)},
                                           {Message("MPI_Send", 5000, 5010, 0), {"MPI_Finalize", 19000, 19010}}});
    CHECK(SumOf(measured, "LateSender") == Approx(is_known ? 3000 : 0));
    CHECK(measured.remarks.empty());
  }
}

}  // namespace profdiff::requests_test

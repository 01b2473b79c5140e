// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for messages in OTF2 archives, which record the sizes of messages: rendezvous, and many small messages.
#ifdef PROFDIFF_HAS_OTF2
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "profdiff/properties.h"
#include "support/otf2_archive.h"
#include "support/planted_waits.h"
#include "support/temporary_folder.h"

namespace profdiff::archive_messages_test {

using tests::FindLosses;
using tests::Losses;
using tests::Otf2Archive;
using tests::Otf2Location;
using tests::WrongLosses;

namespace {

// Two ranks, each in main from 1000 to 100,000 ns.
class SendingArchive {
 public:
  SendingArchive() {
    archive_.has_communicator = true;
    for (const char* name : {"main", "few", "small", "large", "MPI_Send", "MPI_Recv"}) archive_.Region(name);
    for (std::uint32_t rank = 0; rank < 2; ++rank) archive_.AddLocation(rank).Enter(1000, archive_.Region("main"));
  }

  // Rank 0 sends a message and rank 1 receives it; each call lasts from its `begin` to its `end`.
  void Message(const std::string& function, std::uint64_t bytes, std::uint64_t send_begin, std::uint64_t send_end,
               std::uint64_t receive_begin, std::uint64_t receive_end) {
    const OTF2_RegionRef around = archive_.Region(function), send = archive_.Region("MPI_Send"),
                         receive = archive_.Region("MPI_Recv");
    archive_.locations[0].Enter(send_begin - 1, around).Enter(send_begin, send).Send(send_begin + 1, 1, 0, bytes);
    archive_.locations[0].Leave(send_end, send).Leave(send_end + 1, around);
    archive_.locations[1].Enter(receive_begin - 1, around).Enter(receive_begin, receive);
    archive_.locations[1].Receive(receive_end - 1, 0, 0, bytes).Leave(receive_end, receive);
    archive_.locations[1].Leave(receive_end + 1, around);
  }

  Measurements Measure() {
    for (Otf2Location& location : archive_.locations) location.Leave(101'000, archive_.Region("main"));
    const tests::TemporaryFolder folder;
    REQUIRE(archive_.Write(folder.path() + "/a"));
    return LoadMeasurements(folder.path() + "/a");
  }

 private:
  Otf2Archive archive_;
};

// Ranks that send messages to rank 1, which starts a receive whose end the archive lacks, and then receives
// the second message of rank 0.
class StartedReceives {
 public:
  explicit StartedReceives(std::uint32_t ranks) {
    archive_.has_communicator = true;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) archive_.AddLocation(rank).Enter(1000, Region("main"));
    Of(1).Enter(1500, Region("MPI_Irecv")).StartReceive(1505, 7).Leave(1510, Region("MPI_Irecv"));
  }

  void Send(std::uint32_t rank, std::uint64_t time, std::uint32_t receiver = 1) {
    Of(rank).Enter(time, Region("MPI_Send")).Send(time + 1, receiver, 0, 8).Leave(time + 10, Region("MPI_Send"));
  }
  void Receive(std::uint32_t rank, std::uint64_t begin, std::uint64_t end, std::uint32_t sender) {
    Of(rank).Enter(begin, Region("MPI_Recv")).Receive(end - 1, sender, 0, 8).Leave(end, Region("MPI_Recv"));
  }
  // Ends the receive after all.
  void End(std::uint64_t time, std::uint32_t sender) {
    Of(1).Enter(time, Region("MPI_Wait")).EndReceive(time + 5, sender, 0, 8, 7).Leave(time + 10, Region("MPI_Wait"));
  }

  Measurements Measure() {
    for (Otf2Location& location : archive_.locations) location.Leave(20'000, Region("main"));
    const tests::TemporaryFolder folder;
    REQUIRE(archive_.Write(folder.path() + "/a"));
    return LoadMeasurements(folder.path() + "/a");
  }

 private:
  OTF2_RegionRef Region(const std::string& name) { return archive_.Region(name); }
  Otf2Location& Of(std::uint32_t rank) { return archive_.locations[rank]; }

  Otf2Archive archive_;
};

bool Says(const Measurements& measured, const std::string& text) {
  return std::ranges::any_of(measured.remarks,
                             [&](const Message& remark) { return remark.cause.find(text) != std::string::npos; });
}

Losses LossOf(const std::string& property, const std::string& function, const std::string& routine, std::uint32_t rank,
              std::int64_t lost) {
  return {{{property, RegionKind::kMpi, function, routine, rank}, lost}};
}

}  // namespace

TEST_CASE("A sender in an archive waits for its receiver only if it is still in its call", "[waits][otf2]") {
  SECTION("rendezvous") {
    SendingArchive ranks;
    ranks.Message("large", 1'000'000, 2000, 9100, 8000, 9200);
    CHECK(WrongLosses(FindLosses(ranks.Measure()), LossOf("LateReceiver", "large", "MPI_Send", 0, 6000)) == "");
  }
  SECTION("the message is stored until it is received") {
    SendingArchive ranks;
    ranks.Message("large", 1'000'000, 2000, 3000, 8000, 9200);
    CHECK(WrongLosses(FindLosses(ranks.Measure()), {}) == "");
  }
}

TEST_CASE("A receive of which an archive has only the start keeps its place", "[waits][otf2]") {
  StartedReceives ranks(2);
  ranks.Send(0, 2000);
  ranks.Send(0, 8000);
  ranks.Receive(1, 3000, 8100, 0);
  const Measurements measured = ranks.Measure();
  CHECK(std::llround(tests::SumOf(measured, "LateSender")) == 5000);
  CHECK(Says(measured, "1 message was received in calls that the recording does not connect"));
}

TEST_CASE("The start of a receive whose end is recorded is not another receive", "[waits][otf2]") {
  StartedReceives ranks(2);
  ranks.Send(0, 2000);
  ranks.Send(0, 8000);
  ranks.End(2500, 0);
  ranks.Receive(1, 3000, 8100, 0);
  const Measurements measured = ranks.Measure();
  CHECK(std::llround(tests::SumOf(measured, "LateSender")) == 5000);
  CHECK(measured.remarks.empty());
}

TEST_CASE("Channels to which a started receive may belong are left out", "[waits][otf2]") {
  StartedReceives ranks(4);
  ranks.Send(0, 2000);
  ranks.Send(0, 8000);
  ranks.Send(2, 2000);
  ranks.Receive(1, 3000, 8100, 0);
  ranks.Send(3, 9500);
  ranks.Receive(1, 9000, 9600, 3);
  ranks.Send(1, 12000, 2);
  ranks.Receive(2, 11000, 12100, 1);
  const Measurements measured = ranks.Measure();
  // Of ranks 0 and 2, rank 1 received one message less than was sent. Nothing is unknown about the other messages.
  CHECK(std::llround(tests::SumOf(measured, "LateSender")) == 500 + 1000);
  CHECK(Says(measured, "3 messages were sent to ranks that started receives"));
  CHECK(measured.remarks.size() == 1);
}

TEST_CASE("Many small messages of an archive are found in the function that sends them", "[waits][otf2]") {
  SendingArchive ranks;
  std::uint64_t now = 2000;
  const auto send = [&](const std::string& function, int messages, std::uint64_t bytes) {
    for (int i = 0; i < messages; ++i, now += 100) ranks.Message(function, bytes, now, now + 30, now + 10, now + 50);
  };
  send("few", 100, 8);
  send("large", 150, 1024);
  send("small", 150, 1023);
  const Measurements measured = ranks.Measure();
  PropertyOptions options;
  options.threshold = options.min_share = 0;
  int found = 0;
  for (const Finding& finding : FindProperties(measured, BuiltInProperties(), options).properties) {
    const Region& region = measured.regions[finding.region.value];
    if (finding.name != "ManySmallMessages" || finding.region == measured.phase) continue;
    CAPTURE(region.name, region.callee);
    CHECK(region.name == "small");
    ++found;
    if (region.callee.empty()) {
      // 30 ns in MPI_Send and 40 ns in MPI_Recv per message.
      CHECK(finding.severity == Approx(150 * (30 + 40) / 200e3).epsilon(1e-9));
      CHECK(finding.locations.size() == 2);
    } else {
      CHECK(region.callee == "MPI_Send");
      CHECK(finding.severity == Approx(150 * 30 / 200e3).epsilon(1e-9));
      CHECK(finding.lost == Approx(150 * 30e-9).epsilon(1e-9));
      const auto is_first = [](const LocatedSeverity& place) { return place.location.rank == 0u || place.lost == 0; };
      CHECK(std::ranges::all_of(finding.locations, is_first));
    }
  }
  CHECK(found == 2);
}

}  // namespace profdiff::archive_messages_test

#endif

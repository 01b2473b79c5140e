// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for messages in OTF2 archives, which record the sizes of messages: rendezvous, and many small messages.
#ifdef PROFDIFF_HAS_OTF2
#include <algorithm>
#include <catch2/catch.hpp>
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

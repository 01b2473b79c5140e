// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for readings of counters in archives: modes, types and factors of counters, the places of readings among the
// calls, and invalid readings.
#ifdef PROFDIFF_HAS_OTF2
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "support/otf2_archive.h"
#include "support/temporary_folder.h"
#include "support/trace_text.h"
#include "tests/support/messages.h"

namespace profdiff::counters_test {

using tests::Floating;
using tests::Otf2Archive;
using tests::Otf2Location;
using tests::Otf2Member;
using tests::Otf2Value;
using tests::Signed;
using tests::Unsigned;

namespace {

Trace TraceOf(const Otf2Archive& archive, bool counters = true) {
  const tests::TemporaryFolder folder;
  REQUIRE(archive.Write(folder.path() + "/a"));
  TraceOptions options;
  options.counters = counters;
  Trace trace = ReadTrace(folder.path() + "/a", options);
  for (Message& remark : trace.remarks) {
    REQUIRE(remark.file == trace.paths.front());
    remark.file.clear();
  }
  return trace;
}

// Returns an archive in which main runs from tick 100 to 900, with a reading of all `members` at 100, 200, and so on.
Otf2Archive WithReadings(const std::vector<Otf2Member>& members, const std::vector<std::vector<Otf2Value>>& readings) {
  Otf2Archive archive;
  archive.metric_classes = {members};
  Otf2Location& location = archive.AddLocation(0);
  const OTF2_RegionRef main = archive.Region("main");
  std::uint64_t tick = 100;
  for (const std::vector<Otf2Value>& values : readings) {
    location.Read(tick, 0, values);
    if (tick == 100) location.Enter(100, main);
    tick += 100;
  }
  location.Leave(900, main);
  return archive;
}

std::vector<double> CountsOf(const Otf2Archive& archive) { return TraceOf(archive).threads[0].counters.counts; }
std::vector<std::string> RemarksOf(const Otf2Archive& archive) { return tests::TextsOf(TraceOf(archive).remarks); }

using Counts = std::vector<double>;
using Remarks = std::vector<std::string>;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

}  // namespace

TEST_CASE("Accumulated values result in differences", "[otf2]") {
  CHECK(CountsOf(WithReadings({{"C"}}, {{Unsigned(70)}, {Unsigned(75)}, {Unsigned(75)}, {Unsigned(95)}})) ==
        Counts{0, 5, 0, 20});
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK(CountsOf(WithReadings({{"C"}}, {{Signed(-5)}, {Signed(3)}})) == Counts{0, 8});
  CHECK(CountsOf(WithReadings({{"C"}}, {{Signed(least)}, {Signed(-(least + 1))}})) == Counts{0, std::ldexp(1.0, 64)});
  CHECK(CountsOf(WithReadings({{"C"}}, {{Floating(0.5)}, {Floating(2)}})) == Counts{0, 1.5});
  // These values are above 2^53, where doubles have gaps.
  CHECK(CountsOf(WithReadings({{"C"}}, {{Unsigned(kMost - 1)}, {Unsigned(kMost)}})) == Counts{0, 1});
  CHECK(CountsOf(WithReadings({{"C"}}, {{Unsigned(0)}, {Unsigned(kMost)}})) == Counts{0, std::ldexp(1.0, 64)});
}

TEST_CASE("Relative values belong to the time before or after their reading", "[otf2]") {
  const std::vector<std::vector<Otf2Value>> readings = {{Unsigned(7)}, {Unsigned(5)}, {Signed(-1)}};
  CHECK(CountsOf(WithReadings({{"C", OTF2_METRIC_RELATIVE_LAST}}, readings)) == Counts{7, 5, -1});
  CHECK(CountsOf(WithReadings({{"C", OTF2_METRIC_RELATIVE_POINT}}, readings)) == Counts{7, 5, -1});
  // The last value applies until the end of the location, where a reading is added.
  const Trace trace = TraceOf(WithReadings({{"C", OTF2_METRIC_RELATIVE_NEXT}}, readings));
  const CounterReadings& made = trace.threads[0].counters;
  CHECK(made.counts == Counts{0, 7, 5, -1});
  CHECK(made.time == std::vector<std::uint64_t>{100, 200, 300, 900});
}

TEST_CASE("Momentary values are not counters", "[otf2]") {
  const Otf2Archive archive =
      WithReadings({{"power", OTF2_METRIC_ABSOLUTE_POINT}, {"C"}, {"heat", OTF2_METRIC_ABSOLUTE_NEXT}},
                   {{Unsigned(1), Unsigned(2), Floating(3)}, {Unsigned(9), Unsigned(4), Floating(1)}});
  const Trace trace = TraceOf(archive);
  REQUIRE(trace.counters.size() == 1);
  CHECK(trace.counters[0].name == "C");
  CHECK(trace.threads[0].counters.counts == Counts{0, 2});
  CHECK(tests::TextsOf(trace.remarks) ==
        Remarks{"metrics that are momentary values, not counts, are left out: heat, power"});
}

TEST_CASE("Factors of both bases are applied", "[otf2]") {
  const auto scaled = [](OTF2_Base base, std::int64_t exponent, double count) {
    const Otf2Member member{"C", OTF2_METRIC_ACCUMULATED_START, base, exponent, "J"};
    const Trace trace = TraceOf(WithReadings({member}, {{Floating(0)}, {Floating(count)}}));
    CHECK(trace.counters[0].unit == "J");
    return trace.threads[0].counters.counts[1];
  };
  CHECK(scaled(OTF2_BASE_DECIMAL, 3, 5) == 5000);
  CHECK(scaled(OTF2_BASE_DECIMAL, -3, 5) == 0.005);
  CHECK(scaled(OTF2_BASE_BINARY, 10, 3) == 3072);
  CHECK(scaled(OTF2_BASE_BINARY, -1, 3) == 1.5);
  for (const std::int64_t exponent :
       {std::int64_t{400}, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    const Otf2Member member{"C", OTF2_METRIC_ACCUMULATED_START, OTF2_BASE_DECIMAL, exponent};
    const Trace trace = TraceOf(WithReadings({member}, {{Unsigned(0)}, {Unsigned(1)}}));
    CHECK(trace.counters.empty());
    CHECK(tests::TextsOf(trace.remarks) == Remarks{"metrics whose factor is out of range are left out: C"});
  }
  const Otf2Member large{"C", OTF2_METRIC_ACCUMULATED_START, OTF2_BASE_DECIMAL, 300};
  const Otf2Archive archive = WithReadings({large}, {{Floating(0)}, {Floating(1e10)}});
  CHECK(CountsOf(archive) == Counts{0, 0});
  CHECK(RemarksOf(archive) == Remarks{"readings of the counter C that are not finite numbers are left out"});
}

TEST_CASE("Readings are ordered among calls that begin at the same time", "[otf2]") {
  Otf2Archive archive;
  archive.metric_classes = {{{"A"}, {"B"}}, {{"C"}}};
  Otf2Location& location = archive.AddLocation(0);
  const OTF2_RegionRef f = archive.Region("f"), g = archive.Region("g");
  const auto read = [&](std::uint64_t a, std::uint64_t b) { location.Read(5, 0, {Unsigned(a), Unsigned(b)}); };
  read(0, 0), location.Enter(5, f);
  read(1, 0), location.Enter(5, g);
  location.Read(5, 1, {Unsigned(8)});
  read(1, 3), location.Leave(5, g);
  read(2, 3), location.Leave(5, f);
  read(2, 9);
  const Trace trace = TraceOf(archive);
  const CounterReadings& made = trace.threads[0].counters;
  CHECK(made.sets == std::vector<std::vector<CounterId>>{{CounterId(0), CounterId(1)}, {CounterId(2)}});
  CHECK(made.set == std::vector<std::uint32_t>{0, 0, 1, 0, 0, 0});
  CHECK(made.call == std::vector<CallId>{CallId(), CallId(0), CallId(1), CallId(1), CallId(0), CallId()});
  CHECK(made.next == std::vector<CallId>{CallId(0), CallId(1), CallId(2), CallId(2), CallId(2), CallId(2)});
  CHECK(made.counts == Counts{0, 0, 1, 0, 0, 0, 3, 1, 0, 0, 6});
  CHECK(tests::IsSound(trace));
  CHECK(TraceOf(archive, false).counters.empty());
  CHECK(TraceOf(archive, false).threads[0].counters.size() == 0);
}

TEST_CASE("Instances of metric classes count for the location that records them", "[otf2]") {
  Otf2Archive archive;
  archive.metric_classes = {{{"C"}}};
  Otf2Location& location = archive.AddLocation(0);
  const OTF2_RegionRef main = archive.Region("main");
  archive.metric_instances = {{1, 0, location.number(), OTF2_SCOPE_LOCATION, location.number()},
                              {2, 0, location.number(), OTF2_SCOPE_LOCATION, 77},
                              {3, 0, location.number(), OTF2_SCOPE_SYSTEM_TREE_NODE, 0}};
  location.Enter(1, main);
  for (const OTF2_MetricRef metric : {1U, 2U, 3U}) location.Read(2, metric, {Unsigned(5)});
  for (const OTF2_MetricRef metric : {1U, 2U, 3U}) location.Read(3, metric, {Unsigned(9)});
  location.Leave(4, main);
  const Trace trace = TraceOf(archive);
  CHECK(trace.threads[0].counters.counts == Counts{0, 4});
  CHECK(tests::TextsOf(trace.remarks) ==
        Remarks{"metrics that a location records for another one, for a process or for a machine are left out: C"});
}

TEST_CASE("Nonsense in readings is reported once, and nothing is counted twice", "[otf2]") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const Otf2Archive backwards = WithReadings({{"C"}}, {{Unsigned(kMost)}, {Unsigned(3)}, {Unsigned(5)}, {Unsigned(0)}});
  CHECK(CountsOf(backwards) == Counts{0, 0, 2, 0});
  CHECK(RemarksOf(backwards) == Remarks{"the counter C decreases: these readings count as 0"});

  const Otf2Archive no_numbers = WithReadings(
      {{"C"}}, {{Floating(1)}, {Floating(nan)}, {Floating(infinite)}, {Floating(4)}, {Floating(-infinite)}});
  CHECK(CountsOf(no_numbers) == Counts{0, 0, 0, 3, 0});
  CHECK(RemarksOf(no_numbers) == Remarks{"readings of the counter C that are not finite numbers are left out"});

  // If the type of the readings changes, counting starts again from the first reading of the new type.
  CHECK(CountsOf(WithReadings({{"C"}}, {{Unsigned(1)}, {Signed(7)}, {Signed(9)}})) == Counts{0, 0, 2});

  Otf2Archive sizes = WithReadings(
      {{"A"}, {"B"}}, {{Unsigned(1), Unsigned(1), Unsigned(1)}, {Unsigned(2)}, {}, {Unsigned(4), Unsigned(8)}});
  CHECK(CountsOf(sizes) == Counts{0, 0, 1, 0, 0, 0, 2, 7});
  CHECK(RemarksOf(sizes) ==
        Remarks{"readings whose number of values differs from their metric class are used as far as they fit"});

  sizes.locations[0].Read(950, 17, {Unsigned(3)}).Read(960, OTF2_UNDEFINED_METRIC, {});
  CHECK(RemarksOf(sizes).front() == "readings of metrics that are not defined are left out");

  Otf2Archive twice = WithReadings({{"C"}}, {{Unsigned(1)}, {Unsigned(2)}});
  twice.metric_classes.push_back({{"C"}, {"D"}});
  twice.locations[0].Read(900, 1, {Unsigned(1), Unsigned(1)}).Read(910, 1, {Unsigned(5), Unsigned(7)});
  CHECK(CountsOf(twice) == Counts{0, 1, 0, 6});
  CHECK(RemarksOf(twice) ==
        Remarks{"the counter C is in several metric classes of one location: only the first one is used"});

  Otf2Archive alone = WithReadings({{"C"}}, {{Unsigned(1)}, {Unsigned(2)}});
  alone.AddLocation(0).Read(5, 0, {Unsigned(1)}).Read(6, 0, {Unsigned(2)});
  CHECK(TraceOf(alone).threads.size() == 1);
  CHECK(RemarksOf(alone) == Remarks{"readings of locations without calls are left out"});
}

TEST_CASE("Counters and sets beyond the limits are omitted", "[otf2]") {
  Otf2Archive archive;
  Otf2Location& location = archive.AddLocation(0);
  const OTF2_RegionRef main = archive.Region("main");
  location.Enter(1, main);
  for (std::uint32_t i = 0; i < 1030; ++i) {
    archive.metric_classes.push_back({{"C" + std::to_string(i)}});
    location.Read(2, i, {Unsigned(0)});
  }
  location.Leave(3, main);
  const Trace trace = TraceOf(archive);
  CHECK(trace.counters.size() == 1024);
  CHECK(trace.threads[0].counters.sets.size() == 256);
  CHECK(tests::TextsOf(trace.remarks) ==
        Remarks{"a location has readings of more than 256 metric classes: the others are left out",
                "more than 1024 counters: the others are left out: C1024, C1025, C1026, C1027, C1028 "
                "and 1 more"});
}

}  // namespace profdiff::counters_test

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for random teams of threads with planted waits: exactly these waits are found at their constructs and threads.
#include "support/planted_teams.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"

namespace profdiff::planted_teams_test {

using tests::FindLosses;
using tests::PhaseTimesOf;
using tests::PlantedTeams;
using tests::WrongLosses;
using tests::WrongTimes;

TEST_CASE("Planted waits of teams are found at their constructs and threads, and no others", "[waits]") {
  std::set<std::string> properties;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const std::size_t threads = 2 + seed % 4;
    PlantedTeams planted(seed, threads);
    for (int region = 0; region < 12; ++region) planted.Region();
    const Measurements measured = MeasureTrace(planted.Build());
    CAPTURE(seed);
    CHECK(WrongTimes(PhaseTimesOf(measured), planted.Times()) == "");
    std::int64_t sum = 0;
    for (const auto& [location, times] : PhaseTimesOf(measured)) sum += times.useful + times.waits + times.runtime;
    CHECK(sum == std::llround(*measured.seconds * 1e9) * static_cast<std::int64_t>(threads));
    for (const auto& [place, lost] : planted.AllLosses()) properties.insert(place.property);
    CHECK(WrongLosses(FindLosses(measured), planted.AllLosses()) == "");
    CHECK(tests::EqualsItself(measured));
  }
  CHECK(properties.size() == 11);  // all properties of OpenMP except FrequentAtomic
}

}  // namespace profdiff::planted_teams_test

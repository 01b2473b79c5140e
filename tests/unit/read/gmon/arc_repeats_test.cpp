// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/gmon/arc_repeats.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "base/seeded_hash.h"
#include "support/arc_of_one_hash.h"

namespace profdiff::arc_repeats_test {
namespace {

using Arcs = std::vector<std::array<std::uint64_t, 3>>;

Arcs Listed(const std::vector<ArcRecord>& arcs) {
  Arcs list;
  for (const ArcRecord& arc : arcs) list.push_back({arc.from, arc.self, arc.count});
  return list;
}

// Adds up equal arcs with a map, for comparison.
Arcs AddedUp(const std::vector<ArcRecord>& arcs) {
  Arcs list;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> places;
  for (const ArcRecord& arc : arcs) {
    auto [known, is_new] = places.try_emplace({arc.from, arc.self}, list.size());
    if (is_new) list.push_back({arc.from, arc.self, 0});
    list[known->second][2] += arc.count;
  }
  return list;
}

void Check(std::vector<ArcRecord> arcs) {
  const Arcs expected = AddedUp(arcs);
  AddUpRepeats(arcs);
  CHECK(Listed(arcs) == expected);
}

}  // namespace

TEST_CASE("no arcs, one arc, one arc many times", "[arc_repeats]") {
  Check({});
  Check({{1, 2, 3}});
  Check(std::vector<ArcRecord>(1000, {1, 2, 3}));
}

TEST_CASE("ascending call sites with few or many callees, with repeats and without", "[arc_repeats]") {
  for (std::size_t callees : {1U, 5U, 31U, 32U, 33U, 34U, 100U}) {
    std::vector<ArcRecord> arcs;
    for (std::uint64_t i = 0; i < 1000; ++i) arcs.push_back({0x400000 + 16 * (i / callees), 0x500000 + i % callees, i});
    Check(arcs);
    arcs.insert(arcs.begin() + 500, arcs[499]);
    Check(arcs);
    arcs.push_back(arcs[990]);
    Check(arcs);
    arcs.push_back(arcs[3]);
    Check(arcs);
  }
}

TEST_CASE("arcs that are constructed for one hash have it only with one key", "[arc_repeats]") {
  constexpr std::uint64_t kKnownKey = 0x2545f4914f6cdd1d;
  const std::uint64_t other_key = NewHashSeed();
  std::vector<ArcRecord> arcs;
  for (std::uint64_t i = 100'000; i > 0; --i) arcs.push_back(tests::ArcOfOneHash(0x400000 + 16 * i, kKnownKey));
  std::set<std::uint64_t> known, other;
  for (const ArcRecord& arc : arcs) {
    known.insert(HashArc(arc, kKnownKey));
    other.insert(HashArc(arc, other_key));
  }
  CHECK(known.size() == 1);
  CHECK(other.size() > 99'000);
  arcs.insert(arcs.end(), arcs.begin(), arcs.begin() + 1000);
  Check(arcs);
}

TEST_CASE("arcs that differ only in the upper bits", "[arc_repeats]") {
  std::vector<ArcRecord> arcs;
  for (std::uint64_t i = 100'000; i > 0; --i) arcs.push_back({0x400000, 0x500000 + (i << 47), i});
  Check(arcs);
}

TEST_CASE("arcs in any order keep the order of their first records", "[arc_repeats]") {
  std::mt19937_64 random(7);
  for (std::size_t count : {10U, 1000U, 16384U, 200000U}) {
    for (std::uint64_t sites : {3U, 300U, 100000U}) {
      std::vector<ArcRecord> arcs;
      while (arcs.size() < count) arcs.push_back({16 * (random() % sites), 16 * (random() % 100), random() % 9});
      Check(arcs);
    }
  }
}

}  // namespace profdiff::arc_repeats_test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/arc_index.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace profdiff;

TEST_CASE("arcs keep their first-seen order and their sums", "[arc_index]") {
  std::mt19937_64 random(7);
  ArcIndex index;
  std::vector<ArcRecord> arcs;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> sums;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
  for (int i = 0; i < 50000; ++i) {
    ArcRecord record = {0x400000 + 16 * (random() % 300), 0x400000 + 16 * (random() % 100), random() % 9};
    if (sums.try_emplace({record.from, record.self}, 0).second) order.emplace_back(record.from, record.self);
    sums[{record.from, record.self}] += record.count;
    index.Add(arcs, record);
  }
  REQUIRE(arcs.size() == order.size());
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    REQUIRE(std::make_pair(arcs[i].from, arcs[i].self) == order[i]);
    REQUIRE(arcs[i].count == sums[order[i]]);
  }
}

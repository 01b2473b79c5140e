// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that libbfd's index of units loses.
#include "read/image/dwarf/unit_index.h"

#include <catch2/catch.hpp>

using namespace profdiff;

namespace {

// `units` units that all have the same range.
std::vector<UnitRange> Shared(std::size_t units, AddressRange range) {
  std::vector<UnitRange> ranges;
  for (std::size_t i = 0; i < units; ++i) ranges.push_back({i, range});
  return ranges;
}

using Addresses = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("a leaf of more than 16 ranges loses its last address", "[dwarf]") {
  CHECK(FindLostAddresses({}).empty());
  CHECK(FindLostAddresses(Shared(16, {0x1230, 0x1310})).empty());
  CHECK(FindLostAddresses(Shared(17, {0x1230, 0x1310})) == Addresses{0x12ff, 0x13ff});
  CHECK(FindLostAddresses(Shared(17, {0x1230, 0x1300})) == Addresses{0x12ff});
}

TEST_CASE("for libbfd 2.44 a leaf whose ranges all cover it loses nothing", "[dwarf]") {
  CHECK(FindLostAddresses(Shared(40, {0x1200, 0x1400}), true).empty());
  CHECK(FindLostAddresses(Shared(40, {0x1200, 0x1400}), false) == Addresses{0x12ff, 0x13ff});
  CHECK(FindLostAddresses(Shared(17, {0x1230, 0x1310}), true) == Addresses{0x12ff, 0x13ff});
}

TEST_CASE("ranges of one unit that touch are one", "[dwarf]") {
  std::vector<UnitRange> ranges;
  for (std::uint64_t i = 0; i < 40; ++i) ranges.push_back({0, {0x1200 + i, 0x1201 + i}});
  CHECK(FindLostAddresses(ranges).empty());
  ranges.clear();
  for (std::uint64_t i = 0; i < 40; ++i) ranges.push_back({0, {0x1200 + 2 * i, 0x1201 + 2 * i}});
  CHECK(FindLostAddresses(ranges) == Addresses{0x12ff});
}

TEST_CASE("ranges without end take no time without end", "[dwarf]") {
  std::vector<UnitRange> ranges;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    ranges.push_back({i, {i << 50, (i << 50) + 5}});
    ranges.push_back({i, {0, ~std::uint64_t{0}}});
  }
  FindLostAddresses(ranges);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for both formats of range lists.
#include "read/image/dwarf/ranges.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "support/dwarf_bytes.h"

namespace profdiff::ranges_test {

using tests::Bytes;

namespace {

std::string Show(const std::vector<AddressRange>& ranges) {
  std::ostringstream text;
  text << std::hex;
  for (const AddressRange& range : ranges) text << range.low << "-" << range.high << " ";
  return text.str();
}

// Returns the list of ranges at offset 1 of a section; "damaged" if it cannot be read.
std::string Read(const Bytes& list, unsigned version, std::uint64_t base = 0x1000) {
  std::string section = "x" + list.str();
  DwarfSections sections;
  (version >= 5 ? sections.rnglists : sections.ranges) = section;
  DwarfUnit unit;
  unit.format.version = version;
  unit.format.address_bytes = 8;
  unit.base_address = base;
  DwarfAttribute attribute;
  attribute.number = 1;
  std::vector<AddressRange> ranges;
  return RangeReader(sections).Read(unit, attribute, ranges) ? Show(ranges) : "damaged";
}

std::string Joined(std::vector<AddressRange> added) {
  std::vector<AddressRange> ranges;
  for (const AddressRange& range : added) AddRange(ranges, range);
  return Show(ranges);
}

}  // namespace

TEST_CASE("pairs are relative to the unit's address or to a base within the list", "[dwarf]") {
  CHECK(Read(Bytes().U64(1).U64(3).U64(8).U64(9).U64(0).U64(0), 4) == "1001-1003 1008-1009 ");
  CHECK(Read(Bytes().U64(1).U64(3).U64(~0ULL).U64(0x50).U64(1).U64(2).U64(0).U64(0), 4) == "1001-1003 51-52 ");
  CHECK(Read(Bytes().U64(1).U64(3), 4) == "damaged");
  CHECK(Read(Bytes(), 4) == "damaged");
}

TEST_CASE("entries of version 5 contain their kind", "[dwarf]") {
  CHECK(Read(Bytes().U8(4).Uleb(1).Uleb(2).U8(0), 5) == "1001-1002 ");
  CHECK(Read(Bytes().U8(5).U64(0x50).U8(4).Uleb(1).Uleb(2).U8(0), 5) == "51-52 ");
  CHECK(Read(Bytes().U8(6).U64(7).U64(9).U8(7).U64(0x20).Uleb(4).U8(0), 5) == "7-9 20-24 ");
  CHECK(Read(Bytes().U8(7).U64(0x20).Uleb(4), 5) == "damaged");
  for (unsigned kind : {1U, 2U, 3U, 8U}) CHECK(Read(Bytes().U8(kind).Uleb(0).Uleb(0).U8(0), 5) == "damaged");
}

TEST_CASE("adjacent ranges are joined, and the first range remains the first", "[dwarf]") {
  CHECK(Joined({{8, 9}, {1, 2}, {2, 4}}) == "8-9 1-4 ");
  CHECK(Joined({{4, 9}, {1, 4}}) == "1-9 ");
  CHECK(Joined({{4, 9}, {5, 5}}) == "4-9 ");
  CHECK(Joined({{4, 9}, {5, 6}}) == "4-9 5-6 ");
}

TEST_CASE("reading one long list again and again is limited", "[dwarf]") {
  Bytes list;
  for (unsigned i = 1; i <= 1000; ++i) list.U64(16 * i).U64(16 * i + 8);
  std::string section = list.U64(0).U64(0).str();
  DwarfSections sections;
  sections.ranges = section;
  DwarfUnit unit;
  unit.format = {4, 8, 4, 0, 0};
  RangeReader reader(sections);
  int reads = 0;
  for (std::vector<AddressRange> ranges; reads < 1000 && reader.Read(unit, {}, ranges); ranges.clear()) ++reads;
  CHECK(reads == 16);
}

}  // namespace profdiff::ranges_test

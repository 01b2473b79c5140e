// SPDX-License-Identifier: GPL-3.0-or-later
// Both formats are lists of pairs; in .debug_rnglists each pair has a kind.
//   .debug_ranges    { address low, address high }*: offsets from the base; (0, 0) ends the list; (all ones, base) sets
//                    the base, which is initially the unit's low address (DWARF 4, section 2.17.3)
//   .debug_rnglists  { u8 kind, operands }*; DW_RLE_end_of_list = 0 ends the list (DWARF 5, section 7.25)
#include "read/image/dwarf/ranges.h"

#include <algorithm>

namespace profdiff {
namespace {

// Number of known ranges that are compared with a new one. A function has one or two ranges, or a few dozen if loops
// were split. Searching all ranges of a damaged function for adjacent ones would take quadratic time.
constexpr std::size_t kMostJoined = 512;

// Kinds of entries (DW_RLE_…). Kinds 1 to 3, whose operands are indices into .debug_addr, are omitted because libbfd
// 2.40 does not support them.
enum RangeKind : std::uint8_t {
  kEndOfList = 0,
  kOffsetPair = 4,
  kBaseAddress = 5,
  kStartEnd = 6,
  kStartLength = 7,
};

}  // namespace

void AddRange(std::vector<AddressRange>& ranges, AddressRange range) {
  if (range.low == range.high) return;
  std::size_t looked_at = std::min(ranges.size(), kMostJoined);
  for (std::size_t i = 0; i < looked_at; ++i) {
    // The first range, then the others, most recently added first.
    AddressRange& known = ranges[i == 0 ? 0 : ranges.size() - i];
    if (range.low == known.high) {
      known.high = range.high;
      return;
    }
    if (range.high == known.low) {
      known.low = range.low;
      return;
    }
  }
  ranges.push_back(range);
}

RangeReader::RangeReader(const DwarfSections& sections)
    : sections_(sections),
      budget_(16 * (std::uint64_t{sections.ranges.size()} + sections.rnglists.size() + sections.info.size())) {}

bool RangeReader::Read(const DwarfUnit& unit, const DwarfAttribute& attribute, std::vector<AddressRange>& ranges) {
  bool is_new = unit.format.version >= 5;
  std::string_view section = is_new ? sections_.rnglists : sections_.ranges;
  if (attribute.number >= section.size()) return false;
  DwarfCursor cursor(section, sections_.big_endian, attribute.number);
  bool sound = is_new ? ReadKinds(unit, cursor, ranges) : ReadPairs(unit, cursor, ranges);
  // The length of a list is known only after it has been read; a list is at most as long as the section.
  std::uint64_t cost = cursor.offset() - attribute.number;
  if (cost > budget_) return false;
  budget_ -= cost;
  return sound;
}

bool RangeReader::ReadPairs(const DwarfUnit& unit, DwarfCursor& cursor, std::vector<AddressRange>& ranges) const {
  std::uint64_t base = unit.base_address;
  for (;;) {
    std::uint64_t low = ReadAddress(cursor, sections_, unit.format.address_bytes);
    std::uint64_t high = ReadAddress(cursor, sections_, unit.format.address_bytes);
    if (!cursor.ok()) return false;
    if (low == 0 && high == 0) return true;
    // An entry sets the base if `low` consists of 64 one bits. A 32-bit address can have this value only if it is
    // sign-extended.
    if (low == ~std::uint64_t{0} && high != ~std::uint64_t{0}) {
      base = high;
    } else {
      ranges.push_back({base + low, base + high});
    }
  }
}

bool RangeReader::ReadKinds(const DwarfUnit& unit, DwarfCursor& cursor, std::vector<AddressRange>& ranges) const {
  std::uint64_t base = unit.base_address;
  auto address = [&] { return ReadAddress(cursor, sections_, unit.format.address_bytes); };
  while (cursor.ok()) {
    AddressRange range;
    switch (cursor.U8()) {
      case kEndOfList:
        return cursor.ok();
      case kBaseAddress:
        base = address();
        continue;
      case kOffsetPair:
        range.low = base + cursor.Uleb();
        range.high = base + cursor.Uleb();
        break;
      case kStartEnd:
        range.low = address();
        range.high = address();
        break;
      case kStartLength:
        range.low = address();
        range.high = range.low + cursor.Uleb();
        break;
      default:
        return false;
    }
    ranges.push_back(range);
  }
  return false;
}

}  // namespace profdiff

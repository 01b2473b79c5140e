// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of address ranges: .debug_ranges (DWARF 2 to 4) and .debug_rnglists (DWARF 5).
// Source: DWARF 4, section 2.17.3; DWARF 5, section 7.25. Tests: tests/unit/read/image/dwarf/ranges_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_RANGES_H_
#define PROFDIFF_READ_IMAGE_DWARF_RANGES_H_

#include <cstdint>
#include <vector>

#include "read/image/dwarf/unit.h"

namespace profdiff {

// Adds a range to a function's ranges as libbfd does: adjacent ranges are merged, which affects the choice of the
// shortest range. The first range stays first.
void AddRange(std::vector<AddressRange>& ranges, AddressRange range);

// Reads lists of ranges. The total size is limited to a multiple of the sections' size: lists may overlap, and damaged
// debug information could refer to one long list a million times.
class RangeReader {
 public:
  explicit RangeReader(const DwarfSections& sections);

  // Appends the ranges of the list that a DW_AT_ranges attribute refers to. Returns false if the list is missing,
  // damaged, or has an entry of a kind that libbfd 2.40 does not support.
  bool Read(const DwarfUnit& unit, const DwarfAttribute& attribute, std::vector<AddressRange>& ranges);

 private:
  bool ReadPairs(const DwarfUnit& unit, DwarfCursor& cursor, std::vector<AddressRange>& ranges) const;
  bool ReadKinds(const DwarfUnit& unit, DwarfCursor& cursor, std::vector<AddressRange>& ranges) const;

  const DwarfSections& sections_;
  std::uint64_t budget_;  // number of bytes that may still be read
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_RANGES_H_

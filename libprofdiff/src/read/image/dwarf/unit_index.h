// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that libbfd 2.40 knows nothing about although a unit covers them.
//
// libbfd finds the units of an address through a tree over the bytes of addresses. A leaf holds ranges until it has
// more than 16; then the next byte tells its ranges apart. When a leaf of 256 addresses is taken apart into single
// addresses, ranges that reach to its end or beyond leave out its last address. C++ programs have such leaves: each
// unit has its own ranges for the same inline functions. At 0x…ff of such a leaf there is no line, so listings by line
// need to know. Tests: tests/unit/read/image/dwarf/unit_index_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_UNIT_INDEX_H_
#define PROFDIFF_READ_IMAGE_DWARF_UNIT_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "read/image/dwarf/ranges.h"

namespace profdiff {

struct UnitRange {
  std::size_t unit = 0;
  AddressRange range;
};

// The addresses that are lost when the ranges are put into the tree in the given order; ascending. Since libbfd 2.44 a
// leaf whose ranges all cover it whole is not taken apart but made larger.
std::vector<std::uint64_t> FindLostAddresses(const std::vector<UnitRange>& ranges, bool follows_244 = false);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_UNIT_INDEX_H_

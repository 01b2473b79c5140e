// SPDX-License-Identifier: GPL-3.0-or-later
// Backward jumps in a sequence of executed instructions.
#include "read/property/addresses/address_jumps.h"

#include <catch2/catch.hpp>
#include <map>

using profdiff::AddressJump;
using profdiff::AddressJumps;

using Found = std::map<std::uint64_t, AddressJump>;

TEST_CASE("A jump back that also falls through is conditional", "[properties]") {
  AddressJumps jumps;
  jumps.Add(0x110, 0x112, 0x100, false);
  jumps.Add(0x120, 0x125, 0x108, false);
  jumps.Add(0x110, 0x112, 0x112, false);
  jumps.Add(0x130, 0x132, 0x140, false);
  CHECK(jumps.Find() == Found{{0x110, {0x100, true}}, {0x120, {0x108, false}}});
}

TEST_CASE("Calls, returns and jumps to several places are no loops", "[properties]") {
  AddressJumps jumps;
  jumps.Add(0x110, 0x115, 0x100, true);   // pushes a return address
  jumps.Add(0x210, 0x212, 0x200, false);  // through a register
  jumps.Add(0x210, 0x212, 0x204, false);
  jumps.Add(0x310, 0x312, 0x310, false);  // one instruction again and again
  CHECK(jumps.Find() == Found{{0x310, {0x310, false}}});
}

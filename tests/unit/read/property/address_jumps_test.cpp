// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for backward jumps in a sequence of executed instructions.
#include "read/property/addresses/address_jumps.h"

#include <catch2/catch.hpp>
#include <map>

namespace profdiff::address_jumps_test {

using profdiff::AddressJump;
using profdiff::AddressJumps;

using Found = std::map<std::uint64_t, AddressJump>;

TEST_CASE("A jump back that also falls through is conditional", "[properties]") {
  AddressJumps jumps;
  jumps.Add(0x110, 0x112, 0x100, false);
  jumps.Add(0x120, 0x125, 0x108, false);
  jumps.Add(0x110, 0x112, 0x112, false);
  jumps.Add(0x130, 0x132, 0x140, false);
  CHECK(jumps.Find() ==
        Found{{0x110, {0x100, true, true}}, {0x120, {0x108, false, true}}, {0x130, {0x140, false, true}}});
}

TEST_CASE("Calls, returns and jumps to several places are not loops", "[properties]") {
  AddressJumps jumps;
  jumps.Add(0x110, 0x115, 0x100, true);   // a call, because it pushes a return address
  jumps.Add(0x210, 0x212, 0x200, false);  // a jump through a register, with two targets
  jumps.Add(0x210, 0x212, 0x204, false);
  jumps.Add(0x310, 0x312, 0x310, false);  // a single instruction that is repeated
  CHECK(jumps.Find() == Found{{0x310, {0x310, false, true}}});
}

TEST_CASE("Targets are entered by jumps alone, or by the instruction before and by returns", "[properties]") {
  AddressJumps jumps;
  jumps.Add(0x100, 0x102, 0x110, false);
  jumps.Add(0x112, 0x114, 0x104, false);
  jumps.Add(0x122, 0x124, 0x130, false);
  jumps.Add(0x100, 0x102, 0x110, false);
  jumps.Add(0x102, 0x104, 0x104, false);
  jumps.Add(0x200, 0x201, 0x130, true);
  CHECK(jumps.Find() ==
        Found{{0x100, {0x110, false, true}}, {0x112, {0x104, false, false}}, {0x122, {0x130, false, false}}});
}

}  // namespace profdiff::address_jumps_test

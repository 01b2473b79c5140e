// SPDX-License-Identifier: GPL-3.0-or-later
// Finds jumps in an address trace, which has no records of jumps: if the instruction that follows another one in the
// trace does not follow it in memory, the earlier instruction is a jump, a call or a return.
// Tests: tests/unit/read/property/address_jumps_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_JUMPS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_JUMPS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/seeded_hash.h"

namespace profdiff {

struct AddressJump {
  std::uint64_t to = 0;
  bool is_conditional = false;  // true if the jump is not always taken
  bool is_only_way = false;     // true if its target is entered only by jumps

  friend bool operator==(const AddressJump&, const AddressJump&) = default;
};

class AddressJumps {
 public:
  // Adds two instructions that were executed one after the other. `end`: the address after the first one;
  // `has_references`: the first one accessed memory, as calls, returns and jumps through a table in memory do.
  void Add(std::uint64_t from, std::uint64_t end, std::uint64_t to, bool has_references) {
    if (to == end && may_jump_[SlotOf(from)]) Continue(from);
    if (to == end || has_references) {
      if (may_be_target_[SlotOf(to)]) Enter(to);
    } else {
      Jump(from, to);
    }
  }

  // Returns the jumps, by the address of the jump instruction. Omits jumps with several targets, which go through a
  // register, as in a switch or in an interpreter's dispatcher.
  std::map<std::uint64_t, AddressJump> Find() const;

 private:
  struct Seen {
    AddressJump jump;
    bool has_targets = false;  // true if there are several targets
  };

  static constexpr std::size_t kSlots = 4096;
  static std::size_t SlotOf(std::uint64_t address) { return address % kSlots; }
  void Continue(std::uint64_t from);
  void Jump(std::uint64_t from, std::uint64_t to);
  // Notes that an instruction was entered by something other than a jump.
  void Enter(std::uint64_t to);

  // Indexed by SlotOf(address). An element is false if no jump (may_jump_) or no target of a jump (may_be_target_) has
  // this slot, so most instructions need no look-up in the tables below.
  std::vector<bool> may_jump_ = std::vector<bool>(kSlots), may_be_target_ = std::vector<bool>(kSlots);
  HashMap<std::uint64_t, Seen> seen_;        // by address of the jump instruction
  HashMap<std::uint64_t, bool> is_entered_;  // by target: true if something other than a jump entered it
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_JUMPS_H_

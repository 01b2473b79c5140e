// SPDX-License-Identifier: GPL-3.0-or-later
// A jump is conditional if the trace also continues after it somewhere. The first jump of an instruction decides its
// target; a second target disqualifies it.
#include "read/property/addresses/address_jumps.h"

namespace profdiff {

void AddressJumps::Continue(std::uint64_t from) {
  const auto seen = seen_.find(from);
  if (seen != seen_.end()) seen->second.jump.is_conditional = true;
}

void AddressJumps::Jump(std::uint64_t from, std::uint64_t to) {
  may_jump_[SlotOf(from)] = true;
  Seen& seen = seen_.try_emplace(from, Seen{{to, false}}).first->second;
  if (seen.jump.to != to) seen.has_targets = true;
}

std::map<std::uint64_t, AddressJump> AddressJumps::Find() const {
  std::map<std::uint64_t, AddressJump> found;
  for (const auto& [from, seen] : seen_) {
    if (!seen.has_targets) found.emplace(from, seen.jump);
  }
  return found;
}

}  // namespace profdiff

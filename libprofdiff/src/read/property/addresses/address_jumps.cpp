// SPDX-License-Identifier: GPL-3.0-or-later
// A jump is conditional if it is sometimes not taken, that is, if the next instruction in memory is sometimes executed
// after it. An instruction that jumps to two or more targets is not reported.
#include "read/property/addresses/address_jumps.h"

namespace profdiff {

void AddressJumps::Continue(std::uint64_t from) {
  const auto seen = seen_.find(from);
  if (seen != seen_.end()) seen->second.jump.is_conditional = true;
}

void AddressJumps::Jump(std::uint64_t from, std::uint64_t to) {
  const auto [found, is_new] = seen_.try_emplace(from, Seen{{to}});
  Seen& seen = found->second;
  if (is_new) {
    may_jump_[SlotOf(from)] = true;
    may_be_target_[SlotOf(to)] = true;
    is_entered_.try_emplace(to, false);
  }
  if (seen.jump.to == to) return;
  // Jumps with several targets are omitted, so their targets count as entered by something other than a jump.
  seen.has_targets = true;
  is_entered_[seen.jump.to] = true;
  Enter(to);
}

void AddressJumps::Enter(std::uint64_t to) {
  const auto target = is_entered_.find(to);
  if (target != is_entered_.end()) target->second = true;
}

std::map<std::uint64_t, AddressJump> AddressJumps::Find() const {
  std::map<std::uint64_t, AddressJump> found;
  for (const auto& [from, seen] : seen_) {
    if (seen.has_targets) continue;
    AddressJump& jump = found.emplace(from, seen.jump).first->second;
    jump.is_only_way = !is_entered_.at(jump.to);
  }
  return found;
}

}  // namespace profdiff

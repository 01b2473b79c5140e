// SPDX-License-Identifier: GPL-3.0-or-later
// Open addressing with linear probing. Call sites differ in few bits, often all multiples of 16: multiplying spreads
// them over the upper bits, which choose the slot.
#include "read/arc_index.h"

#include <algorithm>

namespace profdiff {
namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t Hash(const ArcRecord& record) {
  std::uint64_t mixed = (record.from ^ 0x2545f4914f6cdd1d) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32 ^ record.self) * 0xbf58476d1ce4e5b9;
  return mixed ^ mixed >> 32;
}

}  // namespace

std::size_t ArcIndex::FindSlot(const std::vector<ArcRecord>& arcs, const ArcRecord& record) const {
  std::size_t mask = slots_.size() - 1;
  std::size_t slot = Hash(record) & mask;
  while (slots_[slot] != 0) {
    const ArcRecord& known = arcs[slots_[slot] - 1];
    if (known.from == record.from && known.self == record.self) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

void ArcIndex::Grow(const std::vector<ArcRecord>& arcs) {
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), 0);
  for (std::size_t i = 0; i < arcs.size(); ++i) slots_[FindSlot(arcs, arcs[i])] = static_cast<std::uint32_t>(i + 1);
}

void ArcIndex::Add(std::vector<ArcRecord>& arcs, const ArcRecord& record) {
  if (2 * arcs.size() >= slots_.size()) Grow(arcs);
  std::size_t slot = FindSlot(arcs, record);
  if (slots_[slot] != 0) {
    arcs[slots_[slot] - 1].count += record.count;
    return;
  }
  arcs.push_back(record);
  slots_[slot] = static_cast<std::uint32_t>(arcs.size());
}

}  // namespace profdiff

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds loops by the hashes of their bodies. Bodies with equal hashes are compared, as hashes can collide.
#include "analyze/loops/loop_table.h"

#include <algorithm>

namespace profdiff {

std::uint64_t HashBlock(std::span<const NlrItem> block) {
  std::uint64_t hash = 0;
  for (const NlrItem& item : block) hash = AppendToBlock(hash, item.Code());
  return hash;
}

std::optional<std::uint32_t> LoopTable::Find(std::uint64_t hash, std::span<const NlrItem> body) const {
  auto [next, end] = by_hash_.equal_range(hash);
  for (; next != end; ++next) {
    if (std::ranges::equal(Body(next->second), body)) return next->second;
  }
  return {};
}

std::uint32_t LoopTable::FindOrAdd(std::uint64_t hash, std::span<const NlrItem> body) {
  if (const auto known = Find(hash, body)) return *known;
  const auto loop = static_cast<std::uint32_t>(loops_.size());
  loops_.push_back({hash, items_.size(), static_cast<std::uint32_t>(body.size())});
  items_.insert(items_.end(), body.begin(), body.end());
  by_hash_.emplace(hash, loop);
  return loop;
}

}  // namespace profdiff

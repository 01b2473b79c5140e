// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates the cache as Callgrind does, in order to reproduce Callgrind's counts: a full set evicts its least recently
// used line, and a write miss loads the line like a read miss.
// Source: Valgrind's manual, "Cachegrind: a cache and branch-prediction profiler", section "Cache Simulation
// Specifics".
#include "base/data_cache.h"

#include <algorithm>
#include <bit>

namespace profdiff {

constexpr std::uint64_t kNoLine = ~std::uint64_t{0};  // lines have at least two bytes, so no line has this index

bool CacheShape::IsSound() const {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 27, kSmallestLine = 16, kMostWays = 256;
  return std::has_single_bit(line) && line >= kSmallestLine && ways != 0 && ways <= kMostWays && size <= kLargest &&
         size % (ways * line) == 0 && std::has_single_bit(sets());
}

DataCache::DataCache(const CacheShape& shape)
    : shape_(shape),
      line_bits_(static_cast<unsigned>(std::countr_zero(shape.line))),
      set_mask_(shape.sets() - 1),
      sets_(static_cast<std::size_t>(shape.sets() * shape.ways), kNoLine),
      last_(kNoLine) {}

CacheMiss DataCache::Refer(std::uint64_t address, std::uint64_t size) {
  // An address range that wraps around ends at the last address; traces are untrusted and can contain any range.
  const std::uint64_t first = address >> line_bits_,
                      end = address + (size - 1) < address ? kNoLine : address + (size - 1);
  const std::uint64_t last = end >> line_bits_;
  // The line of the previous reference is already the most recently used one in both caches, so there is no change.
  if (first == last && first == last_) return CacheMiss::kNone;
  CacheMiss miss = CacheMiss::kNone;
  for (std::uint64_t line = first;; ++line) {
    const CacheMiss each = ReferToLine(line);
    if (miss == CacheMiss::kNone || (each != CacheMiss::kNone && each < miss)) miss = each;
    if (line == last) break;
  }
  last_ = last;
  return miss;
}

CacheMiss DataCache::ReferToLine(std::uint64_t line) {
  // Both caches must process every reference, so the fully associative cache is updated even for a hit in the set.
  const bool hits_in_all = HitsInAll(line);
  if (HitsInSet(line)) return CacheMiss::kNone;
  if (!WasSeen(line)) return CacheMiss::kCompulsory;
  return hits_in_all ? CacheMiss::kConflict : CacheMiss::kCapacity;
}

// A set is an array in order of last use: the lines before the referenced one move back by one place, and a miss evicts
// the last line.
bool DataCache::HitsInSet(std::uint64_t line) {
  const auto begin = sets_.begin() + static_cast<std::ptrdiff_t>((line & set_mask_) * shape_.ways);
  const auto end = begin + static_cast<std::ptrdiff_t>(shape_.ways);
  const auto found = std::find(begin, end, line);
  const bool hits = found != end;
  std::copy_backward(begin, hits ? found : end - 1, hits ? found + 1 : end);
  *begin = line;
  return hits;
}

// The fully associative cache is a list in order of last use, with a hash table of positions in the list, so a
// reference takes constant time for any size.
bool DataCache::HitsInAll(std::uint64_t line) {
  const auto found = place_.find(line);
  if (found != place_.end()) {
    used_.splice(used_.begin(), used_, found->second);
    return true;
  }
  if (place_.size() < shape_.size / shape_.line) {
    used_.push_front(line);
    place_.emplace(line, used_.begin());
    return false;
  }
  // Reuses the node of the evicted line for the new line.
  auto node = place_.extract(used_.back());
  used_.splice(used_.begin(), used_, std::prev(used_.end()));
  used_.front() = line;
  node.key() = line;
  place_.insert(std::move(node));
  return false;
}

// The set of all lines that were ever referenced is a hash table in which each entry is a bitmap of 64 neighbouring
// lines. Programs often refer to neighbouring lines, so there are only a few entries.
bool DataCache::WasSeen(std::uint64_t line) {
  std::uint64_t& lines = seen_[line / 64];
  const std::uint64_t bit = std::uint64_t{1} << line % 64;
  const bool was_seen = (lines & bit) != 0;
  lines |= bit;
  return was_seen;
}

}  // namespace profdiff

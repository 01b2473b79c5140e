// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated data cache, and the reason for each miss. Addresses are passed one by one while a trace is read, so the
// whole trace is never in memory.
// Tests: tests/unit/base/data_cache_test.cpp.
#ifndef PROFDIFF_BASE_DATA_CACHE_H_
#define PROFDIFF_BASE_DATA_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "base/seeded_hash.h"

namespace profdiff {

struct CacheShape {
  std::uint64_t size = 0, ways = 0, line = 0;  // total size in bytes; lines per set; bytes per line

  std::uint64_t sets() const { return size / ways / line; }
  // True if the cache has a shape that Valgrind accepts (line size and number of sets are powers of two) and is not
  // larger than real caches (128 MiB, 256 ways).
  bool IsSound() const;
};

// The cause of a miss. Source: Hill, Aspects of Cache Memory and Instruction Buffer Performance (the three Cs).
enum class CacheMiss : std::uint8_t {
  kNone,
  kCompulsory,  // first reference to the line
  kCapacity,    // a fully associative cache of the same size also misses
  kConflict,    // all other misses
};

class DataCache {
 public:
  // `shape` must be valid (CacheShape::IsSound).
  explicit DataCache(const CacheShape& shape);

  // Simulates a read or a write of `size` bytes (at least 1). A reference that spans several lines counts as one miss
  // if any of the lines misses; its cause is the first of the lines' causes in the order of CacheMiss. Cost: constant
  // for each line, plus a search in its set.
  CacheMiss Refer(std::uint64_t address, std::uint64_t size);

 private:
  CacheMiss ReferToLine(std::uint64_t line);
  bool HitsInSet(std::uint64_t line);
  bool HitsInAll(std::uint64_t line);
  bool WasSeen(std::uint64_t line);

  const CacheShape shape_;
  const unsigned line_bits_;
  const std::uint64_t set_mask_;
  std::vector<std::uint64_t> sets_;  // lines by set, most recently used first
  // State of the fully associative cache.
  std::list<std::uint64_t> used_;  // lines, most recently used first
  HashMap<std::uint64_t, std::list<std::uint64_t>::iterator> place_;
  HashMap<std::uint64_t, std::uint64_t> seen_;  // bitmaps of the lines referenced so far, by line / 64
  std::uint64_t last_;                          // last line of the previous reference
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_DATA_CACHE_H_

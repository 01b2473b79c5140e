// SPDX-License-Identifier: GPL-3.0-or-later
// A cache of data that addresses are played to, and why it misses. It is given addresses alone, while a file is
// read: what the trace of a program holds never is in memory as a whole.
// Tests: tests/unit/base/data_cache_test.cpp.
#ifndef PROFDIFF_BASE_DATA_CACHE_H_
#define PROFDIFF_BASE_DATA_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

namespace profdiff {

struct CacheShape {
  std::uint64_t size = 0, ways = 0, line = 0;  // bytes, lines of a set, bytes of a line

  std::uint64_t sets() const { return size / ways / line; }
  // Lines and sets are powers of two, as Valgrind requires them, and the cache is none larger than any processor has.
  bool IsSound() const;
};

// Why a reference missed. Source: Hill, Aspects of Cache Memory and Instruction Buffer Performance: the three Cs.
enum class CacheMiss : std::uint8_t {
  kNone,
  kCompulsory,  // nothing referred to the line before
  kCapacity,    // a fully associative cache of the same size misses as well
  kConflict,    // all others
};

class DataCache {
 public:
  // Shape: sound.
  explicit DataCache(const CacheShape& shape);

  // A read or a write of `size` bytes, at least 1. One that reaches over several lines is one miss if any of them is
  // missing, and the first reason above counts that one of these has. Cost: constant for each line, but for sets.
  CacheMiss Refer(std::uint64_t address, std::uint64_t size);

 private:
  CacheMiss ReferToLine(std::uint64_t line);
  bool HitsInSet(std::uint64_t line);
  bool HitsInAll(std::uint64_t line);
  bool WasSeen(std::uint64_t line);

  const CacheShape shape_;
  const unsigned line_bits_;
  const std::uint64_t set_mask_;
  std::vector<std::uint64_t> sets_;  // lines of each set, the one that was used last first
  // The fully associative cache.
  std::list<std::uint64_t> used_;  // the last one first
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> place_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // a bit for each of 64 lines
  std::uint64_t last_;                                     // line
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_DATA_CACHE_H_

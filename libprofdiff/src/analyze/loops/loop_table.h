// SPDX-License-Identifier: GPL-3.0-or-later
// A table of loop bodies without duplicates.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_LOOP_TABLE_H_
#define PROFDIFF_ANALYZE_LOOPS_LOOP_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "values/shape.h"

namespace profdiff {

// An item of a sequence that is being folded: a function or a loop, and the number of times it is repeated. A symbol
// below kFirstLoop is a function; any other symbol is kFirstLoop plus the index of a loop.
struct NlrItem {
  std::uint32_t symbol = 0, count = 1;

  static constexpr std::uint32_t kFirstLoop = std::uint32_t{1} << 31;

  bool is_loop() const { return symbol >= kFirstLoop; }
  std::uint32_t loop() const { return symbol - kFirstLoop; }
  std::uint64_t Code() const { return Mix(std::uint64_t{symbol} << 32 | count); }

  friend bool operator==(const NlrItem&, const NlrItem&) = default;
};

// The hash of a block is a polynomial of the codes of its items modulo 2^64 (a rolling hash). The hash of any part of a
// list can therefore be computed from the hashes of two prefixes. Blocks with equal hashes are always compared.
inline constexpr std::uint64_t kBlockFactor = 0xd1342543de82ef95;
inline std::uint64_t AppendToBlock(std::uint64_t hash, std::uint64_t code) { return hash * kBlockFactor + code; }
std::uint64_t HashBlock(std::span<const NlrItem> block);

class LoopTable {
 public:
  std::size_t size() const { return loops_.size(); }
  std::span<const NlrItem> Body(std::uint32_t loop) const {
    return {items_.data() + loops_[loop].begin, loops_[loop].length};
  }
  std::uint64_t Hash(std::uint32_t loop) const { return loops_[loop].hash; }

  std::optional<std::uint32_t> Find(std::uint64_t hash, std::span<const NlrItem> body) const;
  std::uint32_t FindOrAdd(std::uint64_t hash, std::span<const NlrItem> body);

 private:
  struct Loop {
    std::uint64_t hash;
    std::size_t begin;
    std::uint32_t length;
  };

  std::vector<Loop> loops_;
  std::vector<NlrItem> items_;  // the items of all bodies, one body after the other
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_LOOP_TABLE_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Hash tables for keys from untrusted input. Each table has its own seed (hash-flooding defence), as a crafted file can
// force collisions only for a known seed. The order of elements differs between runs, so it must not affect any output.
// Elements must be copied, not merged, into another table: merge() would keep the hashes for the seed of the first
// table (libstdc++ 12).
// Tests: tests/unit/base/seeded_hash_test.cpp.
#ifndef PROFDIFF_BASE_SEEDED_HASH_H_
#define PROFDIFF_BASE_SEEDED_HASH_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/mix.h"

namespace profdiff {

// Returns an unpredictable number.
std::uint64_t NewHashSeed();

class SeededHash {
 public:
  using is_transparent = void;

  SeededHash() : seed_(NewHashSeed()) {}
  explicit SeededHash(std::uint64_t seed) : seed_(seed) {}

  template <std::integral Number>
  std::size_t operator()(Number number) const {
    return Mix(static_cast<std::uint64_t>(number) ^ seed_);
  }
  // Hashes eight bytes at a time. The seed is mixed in before each block, so that strings with equal hashes for one
  // seed have different hashes for other seeds.
  std::size_t operator()(std::string_view text) const {
    std::uint64_t hash = Mix(text.size() ^ seed_);
    for (; text.size() >= sizeof hash; text.remove_prefix(sizeof hash)) hash = Add(hash, text, sizeof hash);
    return text.empty() ? hash : Add(hash, text, text.size());
  }

 private:
  std::uint64_t Add(std::uint64_t hash, std::string_view text, std::size_t bytes) const {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data(), bytes);
    return Mix(hash + Mix(block ^ seed_));
  }

  std::uint64_t seed_;
};

template <class Key, class Value>
using HashMap = std::unordered_map<Key, Value, SeededHash, std::equal_to<>>;
template <class Key>
using HashSet = std::unordered_set<Key, SeededHash, std::equal_to<>>;

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SEEDED_HASH_H_

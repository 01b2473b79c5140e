// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of names and of call trees: CallTree::shape. A call's shape is a hash of its name, into which the shapes of
// its callees are mixed in order. The hash therefore depends on the order of calls, and on whether one call is nested
// in another or follows it.
#ifndef PROFDIFF_VALUES_SHAPE_H_
#define PROFDIFF_VALUES_SHAPE_H_

#include <cstdint>
#include <string_view>

namespace profdiff {

inline constexpr std::uint64_t kMixFactor = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

// Bijective mixing: every bit of the result depends on every bit of the value.
inline std::uint64_t Mix(std::uint64_t value) {
  value ^= value >> 32;
  value *= kMixFactor;
  value ^= value >> 29;
  value *= kMixFactor;
  return value ^ value >> 32;
}

// Hash of a name; unlike an id it is the same in every trace.
inline std::uint64_t HashName(std::string_view name) {
  std::uint64_t hash = Mix(name.size());
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * kMixFactor;
  return Mix(hash);
}

// Adds the shape of a callee to the hash of its caller. Start with HashName of the caller; after all callees the hash
// is the caller's shape.
inline std::uint64_t AddShape(std::uint64_t hash, std::uint64_t shape) { return (hash ^ shape) * kMixFactor + 1; }
inline std::uint64_t EndShape(std::uint64_t hash) { return Mix(hash); }

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_SHAPE_H_

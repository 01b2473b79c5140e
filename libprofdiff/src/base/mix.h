// SPDX-License-Identifier: GPL-3.0-or-later
// Bit mixing for hashes.
#ifndef PROFDIFF_BASE_MIX_H_
#define PROFDIFF_BASE_MIX_H_

#include <cstdint>

namespace profdiff {

inline constexpr std::uint64_t kMixFactor = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

// Mixes bits with a bijection: every bit of the result depends on every bit of the value.
inline std::uint64_t Mix(std::uint64_t value) {
  value ^= value >> 32;
  value *= kMixFactor;
  value ^= value >> 29;
  value *= kMixFactor;
  return value ^ value >> 32;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_MIX_H_

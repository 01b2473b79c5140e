// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs with equal hashes, which an attacker could use to slow down a hash table.
#ifndef TESTS_SUPPORT_ARC_OF_ONE_HASH_H_
#define TESTS_SUPPORT_ARC_OF_ONE_HASH_H_

#include "read/gmon/arc_repeats.h"

namespace tests {

// Returns an arc whose call site is `from`. All arcs made with the same key have the same hash.
inline profdiff::ArcRecord ArcOfOneHash(std::uint64_t from, std::uint64_t key) {
  const std::uint64_t mixed = (from ^ key) * 0x9e3779b97f4a7c15;
  return {from, mixed ^ mixed >> 32 ^ 0x123456789abcdef, 1};
}

}  // namespace tests

#endif  // TESTS_SUPPORT_ARC_OF_ONE_HASH_H_

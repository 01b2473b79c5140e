// SPDX-License-Identifier: GPL-3.0-or-later
// Merges repeated arcs in a list of records.
// Tests: tests/unit/read/gmon/arc_repeats_test.cpp.
#ifndef PROFDIFF_READ_GMON_ARC_REPEATS_H_
#define PROFDIFF_READ_GMON_ARC_REPEATS_H_

#include <cstdint>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff {

inline bool IsSameArc(const ArcRecord& a, const ArcRecord& b) { return a.from == b.from && a.self == b.self; }

// Returns a hash of an arc's addresses. Addresses differ in few bits and are often multiples of 16. Multiplication
// spreads the differences over all bits, best over the upper ones. `key` is a result of NewHashSeed. Use the upper half
// of the hash for slots, because the lower half does not depend on all bits of an arc.
inline std::uint64_t HashArc(const ArcRecord& record, std::uint64_t key) {
  std::uint64_t mixed = (record.from ^ key) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32 ^ record.self) * 0xbf58476d1ce4e5b9;
  return mixed ^ mixed >> 32;
}

// Adds the count of each repeated arc to its first record, and removes the repetition. Other records keep their order.
// Cost: linear. Temporary memory: 8 bytes per record; none if call sites ascend and each has few arcs, as in files
// written by the C library.
void AddUpRepeats(std::vector<ArcRecord>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_READ_GMON_ARC_REPEATS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Records of one list that are about the same arc.
// Tests: tests/unit/read/profile/arc_repeats_test.cpp.
#ifndef PROFDIFF_READ_PROFILE_ARC_REPEATS_H_
#define PROFDIFF_READ_PROFILE_ARC_REPEATS_H_

#include <cstdint>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff {

inline bool IsSameArc(const ArcRecord& a, const ArcRecord& b) { return a.from == b.from && a.self == b.self; }

// A number that cannot be foretold, for a table of hashes: files can be made on purpose whose arcs all have one hash,
// but only for a key that is known.
std::uint64_t NewHashKey();

// Call sites differ in few bits, often all multiples of 16: multiplying spreads them over all bits, the upper ones
// best. The place in a table has to come from the upper half: the lower one does not depend on all bits of an arc.
inline std::uint64_t HashArc(const ArcRecord& record, std::uint64_t key) {
  std::uint64_t mixed = (record.from ^ key) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32 ^ record.self) * 0xbf58476d1ce4e5b9;
  return mixed ^ mixed >> 32;
}

// Adds the count of each record of an arc that the list has before to that one, and removes it. The others keep their
// order.
// Cost: linear. 8 bytes a record for the time of the call; none where call sites ascend and each has few arcs, as in
// the files that the C library writes.
void AddUpRepeats(std::vector<ArcRecord>& arcs);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_ARC_REPEATS_H_

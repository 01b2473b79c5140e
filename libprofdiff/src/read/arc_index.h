// SPDX-License-Identifier: GPL-3.0-or-later
// Which arc of a list is the one between two addresses.
// Tests: tests/unit/read/arc_index_test.cpp.
#ifndef PROFDIFF_READ_ARC_INDEX_H_
#define PROFDIFF_READ_ARC_INDEX_H_

#include <cstdint>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff {

// A hash of (from, self) to places in a list of arcs that it alone extends: open addressing, one probe per record for
// most, no allocation but the table.
class ArcIndex {
 public:
  // Adds a record's count to the arc of its addresses; a new arc goes to the end of `arcs`.
  void Add(std::vector<ArcRecord>& arcs, const ArcRecord& record);

 private:
  std::size_t FindSlot(const std::vector<ArcRecord>& arcs, const ArcRecord& record) const;
  void Grow(const std::vector<ArcRecord>& arcs);

  std::vector<std::uint32_t> slots_;  // place + 1; 0 = free. A power of two, at most half of them taken
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_ARC_INDEX_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Which call of one trace is which call of another.
#ifndef PROFDIFF_ALIGNMENT_H_
#define PROFDIFF_ALIGNMENT_H_

#include <cstdint>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// The three marks of the paper, its gap by side.
enum class Mark : std::uint8_t {
  kEqual,      // the same function in both, called by calls that are equal
  kDifferent,  // two functions where one would be; what they call is not looked at
  kOnlyA,      // a gap on side B
  kOnlyB,      // a gap on side A
};

// A run of the alignment, in rows of the two call trees (by CallId; positions of the sequences when flat).
// kEqual: as many rows on both sides, each the other's partner. kDifferent: one call of each side with all rows below
// them. kOnlyA and kOnlyB: neighbouring calls with all rows below them, on the other side no rows.
struct AlignmentBlock {
  Mark mark = Mark::kEqual;
  std::uint32_t a = 0, a_count = 0;  // first row, rows
  std::uint32_t b = 0, b_count = 0;
};

struct Scores {
  int match = 2, mismatch = -1, gap = -1;
};

enum class AlignBy {
  kName,     // two calls are the same if their functions are
  kSubtree,  // of calls of the same function, those whose whole subtrees are equal are partners first
};

struct AlignOptions {
  Scores scores;
  AlignBy by = AlignBy::kName;
  bool flat = false;     // whole sequences, jumps back into the caller included, in place of call trees
  unsigned threads = 1;  // the result is the same for any number
};

// One thread of A against one of B: every row of both stands in exactly one block, in order.
struct ThreadAlignment {
  ThreadId a, b;  // one may be invalid: a thread that has no partner
  std::vector<AlignmentBlock> blocks;
  std::int64_t score = 0;  // of the whole sequences when flat; else the sum over the lists of calls aligned
};

struct Alignment {
  bool flat = false;
  std::vector<ThreadAlignment> threads;
};

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNMENT_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a program that was run under Callgrind, and the rows of its table that belong to each loop.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "read/property/callgrind_table.h"
#include "read/property/code_loops.h"

namespace profdiff {

// A range of a list: [begin, end).
struct CallgrindStretch {
  std::size_t begin = 0, end = 0;
};

class CallgrindLoops {
 public:
  // `is_inner`: result of CallgrindSums::InnerCalls.
  CallgrindLoops(const CallgrindTable& table, const std::vector<bool>& is_inner);

  const CodeLoops& loops() const { return loops_; }
  const std::vector<CodeLoop>& all() const { return loops_.all(); }
  // Indices into CallgrindTable::pieces and sites, sorted by function and address; empty if there are no loops.
  // Recursive calls are omitted, because the costs of the called instructions are already in their own rows.
  const std::vector<std::uint32_t>& pieces() const { return pieces_; }
  const std::vector<std::uint32_t>& sites() const { return sites_; }
  // The range of pieces() or sites() with the costs of a loop, which is given by its index in all().
  CallgrindStretch PiecesOf(std::size_t loop) const { return of_loops_[loop].pieces; }
  CallgrindStretch SitesOf(std::size_t loop) const { return of_loops_[loop].sites; }

 private:
  struct Rows {
    CallgrindStretch pieces, sites;
  };

  CodeLoops loops_;
  std::vector<Rows> of_loops_;
  std::vector<std::uint32_t> pieces_, sites_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_

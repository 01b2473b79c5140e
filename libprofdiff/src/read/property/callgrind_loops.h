// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of a program that Callgrind ran, as jumps to lower addresses show them.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "profdiff/functions.h"
#include "read/property/callgrind_table.h"

namespace profdiff {

// A part of a list: [begin, end).
struct CallgrindStretch {
  std::size_t begin = 0, end = 0;
};

struct CallgrindLoop {
  FunctionId function;
  std::uint64_t first = 0, last = 0;  // addresses of its first instruction, and of the jump back
  CallgrindTable::Spot header;        // source position of the loop
  std::uint32_t number = 0;           // index in its function, from 1, by address
  std::optional<std::size_t> outer;   // the innermost one around it
  CallgrindStretch pieces, sites;     // ranges of CallgrindLoops::pieces() and sites() with its costs
};

// Shape: by function, then by address, outer ones before inner ones.
class CallgrindLoops {
 public:
  // `is_inner`: result of CallgrindSums::InnerCalls.
  CallgrindLoops(const CallgrindTable& table, const std::vector<bool>& is_inner);

  const std::vector<CallgrindLoop>& all() const { return loops_; }
  // Indices into the table, by function and address; empty without loops. Omits recursive calls, whose costs are
  // counted where they arise.
  const std::vector<std::uint32_t>& pieces() const { return pieces_; }
  const std::vector<std::uint32_t>& sites() const { return sites_; }

  // The innermost loop of a function that contains all addresses from `first` to `last`; nothing if there is none.
  std::optional<std::size_t> Around(FunctionId function, std::uint64_t first, std::uint64_t last) const;
  // True for the loop itself, and for loops within it.
  bool IsWithin(std::size_t inner, std::size_t outer) const;

 private:
  void FindOuter();

  std::vector<CallgrindLoop> loops_;
  std::vector<std::uint32_t> pieces_, sites_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_LOOPS_H_

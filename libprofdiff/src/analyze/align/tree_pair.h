// SPDX-License-Identifier: GPL-3.0-or-later
// The call trees of two threads to align.
// Tests: tests/unit/analyze/align/align_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_TREE_PAIR_H_
#define PROFDIFF_ANALYZE_ALIGN_TREE_PAIR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// Ranks of the names of two traces. The rank of a name is its position among the sorted names of both, so exchanging
// the traces changes no rank.
struct NameRanks {
  std::vector<std::uint32_t> a, b;  // rank of each name, by NameId of its trace
};

NameRanks RankNames(const std::vector<std::string>& a, const std::vector<std::string>& b);

class TreePair {
 public:
  TreePair(const CallTree& a, const CallTree& b, const NameRanks& ranks) : a_(a), b_(b), ranks_(ranks) {}

  const CallTree& a() const { return a_; }
  const CallTree& b() const { return b_; }
  // Returns the rank of the name of a row's function; equal names have equal ranks on both sides.
  std::uint32_t SymbolA(std::uint32_t row) const { return ranks_.a[a_.function[row].value]; }
  std::uint32_t SymbolB(std::uint32_t row) const { return ranks_.b[b_.function[row].value]; }

  // True if two calls have equal subtrees: the same function and, recursively, equal callees in the same order. The
  // shape is a hash and rejects most subtrees at once; subtrees with equal hashes are compared row by row.
  bool AreEqual(std::uint32_t a_row, std::uint32_t b_row) const {
    return a_.shape[a_row] == b_.shape[b_row] && HaveEqualRows(a_row, b_row);
  }

 private:
  bool HaveEqualRows(std::uint32_t a_row, std::uint32_t b_row) const;

  const CallTree &a_, &b_;
  const NameRanks& ranks_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_TREE_PAIR_H_

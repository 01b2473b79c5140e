// SPDX-License-Identifier: GPL-3.0-or-later
// The call trees of two threads that are to be aligned.
// Tests: tests/unit/analyze/align/align_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_TREE_PAIR_H_
#define PROFDIFF_ANALYZE_ALIGN_TREE_PAIR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// One number for each name of two traces: its place among all of them, so that exchanging the traces changes no number.
struct NameRanks {
  std::vector<std::uint32_t> a, b;  // by NameId of the trace
};

NameRanks RankNames(const std::vector<std::string>& a, const std::vector<std::string>& b);

class TreePair {
 public:
  TreePair(const CallTree& a, const CallTree& b, const NameRanks& ranks) : a_(a), b_(b), ranks_(ranks) {}

  const CallTree& a() const { return a_; }
  const CallTree& b() const { return b_; }
  // What function a row calls, the same number on both sides for the same name.
  std::uint32_t SymbolA(std::uint32_t row) const { return ranks_.a[a_.function[row].value]; }
  std::uint32_t SymbolB(std::uint32_t row) const { return ranks_.b[b_.function[row].value]; }

  // True if two calls of one function have called the same, and so on. Subtrees of different shape are not looked at;
  // those of the same shape are, so two different subtrees with one shape do no harm.
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

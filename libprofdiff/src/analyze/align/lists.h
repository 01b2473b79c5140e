// SPDX-License-Identifier: GPL-3.0-or-later
// Two lists of symbols to align, and the representation of their alignment.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_LISTS_H_
#define PROFDIFF_ANALYZE_ALIGN_LISTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/alignment.h"

namespace profdiff {

// Symbol is an unsigned integer type. Symbols are compared for equality; their order is used only to break a tie
// between lists of equal length.
template <class Symbol>
struct SymbolLists {
  std::span<const Symbol> a, b;

  std::size_t size() const { return a.size() + b.size(); }
  // Returns the parts of both lists from (i, j) up to (i_end, j_end).
  SymbolLists Part(std::size_t i, std::size_t j, std::size_t i_end, std::size_t j_end) const {
    return {a.subspan(i, i_end - i), b.subspan(j, j_end - j)};
  }
};

// Costs of a mismatch and of a gap: the loss of score compared with an alignment of equal symbols only. Both costs are
// positive.
// Source: ARCHITECTURE.md ("Traces"); Eizenga and Paten, Improving the time and space complexity of the WFA
// algorithm, 2.
struct EditCosts {
  std::uint32_t mismatch = 3, gap = 2;

  std::uint32_t largest() const { return mismatch > gap ? mismatch : gap; }
};

// Converts scores to costs. Errors: kBadArgument for scores that break the rules of profdiff::Scores.
EditCosts CostsOf(const Scores& scores);

// Adjacent columns of an alignment that have the same mark. A column is a pair of symbols, or a symbol of one list.
struct AlignedRun {
  Mark mark = Mark::kEqual;
  std::uint32_t count = 0;

  friend bool operator==(const AlignedRun&, const AlignedRun&) = default;
};

// An alignment, in order. Adjacent runs have different marks.
using AlignedRuns = std::vector<AlignedRun>;

inline void AppendRun(AlignedRuns& runs, Mark mark, std::size_t count) {
  if (count == 0) return;
  if (runs.empty() || runs.back().mark != mark) runs.push_back({mark, 0});
  runs.back().count += static_cast<std::uint32_t>(count);
}

// Returns the score of an alignment.
std::int64_t ScoreOf(const AlignedRuns& runs, const Scores& scores);

// Sets `slid` to an alignment with the same score but with gaps closer to the end. Each gap, starting with the first,
// is exchanged with the pair after it as long as the score stays the same; gaps in the same list are joined when they
// become adjacent.
// Cost: linear.
template <class Symbol>
void SlideGaps(const SymbolLists<Symbol>& lists, const AlignedRuns& runs, AlignedRuns& slid);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_LISTS_H_

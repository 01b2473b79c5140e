// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of lists with few differences: all wavefronts are kept, and the alignment is traced back through them.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_
#define PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/align/wavefront.h"

namespace profdiff {

// A cell, and the cost at which it was reached.
struct ReachedCell {
  std::uint32_t cost = 0;
  Diagonal diagonal = 0;
  Reach i = 0;

  Reach j() const { return i - diagonal; }
};

// Makes and keeps the wavefronts of one pair of lists after the other. Memory grows with the square of the largest
// cost, and is reused for the next lists.
template <class Symbol>
class StoredWavefronts {
 public:
  // Makes wavefronts until the end of the lists is reached, or up to cost `most`. Returns the end if it is reached,
  // otherwise the cell with the largest i + j (the first one reached if there are several). `lists` must outlive calls
  // of the other functions.
  ReachedCell Search(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint32_t most);

  // True if the cell is the end of both lists.
  bool IsEnd(ReachedCell cell) const {
    return cell.i == static_cast<Reach>(lists_.a.size()) && cell.j() == static_cast<Reach>(lists_.b.size());
  }
  // Returns the last cell on the path to `cell` whose cost is at most `cost`.
  ReachedCell GoBack(ReachedCell cell, std::uint32_t cost);
  // Appends the path to `cell` to `runs`.
  void AddWay(ReachedCell cell, AlignedRuns& runs);

 private:
  // A mismatch or gap, and the number of equal pairs after it.
  struct Step {
    Mark mark;
    ReachedCell from;
    std::uint32_t matches;
  };

  void MakeRoom(std::uint32_t most);
  // Returns the wavefront of a cost, indexed by diagonal. Wavefronts of negative costs exist, but reach no cell.
  Reach* Wavefront(std::int64_t cost) {
    return fronts_.data() + (cost + costs_.largest()) * static_cast<std::int64_t>(width_) + width_ / 2;
  }
  Step LastStep(ReachedCell cell);

  SymbolLists<Symbol> lists_;
  EditCosts costs_;
  std::uint32_t width_ = 0;
  std::vector<Reach> fronts_;
  std::vector<Step> way_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_

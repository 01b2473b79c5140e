// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of lists with few differences: all wavefronts are kept, and the way back through them is the alignment.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_
#define PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/align/wavefront.h"

namespace profdiff {

// A cell, and at what cost it was reached.
struct ReachedCell {
  std::uint32_t cost = 0;
  Diagonal diagonal = 0;
  Reach i = 0;

  Reach j() const { return i - diagonal; }
};

// Memory: the square of the largest cost; kept for the next lists.
template <class Symbol>
class StoredWavefronts {
 public:
  // Makes wavefronts until the end of the lists is reached, or up to cost `most`. Returns the end, or the cell that was
  // reached last and lies furthest. `lists` has to outlive what is asked afterwards.
  ReachedCell Search(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint32_t most);

  // True if a search came to the end.
  bool IsEnd(ReachedCell cell) const {
    return cell.i == static_cast<Reach>(lists_.a.size()) && cell.j() == static_cast<Reach>(lists_.b.size());
  }
  // The last cell, on the way to one, that costs at most so much.
  ReachedCell GoBack(ReachedCell cell, std::uint32_t cost) const;
  // Adds the way to a cell to `runs`.
  void AddWay(ReachedCell cell, AlignedRuns& runs);

 private:
  // A column that costs something, and the equal pairs behind it.
  struct Step {
    Mark mark;
    ReachedCell from;
    std::uint32_t matches;
  };

  void MakeRoom(std::uint32_t most);
  // By diagonal. Wavefronts of costs below 0 are there, and empty.
  Reach* Wavefront(std::int64_t cost) {
    return fronts_.data() + (cost + costs_.largest()) * static_cast<std::int64_t>(width_) + width_ / 2;
  }
  const Reach* Wavefront(std::int64_t cost) const { return const_cast<StoredWavefronts*>(this)->Wavefront(cost); }
  Step LastStep(ReachedCell cell) const;

  SymbolLists<Symbol> lists_;
  EditCosts costs_;
  std::uint32_t width_ = 0;
  std::vector<Reach> fronts_;
  std::vector<Step> way_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_STORED_WAVEFRONTS_H_

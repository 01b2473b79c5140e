// SPDX-License-Identifier: GPL-3.0-or-later
// Wavefronts: the furthest cells that alignments of a given cost reach.
//
// Cells (i, j) with the same i - j form a diagonal. Costs never fall along a diagonal, so for each cost and diagonal it
// is enough to know the furthest cell that an alignment of that cost reaches: its i is the diagonal's reach. The
// reaches of cost s are computed from the reaches of costs s - mismatch and s - gap; equal symbols then extend them at
// no cost.
// Source: Myers, An O(ND) difference algorithm; Marco-Sola et al., Fast gap-affine pairwise alignment using the
// wavefront algorithm.
#ifndef PROFDIFF_ANALYZE_ALIGN_WAVEFRONT_H_
#define PROFDIFF_ANALYZE_ALIGN_WAVEFRONT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "analyze/align/lists.h"

namespace profdiff {

using Reach = std::int32_t;
using Diagonal = std::int32_t;

// Reach of a diagonal without reached cells. It is negative, and so far from the limits of the type that the sum of two
// reaches and a diagonal does not overflow.
inline constexpr Reach kUnreached = std::numeric_limits<Reach>::min() / 4;

// Diagonals from `low` to `high`, inclusive.
struct DiagonalRange {
  Diagonal low = 0, high = 0;

  std::uint64_t size() const { return static_cast<std::uint64_t>(std::int64_t{high} - low + 1); }
};

// Makes the wavefronts of two lists; if kBackwards is true, the lists are read from their ends.
template <class Symbol, bool kBackwards>
class WavefrontMaker {
 public:
  explicit WavefrontMaker(const SymbolLists<Symbol>& lists)
      : a_(kBackwards ? lists.a.data() + lists.a.size() : lists.a.data()),
        b_(kBackwards ? lists.b.data() + lists.b.size() : lists.b.data()),
        a_size_(static_cast<Reach>(lists.a.size())),
        b_size_(static_cast<Reach>(lists.b.size())) {}

  // Returns the diagonals that can be reached with at most `gaps` gaps.
  DiagonalRange Range(std::uint32_t gaps) const {
    const auto most = static_cast<Diagonal>(gaps);
    return {-std::min(most, b_size_), std::min(most, a_size_)};
  }

  // Returns the reach of cost 0, which only diagonal 0 has.
  Reach First() const { return CommonFrom(0, 0, std::min(a_size_, b_size_)); }

  // Fills `wavefront` for a range of diagonals from the two wavefronts that are cheaper by one mismatch and by one gap;
  // both are read one diagonal beyond each end of the range. All are indexed by diagonal. Returns the largest i + j
  // reached, or a negative number if no cell is reached.
  //
  // If the reach is beyond the end of a list, the diagonal is abandoned. Its path came from the last row or column; a
  // path that stays in this row or column reaches the last cell at no higher cost.
  Reach Fill(const Reach* by_mismatch, const Reach* by_gap, Reach* wavefront, DiagonalRange range) const {
    Reach furthest = kUnreached;
    for (Diagonal k = range.low; k <= range.high; ++k) {
      Reach i = std::max(std::max(by_gap[k - 1], by_mismatch[k]) + 1, by_gap[k + 1]);
      const Reach last = std::min(a_size_, b_size_ + k);
      // A single unsigned comparison rejects reaches beyond the lists, and negative reaches, which are close to
      // kUnreached.
      if (static_cast<std::uint32_t>(i) > static_cast<std::uint32_t>(last)) {
        wavefront[k] = kUnreached;
        continue;
      }
      i += CommonFrom(i, i - k, last - i);
      wavefront[k] = i;
      furthest = std::max(furthest, i + (i - k));
    }
    return furthest;
  }

 private:
  // Returns the number of equal symbols from (i, j) on; at most `most`.
  Reach CommonFrom(Reach i, Reach j, Reach most) const {
    Reach count = 0;
    while (count < most && At(a_, i + count) == At(b_, j + count)) ++count;
    return count;
  }

  static Symbol At(const Symbol* list, std::ptrdiff_t i) { return kBackwards ? list[-1 - i] : list[i]; }

  const Symbol *a_, *b_;
  const Reach a_size_, b_size_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_WAVEFRONT_H_

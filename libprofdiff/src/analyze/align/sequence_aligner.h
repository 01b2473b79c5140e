// SPDX-License-Identifier: GPL-3.0-or-later
// The best alignment of two lists.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_SEQUENCE_ALIGNER_H_
#define PROFDIFF_ANALYZE_ALIGN_SEQUENCE_ALIGNER_H_

#include <cstddef>
#include <cstdint>

#include "analyze/align/lists.h"
#include "analyze/align/midpoint.h"
#include "analyze/align/stored_wavefronts.h"

namespace profdiff {

// Aligns one pair of lists after the other, reusing its memory.
template <class Symbol>
class SequenceAligner {
 public:
  explicit SequenceAligner(EditCosts costs) : costs_(costs) {}

  // Makes the alignment that profdiff::AlignSequences describes, in at most about twice `most_steps` steps; common
  // prefixes and suffixes take no steps. Returns true if no alignment has a better score, false if the steps were too
  // few to find the best one. The result is valid until the next call.
  // Errors: kOverflow for lists of more than 2^30 symbols.
  bool Align(const SymbolLists<Symbol>& lists, std::uint64_t most_steps);
  const AlignedRuns& runs() const { return slid_; }

 private:
  bool AlignMiddle(const SymbolLists<Symbol>& lists, std::uint64_t most_steps);
  bool AlignFewDifferences(const SymbolLists<Symbol>& lists);
  bool AlignManyDifferences(const SymbolLists<Symbol>& lists, std::uint64_t most_steps);
  bool AddIfTrivial(const SymbolLists<Symbol>& lists);
  void AddWithoutMatches(const SymbolLists<Symbol>& lists);
  void AddBest(const SymbolLists<Symbol>& lists, std::uint64_t cost);
  void AddHalves(const SymbolLists<Symbol>& lists, const Midpoint& at);
  std::uint64_t AddCut(SymbolLists<Symbol> lists);

  const EditCosts costs_;
  StoredWavefronts<Symbol> fronts_;
  AlignedRuns found_, slid_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_SEQUENCE_ALIGNER_H_

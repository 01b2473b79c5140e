// SPDX-License-Identifier: GPL-3.0-or-later
// Two folded traces side by side (diffNLR).
#ifndef PROFDIFF_VALUES_DIFF_NLR_H_
#define PROFDIFF_VALUES_DIFF_NLR_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

enum class NlrMark : std::uint8_t {
  kEqual,  // the same entries
  kCount,  // one entry on each side: the same loop or function, with different counts
  kLeft,   // only on the left
  kRight,  // only on the right
};

// A range of entries on each side, by index into FoldedThread::entries. An empty range has the index of the next entry.
struct NlrBlock {
  NlrMark mark = NlrMark::kEqual;
  std::uint32_t left = 0, left_count = 0, right = 0, right_count = 0;

  friend bool operator==(const NlrBlock&, const NlrBlock&) = default;
};

// Finds the longest common subsequence of functions and loops (counts are ignored), and the entries that are not part
// of it. A loop of one function equals that function. Shape: blocks are in order and cover both sides.
// Cost: proportional to the length of the lists times the number of differences.
// Source: Myers, An O(ND) difference algorithm and its variations; AlignSequences.
std::vector<NlrBlock> DiffNlr(const FoldedTraces& folded, std::span<const FoldedEntry> left,
                              std::span<const FoldedEntry> right);

// The differences between two threads: once within a bad run and once within a good run (CMPdiffNLR).
struct PairDiffNlr {
  std::size_t bad_run = 0, good_run = 0;  // indices into FoldedTraces::runs
  std::vector<NlrBlock> bad, good;
};

// Compares two threads. Good runs come first in `folded`. Chooses the good run in which the two threads are most
// similar to the same threads of the bad run; in case of a tie, the first such run.
// Errors: kBadArgument for a thread that is missing from the bad run or from all good runs.
PairDiffNlr CompareDiffNlr(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run, ThreadKey a,
                           ThreadKey b);

// Returns the good run in which a thread is most similar to itself in a bad run; nullopt if no good run has the thread.
std::optional<std::size_t> MostSimilarRun(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run,
                                          ThreadKey id);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_DIFF_NLR_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Folds the calls of threads into loops.
#ifndef PROFDIFF_ANALYZE_LOOPS_FOLD_H_
#define PROFDIFF_ANALYZE_LOOPS_FOLD_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Returns the keys of all threads. Shape: by ThreadId.
std::vector<ThreadKey> ThreadKeys(const Trace& trace);

// Folds loops in two passes, without loss of information. In the first pass, a block of entries becomes a loop if it
// occurs three times in a row. In the second pass, two occurrences are enough if the first pass found the same block as
// a loop in any thread of any run. Blocks are equal if all their entries and counts are equal. Calls may be selected
// with SelectCalls first. The result is the same for any number of threads.
// Cost: proportional to the number of calls times K. Memory grows only with the number of entries after folding.
// Errors: kBadArgument as in SelectCalls. Source: section 2.2 of the paper; Ketterlin and Clauss, Prediction and trace
// compression of data access addresses through nested loop recognition. The second pass is an addition to the paper.
FoldedTraces FoldTraces(Runs runs, const RankFilter& filter, unsigned threads = 1);

// Expands entries into the original sequence of functions.
std::vector<NameId> Unfold(const FoldedTraces& folded, std::span<const FoldedEntry> entries);

// Returns, by LoopId, the number of function calls in one round of each loop, with inner loops expanded.
std::vector<std::uint64_t> LoopLengths(const FoldedTraces& folded);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_FOLD_H_

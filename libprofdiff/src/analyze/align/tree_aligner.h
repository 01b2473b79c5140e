// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of two call trees.
// Tests: tests/unit/analyze/align/align_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_TREE_ALIGNER_H_
#define PROFDIFF_ANALYZE_ALIGN_TREE_ALIGNER_H_

#include "analyze/align/tree_pair.h"
#include "profdiff/alignment.h"

namespace profdiff {

// Fills in the blocks, the score and `cut_lists` of `alignment`. Uses up to `threads` threads; the result does not
// depend on their number.
void AlignTrees(const TreePair& trees, const AlignOptions& options, double steps_per_call, unsigned threads,
                ThreadAlignment& alignment);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_TREE_ALIGNER_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion of alignments to blocks, for whole sequences.
#ifndef PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_
#define PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_

#include <vector>

#include "analyze/align/lists.h"

namespace profdiff {

// Adds the runs of an alignment as blocks of positions that begin at (0, 0).
void AddBlocks(const AlignedRuns& runs, std::vector<AlignmentBlock>& blocks);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_

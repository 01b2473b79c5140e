// SPDX-License-Identifier: GPL-3.0-or-later
// What whole sequences and lists of calls have in common.
#ifndef PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_
#define PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_

#include <vector>

#include "analyze/align/lists.h"

namespace profdiff {

// Adds an alignment's runs as blocks of positions, from (0, 0) on.
void AddBlocks(const AlignedRuns& runs, std::vector<AlignmentBlock>& blocks);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_SEQUENCES_H_

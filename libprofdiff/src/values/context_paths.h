// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of sampled stacks, for reports.
#ifndef PROFDIFF_VALUES_CONTEXT_PATHS_H_
#define PROFDIFF_VALUES_CONTEXT_PATHS_H_

#include "profdiff/listing.h"

namespace profdiff {

CommonContexts FindCommonContexts(const ContextDifference& contexts, const Match& match);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CONTEXT_PATHS_H_

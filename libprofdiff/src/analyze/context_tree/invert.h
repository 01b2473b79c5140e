// SPDX-License-Identifier: GPL-3.0-or-later
// Inverts a tree of stacks: callees become callers.
#ifndef PROFDIFF_ANALYZE_CONTEXT_TREE_INVERT_H_
#define PROFDIFF_ANALYZE_CONTEXT_TREE_INVERT_H_

#include "profdiff/listing.h"

namespace profdiff {

// Returns the inverted tree, which has the innermost functions of the stacks at the top, and the callers of each
// function below it.
// Shape: as in ContextTree; a node's own samples come from the stacks in which its function is the outermost one.
// Cost: linear in the frames of all distinct stacks, without recursion.
// Errors: kUnsupported for more than 2^28 frames, and for 2^25 nodes or more.
ContextTree InvertContexts(const ContextTree& contexts);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_CONTEXT_TREE_INVERT_H_

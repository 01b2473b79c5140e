// SPDX-License-Identifier: GPL-3.0-or-later
// Restores the tree of a trial's stacks.
// Tests: tests/unit/read/store/store_test.cpp, tests/cli/db/run.py.
#ifndef PROFDIFF_ANALYZE_STORE_STORED_STACKS_H_
#define PROFDIFF_ANALYZE_STORE_STORED_STACKS_H_

#include <cstdint>
#include <vector>

#include "profdiff/store.h"

namespace profdiff {

// `rows` contains the FunctionId of each function of the trial, indexed like the trial's list of functions. Errors:
// kBadDatabase for nodes that do not form a tree.
ContextTree RestoreContexts(const StoredStacks& stacks, const std::vector<std::uint32_t>& rows);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_STORE_STORED_STACKS_H_

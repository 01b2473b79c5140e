// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof rank --stacks` and `--attach`: reads or takes snapshots of stacks, compares them and writes the result.
// Tests: tests/cli/rank/stacks.py, tests/cli/rank/attach.py.
#ifndef EGPROF_RANK_STACKS_H_
#define EGPROF_RANK_STACKS_H_

#include "egprof/console/console.h"
#include "egprof/rank/options.h"

namespace egprof {

// Errors: profdiff::Error.
void RunStacks(const ThreadRankOptions& options, Console& console);

}  // namespace egprof

#endif  // EGPROF_RANK_STACKS_H_

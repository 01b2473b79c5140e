// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof rank --attach`: takes the stacks of running processes several times.
// Tests: tests/cli/rank/attach.py.
#ifndef EGPROF_RANK_ATTACH_H_
#define EGPROF_RANK_ATTACH_H_

#include <vector>

#include "egprof/rank/options.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace egprof {

struct AttachedStacks {
  profdiff::StackSnapshots stacks;  // the remarks are about processes that ended, or that must not be traced
  std::vector<profdiff::LockWait> locks;
};

// Takes stacks with eu-stack or, without it, gdb; each stops a process while it reads it. Ranks are those that mpirun
// gave to the processes; if a process has none, the numbers of processes are used.
// Errors: kUnsupported without these programs; kSystem if no process has stacks, and after an interrupt.
AttachedStacks TakeStacks(const ThreadRankOptions& options);

}  // namespace egprof

#endif  // EGPROF_RANK_ATTACH_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof rank`. It compares bad runs of a parallel program with good ones and names the threads that
// behave differently, the first call that differs, and where they stopped.
#ifndef EGPROF_RANK_COMMAND_H_
#define EGPROF_RANK_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& RankCommand();

}  // namespace egprof

#endif  // EGPROF_RANK_COMMAND_H_

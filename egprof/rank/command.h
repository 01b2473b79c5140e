// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof rank`: which thread of which process behaves differently, since when, and where it stopped.
#ifndef EGPROF_RANK_COMMAND_H_
#define EGPROF_RANK_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& RankCommand();

}  // namespace egprof

#endif  // EGPROF_RANK_COMMAND_H_

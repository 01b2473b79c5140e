// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof prune`. It cuts a call graph down to the calls that matter.
#ifndef EGPROF_PRUNE_COMMAND_H_
#define EGPROF_PRUNE_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& PruneCommand();

}  // namespace egprof

#endif  // EGPROF_PRUNE_COMMAND_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof diff`. It shows the changes between two executions on one screen.
#ifndef EGPROF_DIFF_COMMAND_H_
#define EGPROF_DIFF_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& DiffCommand();

}  // namespace egprof

#endif  // EGPROF_DIFF_COMMAND_H_

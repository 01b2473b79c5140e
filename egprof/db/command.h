// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof db`. It keeps executions in one file, and says when something changed.
#ifndef EGPROF_DB_COMMAND_H_
#define EGPROF_DB_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& DbCommand();

}  // namespace egprof

#endif  // EGPROF_DB_COMMAND_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof db`. It stores executions in a single file and finds changes between them.
#ifndef EGPROF_DB_COMMAND_H_
#define EGPROF_DB_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& DbCommand();

}  // namespace egprof

#endif  // EGPROF_DB_COMMAND_H_

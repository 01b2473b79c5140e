// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof trace`. It compares two executions, call by call.
#ifndef EGPROF_TRACE_COMMAND_H_
#define EGPROF_TRACE_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& TraceCommand();

}  // namespace egprof

#endif  // EGPROF_TRACE_COMMAND_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof model`. It models how functions grow with the size of a problem.
#ifndef EGPROF_MODEL_COMMAND_H_
#define EGPROF_MODEL_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& ModelCommand();

}  // namespace egprof

#endif  // EGPROF_MODEL_COMMAND_H_

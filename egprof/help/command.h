// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof help`.
#ifndef EGPROF_HELP_COMMAND_H_
#define EGPROF_HELP_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& HelpCommand();

}  // namespace egprof

#endif  // EGPROF_HELP_COMMAND_H_

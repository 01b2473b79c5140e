// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof select`. It finds the best of several implementations for each input.
#ifndef EGPROF_SELECT_COMMAND_H_
#define EGPROF_SELECT_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& SelectCommand();

}  // namespace egprof

#endif  // EGPROF_SELECT_COMMAND_H_

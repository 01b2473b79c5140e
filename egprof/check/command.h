// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof check`. It looks for performance properties in recordings: what is wrong, where, and what that
// costs.
#ifndef EGPROF_CHECK_COMMAND_H_
#define EGPROF_CHECK_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& CheckCommand();

}  // namespace egprof

#endif  // EGPROF_CHECK_COMMAND_H_

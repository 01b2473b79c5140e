// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof search`. It records a program in one run or several, and reports its performance problems.
#ifndef EGPROF_SEARCH_COMMAND_H_
#define EGPROF_SEARCH_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& SearchCommand();

}  // namespace egprof

#endif  // EGPROF_SEARCH_COMMAND_H_

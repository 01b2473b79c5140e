// SPDX-License-Identifier: GPL-3.0-or-later
// The form without a word: gprof's command line, and differences in its listings.
#ifndef EGPROF_GPROF_COMMAND_H_
#define EGPROF_GPROF_COMMAND_H_

#include "egprof/cli/command.h"

namespace egprof {

const Command& GprofCommand();

}  // namespace egprof

#endif  // EGPROF_GPROF_COMMAND_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that egprof-mpi runs. The first process runs a command, all others serve it, with the same options.
// Tests: tests/cli/check/distributed.py, tests/cli/rank/distributed.py.
#ifndef EGPROF_MPI_COMMANDS_H_
#define EGPROF_MPI_COMMANDS_H_

#include "egprof/check/options.h"
#include "egprof/console/output.h"
#include "egprof/mpi/agents.h"
#include "egprof/rank/options.h"

namespace egprof {

// Errors: those of the command, in any process.
void RunSharedCheck(Agents& agents, Messages& messages, const CheckOptions& options, Output& output);
void RunSharedRank(Agents& agents, const Messages& messages, const ThreadRankOptions& options, Output& output);

// Return when the first process has ended the command.
void ServeSharedCheck(Messages& messages, const CheckOptions& options);
void ServeSharedRank(Messages& messages, const ThreadRankOptions& options);

}  // namespace egprof

#endif  // EGPROF_MPI_COMMANDS_H_

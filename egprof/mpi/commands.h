// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that egprof-mpi runs. The first process runs a command, and all others serve it with the same options.
// Tests: tests/cli/check/distributed.py, tests/cli/rank/distributed.py.
#ifndef EGPROF_MPI_COMMANDS_H_
#define EGPROF_MPI_COMMANDS_H_

#include "egprof/check/options.h"
#include "egprof/console/output.h"
#include "egprof/mpi/agents.h"
#include "egprof/rank/options.h"

namespace egprof {

// Run a command in the first process. Errors: those of the command, in any process.
void RunSharedCheck(Agents& agents, Messages& messages, const CheckOptions& options, Output& output);
void RunSharedRank(Agents& agents, const Messages& messages, const ThreadRankOptions& options, Output& output);

// Serve a command in any other process, until the first process has ended it.
void ServeSharedCheck(Messages& messages, const CheckOptions& options);
void ServeSharedRank(Messages& messages, const ThreadRankOptions& options);

}  // namespace egprof

#endif  // EGPROF_MPI_COMMANDS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that egprof-mpi runs. The first process runs a command, and all others serve it with the same options.
// Tests: tests/cli/check/distributed.py, tests/cli/rank/distributed.py.
#ifndef EGPROF_MPI_COMMANDS_H_
#define EGPROF_MPI_COMMANDS_H_

#include "egprof/check/options.h"
#include "egprof/console/console.h"
#include "egprof/mpi/agents.h"
#include "egprof/rank/options.h"

namespace egprof {

// Run a command in the first process. Errors: those of the command, in any process.
void RunSharedCheck(Agents& agents, Processes& processes, const CheckOptions& options, Console& console);
void RunSharedRank(Agents& agents, const Processes& processes, const ThreadRankOptions& options, Console& console);

// Serve a command in any other process, until the first process has ended it.
void ServeSharedCheck(Processes& processes, const CheckOptions& options);
void ServeSharedRank(Processes& processes, const ThreadRankOptions& options);

}  // namespace egprof

#endif  // EGPROF_MPI_COMMANDS_H_

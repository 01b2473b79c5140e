// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory inputs may take, by the bounds of egprof(1), UNTRUSTED INPUT.
// Tests: tests/cli/files/memory_limit.py.
#ifndef EGPROF_EXECUTIONS_MEMORY_NEED_H_
#define EGPROF_EXECUTIONS_MEMORY_NEED_H_

#include <cstdint>

#include "egprof/cli/command_line.h"
#include "egprof/console/messages.h"

namespace egprof {

// Limits the memory of this process to what --memory allows: it then ends with "out of memory" instead of taking more.
void LimitMemory(std::uint64_t bytes);

// Compares the operands that are files with --memory, and without it warns of files that will take over half of the
// memory of this machine or container. Reads only the beginnings and the ends of the files. Errors: kSystem if the
// files may take more than --memory allows.
void RequireMemory(const CommandLine& line, Messages& messages);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_MEMORY_NEED_H_

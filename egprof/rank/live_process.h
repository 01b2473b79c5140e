// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux shows about a running process. Nothing is changed in the process, and it is not stopped.
// Tests: tests/cli/rank/attach.py.
#ifndef EGPROF_RANK_LIVE_PROCESS_H_
#define EGPROF_RANK_LIVE_PROCESS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace egprof {

bool IsRunning(std::uint32_t process);

// Returns the rank in the environment with which the process was started; nullopt if there is none, or if the
// environment must not be read.
std::optional<std::uint32_t> RankOfProcess(std::uint32_t process);

// Returns what the threads of a process wait for at this moment: mutexes, or the end of another thread. The layout of
// mutexes is that of glibc on x86-64; on other machines, the result is empty.
std::vector<profdiff::LockWait> LocksOfProcess(std::uint32_t process, std::uint32_t rank);

// Returns why a process must not be traced, such as "permission denied; ptrace_scope 1: be root".
std::string WhyDenied(std::uint32_t process);

}  // namespace egprof

#endif  // EGPROF_RANK_LIVE_PROCESS_H_

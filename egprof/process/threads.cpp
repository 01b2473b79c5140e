// SPDX-License-Identifier: GPL-3.0-or-later
// The number of processors available to this process.
#include "egprof/process/threads.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace egprof {

// Uses sched_getaffinity(), which respects the limits of containers and taskset, and is ten times as fast as counting
// the machine's processors.
unsigned OwnThreads() {
  cpu_set_t own;
  if (sched_getaffinity(0, sizeof own, &own) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&own)));
  // sched_getaffinity() fails if there are more processors than cpu_set_t can represent
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace egprof

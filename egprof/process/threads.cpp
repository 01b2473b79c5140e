// SPDX-License-Identifier: GPL-3.0-or-later
// The number of processors available to this process.
#include "egprof/process/threads.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace egprof {

// sched_getaffinity() respects the limits of containers and taskset, and is ten times as fast as counting the machine's
// processors.
unsigned OwnThreads() {
  cpu_set_t own;
  if (sched_getaffinity(0, sizeof own, &own) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&own)));
  return std::max(1U, std::thread::hardware_concurrency());  // more processors than cpu_set_t can represent
}

}  // namespace egprof

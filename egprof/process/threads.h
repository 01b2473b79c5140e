// SPDX-License-Identifier: GPL-3.0-or-later
// How many threads share the work unless --threads says so.
#ifndef EGPROF_PROCESS_THREADS_H_
#define EGPROF_PROCESS_THREADS_H_

namespace egprof {

// As many as there are processors for this process; at least 1.
unsigned OwnThreads();

}  // namespace egprof

#endif  // EGPROF_PROCESS_THREADS_H_

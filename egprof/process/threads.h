// SPDX-License-Identifier: GPL-3.0-or-later
// The default number of threads.
#ifndef EGPROF_PROCESS_THREADS_H_
#define EGPROF_PROCESS_THREADS_H_

namespace egprof {

// Returns the number of processors that this process may use; at least 1.
unsigned OwnThreads();

}  // namespace egprof

#endif  // EGPROF_PROCESS_THREADS_H_

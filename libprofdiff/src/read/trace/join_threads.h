// SPDX-License-Identifier: GPL-3.0-or-later
// Threads whose names were counted apart, in one trace.
// Tests: tests/unit/read/trace/uftrace_records_test.cpp, trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_JOIN_THREADS_H_
#define PROFDIFF_READ_TRACE_JOIN_THREADS_H_

#include <memory>
#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/name_table.h"

namespace profdiff {

// A thread as it was read on its own.
struct NamedThread {
  ThreadTrace thread;
  NameTable names;  // of thread.calls
  std::vector<std::string> missing;
};

// The threads in their order, with names counted in that order.
Trace JoinThreads(std::vector<std::unique_ptr<NamedThread>> threads, unsigned workers);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_JOIN_THREADS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// Threads whose names were counted apart, in one trace.
// Tests: tests/unit/read/trace/uftrace/records_test.cpp, trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_JOIN_THREADS_H_
#define PROFDIFF_READ_TRACE_JOIN_THREADS_H_

#include <cstddef>
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

// The threads in the order in which they are added, with names counted in that order.
// Memory: a thread's own table of names is freed when it has been added.
class ThreadJoiner {
 public:
  explicit ThreadJoiner(std::size_t expected_threads);

  void Add(NamedThread thread);
  // The trace, without its paths. The joiner is of no use afterwards.
  Trace Take(unsigned workers);

 private:
  Trace trace_;
  NameTable names_;
  std::vector<std::vector<NameId>> ids_;  // by thread: which id each of its names has here; none if they are the same
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_JOIN_THREADS_H_

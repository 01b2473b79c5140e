// SPDX-License-Identifier: GPL-3.0-or-later
// Joins threads that have their own name ids into one trace.
// Tests: tests/unit/read/trace/uftrace/records_test.cpp, trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_JOIN_THREADS_H_
#define PROFDIFF_READ_TRACE_JOIN_THREADS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/source_lines.h"
#include "values/name_table.h"
#include "values/value_names.h"

namespace profdiff {

// A thread whose name ids refer to its own table of names.
struct NamedThread {
  ThreadTrace thread;
  NameTable names;         // names of the calls in `thread`
  SourceLines lines;       // of these names
  ValueNames value_names;  // names of the arguments of these calls
  std::vector<Message> missing;
};

// Joins threads in the order of addition, which also determines the order of name ids.
// Memory: a thread's own table of names is freed after the thread has been added.
class ThreadJoiner {
 public:
  explicit ThreadJoiner(std::size_t expected_threads);

  void Add(NamedThread thread);
  // Returns the trace, with Trace::paths left empty. The joiner must not be used afterwards.
  Trace Take(unsigned workers);

 private:
  Trace trace_;
  NameTable names_;
  SourceLines lines_;
  ValueNames value_names_;
  // For each thread: the common ids that replace the thread's own name ids; empty if all of them stay the same.
  std::vector<std::vector<NameId>> ids_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_JOIN_THREADS_H_

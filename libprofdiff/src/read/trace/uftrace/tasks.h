// SPDX-License-Identifier: GPL-3.0-or-later
// Which programs ran when in which threads, as uftrace wrote it into "task.txt".
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_TASKS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_TASKS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// One program that a process ran: a process that calls exec has several, one after the other.
struct UftraceSession {
  std::uint64_t time = 0;  // nanoseconds, as everywhere here
  std::uint64_t pid = 0;
  std::string id;  // its map of addresses is sid-ID.map
};

// A library that was loaded while the program ran.
struct UftraceLoading {
  std::uint64_t time = 0;
  std::uint64_t base = 0;
  std::string session;  // its id
  std::string library;  // as it was asked for
};

struct UftraceTask {
  std::uint64_t time = 0;
  std::uint64_t pid = 0;
  std::uint64_t parent = 0;  // pid of the process that it was forked from; 0 for other threads
};

struct UftraceTasks {
  std::vector<UftraceSession> sessions;        // in file order
  std::vector<UftraceLoading> loadings;        // in file order
  std::map<std::uint64_t, UftraceTask> tasks;  // by thread number

  // What a thread runs: from `time` on the session, an index. The first begins at 0; empty where none is known.
  struct Stay {
    std::uint64_t time = 0;
    std::size_t session = 0;
  };
  std::vector<Stay> StaysOf(std::uint64_t thread) const;

  // Sorts threads: those of the first process by creation, then the next process's.
  // A thread's number grows with its creation until numbers begin anew.
  void SortByCreation(std::vector<std::uint64_t>& threads) const;
};

// Lines of another kind are skipped. Never fails.
UftraceTasks ParseUftraceTasks(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_TASKS_H_

// SPDX-License-Identifier: GPL-3.0-or-later
// The programs and threads of a recording, from the file "task.txt".
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

// One program that a process ran. A process that calls exec has several sessions, one after the other.
struct UftraceSession {
  std::uint64_t time = 0;  // in nanoseconds, like all times in this file
  std::uint64_t pid = 0;
  std::string id;  // names the file with the map of the program's addresses: sid-ID.map
};

// A library that was loaded while the program ran.
struct UftraceLoading {
  std::uint64_t time = 0;
  std::uint64_t base = 0;
  std::string session;  // id of the session that loaded the library
  std::string library;  // path as passed to the loader
};

struct UftraceTask {
  std::uint64_t time = 0;
  std::uint64_t pid = 0;
  std::uint64_t parent = 0;  // for the main thread of a forked process: pid of the parent; otherwise 0
};

struct UftraceTasks {
  std::vector<UftraceSession> sessions;        // in the order of task.txt
  std::vector<UftraceLoading> loadings;        // in the order of task.txt
  std::map<std::uint64_t, UftraceTask> tasks;  // by thread id

  // A time in nanoseconds, and the index of the session to which a thread belongs from then on. The first element of a
  // thread's list has time 0. StaysOf returns an empty list if there are no sessions.
  struct Stay {
    std::uint64_t time = 0;
    std::size_t session = 0;
  };
  std::vector<Stay> StaysOf(std::uint64_t thread) const;
  // Returns the process of a thread. An unknown thread counts as a process of its own.
  std::uint64_t ProcessOf(std::uint64_t thread) const;

  // Sorts thread ids by process, then by creation. Ids ascend in the order of creation until they wrap around.
  void SortByCreation(std::vector<std::uint64_t>& threads) const;
};

// Parses the content of task.txt and skips lines of unknown kinds. Never fails.
UftraceTasks ParseUftraceTasks(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_TASKS_H_

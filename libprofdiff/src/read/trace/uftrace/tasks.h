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
  std::uint64_t time = 0;  // in nanoseconds, like all times here
  std::uint64_t pid = 0;
  std::string id;  // the file with its map of addresses is sid-ID.map
};

// A library that was loaded while the program ran.
struct UftraceLoading {
  std::uint64_t time = 0;
  std::uint64_t base = 0;
  std::string session;  // id of the session
  std::string library;  // path as passed to the loader
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

  // The index of the session to which a thread belongs from `time` on. The first element begins at 0. StaysOf returns
  // an empty list if the sessions are unknown.
  struct Stay {
    std::uint64_t time = 0;
    std::size_t session = 0;
  };
  std::vector<Stay> StaysOf(std::uint64_t thread) const;
  // Returns the process of a thread. An unknown thread counts as a process of its own.
  std::uint64_t ProcessOf(std::uint64_t thread) const;

  // Sorts threads by process, then by creation. Thread ids ascend in the order of creation until they wrap around.
  void SortByCreation(std::vector<std::uint64_t>& threads) const;
};

// Parses the text of task.txt and skips lines of unknown kinds. Never fails.
UftraceTasks ParseUftraceTasks(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_TASKS_H_

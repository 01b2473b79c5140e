// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the times in which a rank polls: it tests a request, or probes for a message, again and again, and does little
// else.
// Tests: tests/unit/analyze/waits/mpi/polls_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_POLLS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_POLLS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// The time from the first to the last of some tests, without work between them. Units: nanoseconds on the rank's clock.
struct PolledSpan {
  std::size_t call = 0;  // index of the first test in the list of MPI calls
  std::int64_t begin = 0, end = 0;
  std::int64_t in_tests = 0;  // time in all tests and probes of the thread
  std::int64_t asleep = 0;    // time in functions that sleep
  std::uint64_t tests = 0;    // tests of this request, or probes for this message

  // False for a single test, and if the program's own code takes much longer than the tests: it does something else.
  bool IsPolling() const;
};

// Sums over what a thread does up to one of its tests.
struct PollSums {
  std::int64_t in_tests = 0, asleep = 0;
};

// The tests of one request, or the probes for one message.
struct Poll {
  std::uint32_t thread = 0;
  std::size_t works = 0;  // how often the thread had worked between tests before the last span
  PollSums before;        // before the last span
  std::vector<PolledSpan> spans;
};

// Watches the tests and probes of all threads.
class PollWatch {
 public:
  explicit PollWatch(const Trace& trace);

  // Sees a test or probe, which has the index `index` in the list of MPI calls. The calls of a thread must be seen in
  // their order.
  void See(std::size_t index, const RuntimeCall& call);
  // Adds the call that was seen last to a poll, which is empty at first.
  void Extend(Poll& poll) const;

 private:
  enum class Does : std::uint8_t { kWork, kSleep, kLittle };
  struct Thread {
    bool has_tests = false;
    CallId last;                // last test
    std::int64_t shortest = 0;  // length of the shortest test
    std::size_t works = 0;
    PollSums before, sums;  // before and after the last test
  };

  void AddPause(Thread& thread, const RuntimeCall& call) const;

  const Trace& trace_;
  std::vector<Does> does_;                   // by NameId
  std::map<std::uint32_t, Thread> threads_;  // by index in Trace::threads
  std::size_t index_ = 0;                    // of the call that was seen last
  const RuntimeCall* call_ = nullptr;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_POLLS_H_

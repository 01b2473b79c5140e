// SPDX-License-Identifier: GPL-3.0-or-later
// Two calls that may run in parallel and share a log. Test: tests/unit/egprof/console/both_sides_test.cpp.
#ifndef PROFDIFF_BASE_BESIDE_H_
#define PROFDIFF_BASE_BESIDE_H_

#include <exception>

#include "base/in_order.h"

namespace profdiff {

// Calls first(log) and second(log), in parallel if `threads` is at least 2. Log entries and errors are in the order of
// a sequential run: if the calls run in parallel, the second call has its own log, which is joined afterwards.
//
// `Log` must have the members StartBeside(), which returns a pointer to a log for the second call; End(), which is
// called on that log's thread; and Join(Log&), which adds that log to this one.
template <class Log, class First, class Second>
void DoBothWithLog(unsigned threads, Log& log, const First& first, const Second& second) {
  if (threads < 2) {
    first(log);
    return second(log);
  }
  const auto later = log.StartBeside();
  std::exception_ptr error;  // error of the second call; thrown only after the log entries of that call are joined
  const auto catch_error = [&] {
    try {
      second(*later);
    } catch (...) {
      error = std::current_exception();
    }
    later->End();
  };
  DoBoth(
      threads, [&] { first(log); }, catch_error);
  log.Join(*later);
  if (error) std::rethrow_exception(error);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_BESIDE_H_

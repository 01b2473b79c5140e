// SPDX-License-Identifier: GPL-3.0-or-later
// Two calls that may run at the same time and share a log. Test: tests/unit/egprof/executions/both_sides_test.cpp.
#ifndef PROFDIFF_BASE_BESIDE_H_
#define PROFDIFF_BASE_BESIDE_H_

#include <exception>

#include "base/in_order.h"

namespace profdiff {

// Calls first(log) and second(log), at the same time where `threads` allows. Log entries and errors come in the order
// of a sequential run: on two threads the second call has a log of its own, which is joined afterwards.
//
// `Log` has StartBeside(), which returns a pointer to such a log; End(), called on the thread of that log; and
// Join(Log&), which adds it to this one.
template <class Log, class First, class Second>
void DoBothInTurn(unsigned threads, Log& log, const First& first, const Second& second) {
  if (threads < 2) {
    first(log);
    return second(log);
  }
  const auto later = log.StartBeside();
  std::exception_ptr error;  // of the second call, which may have log entries all the same
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

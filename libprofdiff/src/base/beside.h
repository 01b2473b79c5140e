// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/executions/both_sides_test.cpp.
#ifndef PROFDIFF_BASE_BESIDE_H_
#define PROFDIFF_BASE_BESIDE_H_

#include <exception>

#include "base/in_order.h"

namespace profdiff {

// As DoBoth, with two things that have something to say: first(log) and second(log). What they say, like their errors,
// comes as if one had been done after the other. On two threads the second has a log of its own.
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
  std::exception_ptr error;  // of the second, which may have something to say nevertheless
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

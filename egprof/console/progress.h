// SPDX-License-Identifier: GPL-3.0-or-later
// A progress line on the terminal.
// Tests: tests/cli/files/run.py.
#ifndef EGPROF_CONSOLE_PROGRESS_H_
#define EGPROF_CONSOLE_PROGRESS_H_

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "egprof/console/stages.h"

namespace egprof {

// A line of the terminal that is rewritten in place, beginning two seconds after the object was created. The object has
// its own thread, so that no part of a run has to report progress at intervals. For terminals only.
class ProgressLine {
 public:
  ProgressLine(const Stages& stages, int terminal);
  ~ProgressLine() { Stop(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Erases the line. Must be called before anything else is written to the terminal.
  void Stop();

 private:
  void Show(const std::stop_token& stop);

  const Stages& stages_;
  const int terminal_;
  // width of the visible line, in characters; other threads use it only after thread_ has ended
  std::size_t width_ = 0;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_PROGRESS_H_

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

// Rewrites the line in place, from two seconds after it is made, on a thread of its own: no part of a run, however
// long, has to remember to speak. For a terminal alone.
class ProgressLine {
 public:
  ProgressLine(const Stages& stages, int terminal);
  ~ProgressLine() { Stop(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Erases the line for good. To be called before anything else is written to the terminal.
  void Stop();

 private:
  void Show(const std::stop_token& stop);
  void Write(const std::string& text) const;

  const Stages& stages_;
  const int terminal_;
  std::size_t width_ = 0;  // of what is shown; the thread's, until it has ended
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_PROGRESS_H_

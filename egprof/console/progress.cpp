// SPDX-License-Identifier: GPL-3.0-or-later
// The progress line, which a separate thread rewrites in place.
//
// Tests: tests/cli/files/run.py.
#include "egprof/console/progress.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <string>
#include <utility>

#include "egprof/console/output_file.h"

namespace egprof {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 2s;  // delay before the line appears, so that short runs show none
constexpr auto kStep = 200ms;   // time between updates

}  // namespace

ProgressLine::ProgressLine(const Stages& stages, int terminal) : stages_(stages), terminal_(terminal) {
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { Show(stop); });
  } catch (const std::exception&) {
    // If no thread can be started, the run continues without a progress line.
  }
}

void ProgressLine::Stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  // Overwrites the line with blanks rather than with an escape sequence: all kinds of terminals understand blanks.
  if (width_ > 0) WriteAll(terminal_, "\r" + std::string(width_, ' ') + "\r");
}

void ProgressLine::Show(const std::stop_token& stop) {
  sigset_t all;  // signals are left to the main thread, which may have a temporary file to remove
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  std::unique_lock lock(mutex_);
  const auto never = [] { return false; };
  for (auto pause = std::chrono::milliseconds(kPatience); !stop.stop_requested(); pause = kStep) {
    wake_.wait_for(lock, stop, pause, never);
    if (stop.stop_requested()) return;
    std::string line = stages_.Doing();
    const std::size_t shown = std::exchange(width_, line.size());
    // Blanks erase the rest of a longer previous line.
    if (shown > line.size()) line.append(shown - line.size(), ' ');
    WriteAll(terminal_, "\r" + line);
  }
}

}  // namespace egprof

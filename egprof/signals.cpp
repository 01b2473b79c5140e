// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/files.
#include "egprof/signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace egprof {
namespace {

// Whatever stood in the mapping is lost: nothing but these two calls is safe here.
[[noreturn]] void EndOfMappedFile(int) {
  constexpr std::string_view kText = "egprof: an image became shorter while it was read; run egprof again\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText.data(), kText.size());
  _exit(1);
}

}  // namespace

void SetSignalActions() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGBUS, EndOfMappedFile);
}

}  // namespace egprof

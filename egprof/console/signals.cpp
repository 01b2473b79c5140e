// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/files.
#include "egprof/console/signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace egprof {
namespace {

// BUS_ADRERR is a page of a mapped file behind the file's end: whatever stood there is lost. Nothing but these calls is
// safe here. On return, any other error comes again and has its usual end.
void EndOfMappedFile(int number, siginfo_t* info, void*) {
  if (info->si_code != BUS_ADRERR) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  constexpr std::string_view kText = "egprof: an image became shorter while it was read; run egprof again\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText.data(), kText.size());
  _exit(1);
}

}  // namespace

void SetSignalActions() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction bus = {};
  bus.sa_sigaction = EndOfMappedFile;
  bus.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &bus, nullptr);
}

}  // namespace egprof

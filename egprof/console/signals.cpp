// SPDX-License-Identifier: GPL-3.0-or-later
// Signal handling for the whole process. Tests: tests/cli/files.
#include "egprof/console/signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace egprof {
namespace {

// Ends the program if a mapped file was truncated: BUS_ADRERR is an access to a page after the end of the file, whose
// content is lost. Only async-signal-safe functions may be called here (signal-safety(7)). For any other cause of the
// signal, the default action is restored. After the return, the same access fails again, and the signal ends the
// process.
void EndOfMappedFile(int number, siginfo_t* info, void*) {
  if (info->si_code != BUS_ADRERR) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  constexpr std::string_view kText = "egprof: an image was truncated while egprof read it; run egprof again\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText.data(), kText.size());
  _exit(1);
}

}  // namespace

void SetSignalActions() {
  // While these signals are ignored, write(2) fails with EPIPE or EFBIG instead. Both failures are reported as errors,
  // except that a closed pipe on standard output ends the output silently.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction bus = {};
  bus.sa_sigaction = EndOfMappedFile;
  bus.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &bus, nullptr);
}

}  // namespace egprof

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads perf.data files through `perf script`. The output of perf goes to a pipe, but its messages go to a temporary
// file: a second pipe could fill up and block perf while the first one is read.
//
// Test: tests/cli/stacks/perf_data.py.
#include "egprof/process/perf_script.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "egprof/process/program.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

constexpr const char* kFields = "comm,pid,tid,time,period,event,ip,sym,symoff,dso";

// Returns a path that cannot be mistaken for an option: "-x" becomes "./-x".
std::string AsOperand(const std::string& path) { return path.starts_with('-') ? "./" + path : path; }

class PerfScript {
 public:
  explicit PerfScript(const std::string& path) : path_(path), messages_(std::tmpfile()) {
    int ends[2];
    if (!messages_ || pipe2(ends, O_CLOEXEC) != 0) Fail("cannot start 'perf script': ", std::strerror(errno));
    output_ = ends[0];
    int error = 0;
    process_ = StartProgram(
        {.words = {"perf", "script", "--no-inline", "--no-demangle", "-F", kFields, "-i", AsOperand(path_)},
         .output = ends[1],
         .messages = fileno(messages_.get())},
        error);
    close(ends[1]);
    if (error == ENOENT) {
      Fail(
          "perf's own data, which only perf can read, and perf is not installed; on a machine with perf, 'perf script "
          "-i " +
              path_,
          "' prints text that can be read here");
    }
    if (error != 0) Fail("cannot start 'perf script': ", std::strerror(error));
  }

  PerfScript(const PerfScript&) = delete;
  PerfScript& operator=(const PerfScript&) = delete;

  // Closes the pipe first, which makes perf's next write fail. Then sends a signal, in case perf does not write any
  // more.
  ~PerfScript() {
    if (output_ >= 0) close(output_);
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    WaitForProgram(process_);
  }

  std::size_t Read(char* buffer, std::size_t size) {
    ssize_t got = -1;
    do got = read(output_, buffer, size);
    while (got < 0 && errno == EINTR);
    if (got < 0) Fail("cannot read from 'perf script': ", std::strerror(errno));
    if (got == 0) End();
    return static_cast<std::size_t>(got);
  }

 private:
  [[noreturn]] void Fail(const std::string& what, const std::string& why) const {
    throw Error(ErrorCode::kSystem, path_ + ": " + what + why, path_);
  }

  // Checks perf's exit status after the last byte, so that a failure is not mistaken for a short recording.
  void End() {
    if (process_ <= 0) return;
    const pid_t ended = std::exchange(process_, 0);
    if (WaitForProgram(ended) == 0) return;
    const std::vector<std::string> said = LastLines(messages_.get(), 1);
    Fail("'perf script' failed", said.empty() ? " without a message" : ": " + said.front());
  }

  const std::string path_;
  const OpenFile messages_;  // file that receives perf's standard error
  int output_ = -1;
  pid_t process_ = 0;  // process id of perf; 0 if perf has ended
};

}  // namespace

profdiff::ByteReader StartPerfScript(const std::string& path) {
  const auto perf = std::make_shared<PerfScript>(path);
  return [perf](char* buffer, std::size_t size) { return perf->Read(buffer, size); };
}

}  // namespace egprof
